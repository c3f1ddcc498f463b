import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

export const nonce: RequestHandler = (_request, response, next) => {
  response.locals.nonce = randomBytes(16).toString('base64')
  next()
}

/** HSTS only over TLS. */
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
        // The second is Correios' tracking page, which gets the code by form (F65).
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
 * The URL contains the password token, so requests from this page send the origin only. Not "no-referrer", see above.
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
