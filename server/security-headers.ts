import { createHash, randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { trackingOrigins } from '#app/domain/checkout/carriers/carriers.ts'
import { standaloneStyle } from '#app/text/platform/standalone-page.ts'

export const nonce: RequestHandler = (_request, response, next) => {
  response.locals.nonce = randomBytes(16).toString('base64')
  next()
}

/** CSP source of the style in standalone pages. */
export const standaloneStyleSource = `'sha256-${createHash('sha256').update(standaloneStyle).digest('base64')}'`

/** Stands for the nonce of a page where helmet writes the policy. */
const NONCE = 'nonce-of-the-page'

/**
 * Headers of helmet, computed once: they are the same for every request but for the nonce, and its dozen steps cost as much
 * as the rest of the edge. HSTS only over TLS.
 */
export function securityHeaders({ isTls }: { isTls: boolean }): RequestHandler {
  const headers = usualHeaders(isTls)
  return (_request, response, next) => {
    for (const [name, value] of headers)
      response.setHeader(name, value.replace(NONCE, String(response.locals.nonce)))
    next()
  }
}

/**
 * The policy of pages that are kept for all and hence have no nonce: their scripts by content, and by address for
 * engines that know hashes of inline scripts alone.
 */
export function keptPagePolicy(
  scripts: Readonly<Record<string, string>>,
  { isTls, origin }: { isTls: boolean; origin: string },
): string {
  const [, policy = ''] = usualHeaders(isTls).find(([name]) => /^content-security-policy$/i.test(name)) ?? []
  const sources = Object.entries(scripts).flatMap(([url, hash]) => [`'${hash}'`, `${origin}${url}`])
  return policy.replace(`'nonce-${NONCE}'`, sources.length > 0 ? sources.join(' ') : "'none'")
}

function usualHeaders(isTls: boolean): [string, string][] {
  return headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: [`'nonce-${NONCE}'`],
          styleSrc: ["'self'", standaloneStyleSource],
          styleSrcAttr: ["'none'"],
          imgSrc: ["'self'", 'data:'],
          connectSrc: ["'self'"],
          workerSrc: ["'self'"],
          // Carriers' tracking pages get the code by form (F65).
          formAction: ["'self'", ...trackingOrigins],
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
    }),
  )
}

/** The headers a middleware sets on an answer of no request in particular. */
function headersOf(middleware: ReturnType<typeof helmet>): [string, string][] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  middleware(request, response, (error) => {
    if (error) throw error
  })
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}

/**
 * The URL contains the password token, so requests from this page send the origin only. Not "no-referrer", see above.
 */
export const guardLinkToken: RequestHandler = (_request, response, next) => {
  response.set('Referrer-Policy', 'strict-origin')
  next()
}
