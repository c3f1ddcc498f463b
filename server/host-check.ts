import type { RequestHandler } from 'express'
import { reject } from './refusal.ts'

const hostPattern = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])$/i

/**
 * A name of a host may become part of an address (webRequest): what would end it there is refused. So is what is no path:
 * whole addresses, which proxies alone are asked for, and the asterisk of OPTIONS.
 */
export const hostCheck: RequestHandler = (request, response, next) => {
  const { hostname = '', protocol, originalUrl } = request
  if (hostPattern.test(hostname) && /^https?$/.test(protocol) && originalUrl.startsWith('/')) return next()
  response.set('Connection', 'close')
  reject(response, 400, { title: 'Pedido não reconhecido', text: 'O endereço da loja não foi entendido.' })
}
