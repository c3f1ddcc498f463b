import type { NextFunction, Request, RequestHandler } from 'express'
import { reject } from './refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Webhooks: no browser posts here; their actions check a token. */
const SIGNED_ADDRESSES = new Set(['/webhooks/asaas'])

/** The bank's calls of Pix, whose address has the token; it puts its own last part behind what it was told. */
const PIX_ADDRESS = /^\/webhooks\/pix\/[\w-]{32,100}(\/pix)?$/

/** Exact match: a query, other case or suffix gets the ordinary checks. */
export function isSignedAddress(url: string): boolean {
  return SIGNED_ADDRESSES.has(url) || PIX_ADDRESS.test(url)
}

/**
 * Links of mails: mail programs send one POST there, from anywhere and without cookies (RFC 8058); the token in the address
 * is all that counts.
 */
export function isMailLink(url: string): boolean {
  return /^\/avisos\/[\w-]{22}\/[a-z]{1,20}$/.test(url)
}

type Facts = { fetchSite?: string; origin?: string; referer?: string; publicOrigin: string }

/**
 * Trusts Sec-Fetch-Site where sent; older browsers need our Origin or Referer. Without any it is refused, since forms
 * always send one.
 */
export function isSameOrigin({ fetchSite, origin, referer, publicOrigin }: Facts): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none'
  const shown = origin ?? referer
  if (shown === undefined || !URL.canParse(shown)) return false
  return new URL(shown).origin === publicOrigin
}

/** CSRF protection for all unsafe requests except webhooks and links of mails, data requests included. */
export function sameOrigin(publicOrigin: string): RequestHandler {
  return (request, response, next) => {
    if (SAFE_METHODS.has(request.method) || isSignedAddress(request.originalUrl)) return next()
    if (isMailLink(request.originalUrl)) return pass(request, next)
    const passes = isSameOrigin({
      fetchSite: request.get('Sec-Fetch-Site'),
      origin: request.get('Origin'),
      referer: request.get('Referer'),
      publicOrigin: originOf(request.get('Host'), request.protocol, publicOrigin),
    })
    if (passes) return pass(request, next)
    reject(response, 403, {
      title: 'Não foi possível aceitar este envio',
      text: 'O formulário não veio desta loja. Volte à loja, abra a página de novo e repita o envio.',
    })
  }
}

/** The framework would look at the origin once more, and answer what differs from the host with an error of its own. */
function pass(request: Request, next: NextFunction): void {
  delete request.headers.origin
  next()
}

/** On loopback names, the origin the browser used. */
function originOf(host: string | undefined, protocol: string, publicOrigin: string): string {
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '')
  return isLoopback && isLoopbackOrigin(publicOrigin) ? `${protocol}://${host}` : publicOrigin
}

function isLoopbackOrigin(origin: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)
}
