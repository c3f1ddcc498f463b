import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** A fresh nonce per request; the pages put it on their scripts, the policy allows nothing else. */
export const nonce: RequestHandler = (_request, response, next) => {
  response.locals.nonce = randomBytes(16).toString('base64')
  next()
}

/** Security headers of every answer. HSTS only where the shop is served over TLS. */
export function securityHeaders({ isTls }: { isTls: boolean }): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: [(_request, response) => `'nonce-${'locals' in response ? nonceOf(response) : ''}'`],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'none'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        // The second is the postal service's page, to which a shipment's code is handed over (F65).
        formAction: ["'self'", 'https://rastreamento.correios.com.br'],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        ...(isTls ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Not "no-referrer": browsers would then send "Origin: null" with our own forms.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isTls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    xPoweredBy: false,
  })
}

/**
 * The page behind a link for a new password: its address is the key, so no request it causes names more than the shop's
 * origin. Not "no-referrer", as above.
 */
export const guardLinkToken: RequestHandler = (_request, response, next) => {
  response.set('Referrer-Policy', 'strict-origin')
  next()
}

function nonceOf(response: object): string {
  return 'locals' in response && isRecord(response.locals) ? String(response.locals.nonce) : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
