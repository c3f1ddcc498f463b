import type { RequestHandler } from 'express'
import { reject } from './refusal.ts'

const hostname = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])$/i

/** A name of a host may become part of an address (webRequest): what would end it there is refused. */
export const hostCheck: RequestHandler = (request, response, next) => {
  const isPlain = hostname.test(request.hostname ?? '') && /^https?$/.test(request.protocol)
  if (isPlain) return next()
  response.set('Connection', 'close')
  reject(response, 400, { title: 'Pedido não reconhecido', text: 'O endereço da loja não foi entendido.' })
}
