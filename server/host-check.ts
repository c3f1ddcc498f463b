import type { Request, RequestHandler } from 'express'
import { reject } from './refusal.ts'

const hostPattern = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])$/i

/** Rejects requests without a path, with an invalid address, or with two Host headers (RFC 9112, 3.2). */
export const checkHost: RequestHandler = (request, response, next) => {
  const { hostname = '', protocol, originalUrl } = request
  const isWellFormed = hostPattern.test(hostname) && /^https?$/.test(protocol) && originalUrl.startsWith('/')
  if (isWellFormed && countHosts(request) < 2 && URL.canParse(getRequestedAddress(request))) return next()
  response.set('Connection', 'close')
  reject(response, 400, { title: 'Pedido não reconhecido', text: 'O endereço da loja não foi entendido.' })
}

/** Returns the full URL, with the port from the proxy's headers if there is one. */
export function getRequestedAddress(request: Request): string {
  const port = [request.get('X-Forwarded-Host'), request.get('Host')]
    .map((host) => host?.split(':')[1])
    .find((text) => /^\d+$/.test(text ?? ''))
  return `${request.protocol}://${request.hostname}${port ? `:${port}` : ''}${request.originalUrl}`
}

function countHosts({ rawHeaders }: Request): number {
  // rawHeaders contains names and values in turn.
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
}
