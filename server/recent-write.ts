import type { RequestHandler } from 'express'

const written = /(?:^|;)\s*(?:__Host-)?written\s*=[^;\s]/

/**
 * A form sets a cookie that ends after the replica's bound on lag; until then that browser reads from the
 * primary, at any web and without scripts (D121). Calls of the API keep no cookies and always do.
 */
export function recentWrite({ maxLagMs, isTls }: { maxLagMs: number; isTls: boolean }): RequestHandler {
  const seconds = Math.ceil(maxLagMs / 1000) + 1
  const name = isTls ? '__Host-written' : 'written'
  const cookie = `${name}=1; Max-Age=${seconds}; Path=/; HttpOnly; ${isTls ? 'Secure; ' : ''}SameSite=Lax`
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead) response.locals.mayLag = !written.test(request.headers.cookie ?? '')
    else response.append('Set-Cookie', cookie)
    next()
  }
}
