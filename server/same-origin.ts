import type { NextFunction, Request, RequestHandler } from 'express'
import { reject } from './refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Addresses of webhooks. No browser calls them, and their actions check a token. */
const SIGNED_ADDRESSES = new Set(['/webhooks/asaas'])

/** The address of the bank's Pix calls. It contains the token, and the bank appends `/pix`. */
const PIX_ADDRESS = /^\/webhooks\/pix\/[\w-]{32,100}(\/pix)?$/

/** Returns true for exactly these addresses, so that a variant of one gets the usual checks. */
export function isSignedAddress(url: string): boolean {
  return SIGNED_ADDRESSES.has(url) || PIX_ADDRESS.test(url)
}

/** Returns true for links in mails, to which mail programs POST without cookies (RFC 8058). */
export function isMailLink(url: string): boolean {
  return /^\/avisos\/[\w-]{22}\/[a-z]{1,20}$/.test(url)
}

type OriginHeaders = { fetchSite?: string; origin?: string; referer?: string; publicOrigin: string }

/** Checks Sec-Fetch-Site. Browsers without it must send our Origin or Referer, as all do with forms. */
export function isSameOrigin({ fetchSite, origin, referer, publicOrigin }: OriginHeaders): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none'
  const sentOrigin = origin ?? referer
  if (sentOrigin === undefined || !URL.canParse(sentOrigin)) return false
  return new URL(sentOrigin).origin === publicOrigin
}

export function requireSameOrigin(publicOrigin: string): RequestHandler {
  return (request, response, next) => {
    if (SAFE_METHODS.has(request.method) || isSignedAddress(request.originalUrl)) return next()
    if (isMailLink(request.originalUrl)) return continueWithoutOrigin(request, next)
    const isAllowed = isSameOrigin({
      fetchSite: request.get('Sec-Fetch-Site'),
      origin: request.get('Origin'),
      referer: request.get('Referer'),
      publicOrigin: findOrigin(request.get('Host'), request.protocol, publicOrigin),
    })
    if (isAllowed) return continueWithoutOrigin(request, next)
    reject(response, 403, {
      title: 'Não foi possível aceitar este envio',
      text: 'O formulário não veio desta loja. Volte à loja, abra a página de novo e repita o envio.',
    })
  }
}

/** Continues without Origin, which Remix would check again and answer with its own error. */
function continueWithoutOrigin(request: Request, next: NextFunction): void {
  delete request.headers.origin
  next()
}

/** Returns the browser's own origin for loopback names, otherwise the public one. */
function findOrigin(host: string | undefined, protocol: string, publicOrigin: string): string {
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '')
  return isLoopback && isLoopbackOrigin(publicOrigin) ? `${protocol}://${host}` : publicOrigin
}

function isLoopbackOrigin(origin: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)
}
