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

export const standaloneStyleSource = `'sha256-${createHash('sha256').update(standaloneStyle).digest('base64')}'`

/** Placeholder for the nonce of a page. */
const NONCE = 'nonce-of-the-page'

/** Computes helmet's headers once, since its steps cost as much as the rest of the edge; only the nonce differs. */
export function securityHeaders({ isTls }: { isTls: boolean }): RequestHandler {
  const headers = usualHeaders(isTls)
  return (_request, response, next) => {
    for (const [name, value] of headers)
      response.setHeader(name, value.replace(NONCE, String(response.locals.nonce)))
    next()
  }
}

/** Returns the policy of cached pages, which have no nonce: scripts by hash, and by URL for older engines. */
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
          // The carriers' tracking pages receive the code by form (F65).
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

function headersOf(middleware: ReturnType<typeof helmet>): [string, string][] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  middleware(request, response, (error) => {
    if (error) throw error
  })
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}

/** The URL contains the password token, so only the origin is sent. Not "no-referrer", see above. */
export const guardLinkToken: RequestHandler = (_request, response, next) => {
  response.set('Referrer-Policy', 'strict-origin')
  next()
}
