import type { RequestHandler } from 'express'
import { refuse } from './refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Where no browser sends anything: who posts here shows a token of its own, which its action checks. */
const SIGNED_ADDRESSES = new Set(['/webhooks/asaas'])

/** True for exactly the address of a signed notice; with a query, another case or ending it is as any other. */
export function isSignedAddress(url: string): boolean {
  return SIGNED_ADDRESSES.has(url)
}

type Facts = { fetchSite?: string; origin?: string; referer?: string; publicOrigin: string }

/**
 * May an unsafe request with these headers pass? Sec-Fetch-Site decides where the browser sends it; older
 * browsers must show our own Origin or Referer. Neither header: refused, since a form always sends one.
 */
export function isSameOrigin({ fetchSite, origin, referer, publicOrigin }: Facts): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none'
  const shown = origin ?? referer
  if (shown === undefined || !URL.canParse(shown)) return false
  return new URL(shown).origin === publicOrigin
}

/**
 * Refuses unsafe requests from elsewhere on every address but the signed ones: pages, resource routes and data requests
 * alike.
 */
export function sameOrigin(publicOrigin: string): RequestHandler {
  return (request, response, next) => {
    if (SAFE_METHODS.has(request.method) || isSignedAddress(request.originalUrl)) return next()
    const passes = isSameOrigin({
      fetchSite: request.get('Sec-Fetch-Site'),
      origin: request.get('Origin'),
      referer: request.get('Referer'),
      publicOrigin: originOf(request.get('Host'), request.protocol, publicOrigin),
    })
    if (passes) return next()
    refuse(response, 403, {
      title: 'Não foi possível aceitar este envio',
      text: 'O formulário não veio desta loja. Volte à loja, abra a página de novo e repita o envio.',
    })
  }
}

/** The configured origin; on the loopback names of this machine, the one the browser used. */
function originOf(host: string | undefined, protocol: string, publicOrigin: string): string {
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '')
  return isLoopback && isLoopbackOrigin(publicOrigin) ? `${protocol}://${host}` : publicOrigin
}

function isLoopbackOrigin(origin: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)
}
