import { createHash, randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { trackingOrigins } from '#app/domain/checkout/carriers/carriers.ts'
import { standaloneStyle } from '#app/text/platform/standalone-page.ts'

export const setNonce: RequestHandler = (_request, response, next) => {
  response.locals.nonce = randomBytes(16).toString('base64')
  next()
}

export const standaloneStyleSource = `'sha256-${createHash('sha256').update(standaloneStyle).digest('base64')}'`

/** Placeholder in the computed headers, replaced by the nonce of each page. */
const NONCE = 'nonce-of-the-page'

/** Computes helmet's headers once, as that costs as much as all other middleware. Only the nonce varies. */
export function makeSecurityHeaders({ isTls }: { isTls: boolean }): RequestHandler {
  const headers = listHelmetHeaders(isTls)
  return (_request, response, next) => {
    for (const [name, value] of headers)
      response.setHeader(name, value.replace(NONCE, String(response.locals.nonce)))
    next()
  }
}

/** Returns the policy of cached pages, which lists scripts by hash and URL, since they have no nonce. */
export function makeCachedPagePolicy(
  scripts: Readonly<Record<string, string>>,
  { isTls, origin }: { isTls: boolean; origin: string },
): string {
  const [, policy = ''] =
    listHelmetHeaders(isTls).find(([name]) => /^content-security-policy$/i.test(name)) ?? []
  const sources = Object.entries(scripts).flatMap(([url, hash]) => [`'${hash}'`, `${origin}${url}`])
  return policy.replace(`'nonce-${NONCE}'`, sources.length > 0 ? sources.join(' ') : "'none'")
}

function listHelmetHeaders(isTls: boolean): [string, string][] {
  return listHeaders(
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
          // Tracking codes are posted to the carriers' pages (F65).
          formAction: ["'self'", ...trackingOrigins],
          frameAncestors: ["'none'"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          ...(isTls ? { upgradeInsecureRequests: [] } : {}),
        },
      },
      // With "no-referrer", browsers would send "Origin: null" with our own forms.
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      strictTransportSecurity: isTls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      xFrameOptions: { action: 'deny' },
      xPoweredBy: false,
    }),
  )
}

/** Runs the middleware on an unused response and returns the headers that it sets. */
function listHeaders(middleware: ReturnType<typeof helmet>): [string, string][] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  middleware(request, response, (error) => {
    if (error) throw error
  })
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}

/** Limits Referer to the origin, since the URL contains a token ("no-referrer" would break forms). */
export const guardLinkToken: RequestHandler = (_request, response, next) => {
  response.set('Referrer-Policy', 'strict-origin')
  next()
}
