import type { RequestHandler, Response } from 'express'
import { getSafeRedirect } from '#app/paths.ts'

const MARK_NAME = 'cookies'
/** After this time, a marked URL is a bookmark or another person's and proves nothing. */
const MARK_VALID_MS = 5 * 60_000
/** Matches the cookies on which the content of a page depends. */
export const shopCookiePattern = /(?:^|;)\s*(?:__Host-)?(?:session|cart|flash)\s*=./
const ownCookiePattern = /(?:^|;)\s*(?:__Host-)?(?:session|cart|flash|refused)\s*=./

/**
 * Detects browsers that refuse cookies: marks the redirect after a form that set a cookie, and sets
 * `cookiesRefused` if the marked address is requested without any cookie of ours.
 */
export const checkCookies: RequestHandler = (request, response, next) => {
  const hasOwnCookie = ownCookiePattern.test(request.get('Cookie') ?? '')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    if (!hasOwnCookie)
      runBeforeHeaders(response, () => {
        if (setsOwnCookie(response)) markRedirect(response, Date.now())
      })
    return next()
  }
  const { address, markedAt } = parseMark(request.originalUrl)
  if (markedAt === undefined) return next()
  const markAgeMs = Date.now() - markedAt
  if (hasOwnCookie || !(markAgeMs >= 0 && markAgeMs < MARK_VALID_MS)) {
    // Removes the mark: either cookies work, or the mark is too old.
    response.set('Cache-Control', 'no-store')
    return response.redirect(302, getSafeRedirect(address))
  }
  request.originalUrl = address
  request.url = address
  response.locals.cookiesRefused = true
  runBeforeHeaders(response, () => {
    response.set('Cache-Control', 'no-store')
    // The page with the message follows this redirect, so the mark must remain.
    markRedirect(response, markedAt)
  })
  next()
}

/** Runs `change` when the headers are complete, just before they are sent. */
function runBeforeHeaders(response: Response, change: () => void) {
  const { writeHead } = response
  response.writeHead = (...data: unknown[]) => {
    response.writeHead = writeHead
    change()
    return Reflect.apply(writeHead, response, data)
  }
}

function markRedirect(response: Response, markedAtMs: number) {
  const location = response.get('Location')
  const isRedirect = response.statusCode === 302 || response.statusCode === 303
  // Marks only addresses of the shop: `//host` would be another site.
  if (!isRedirect || !location || !/^\/(?![/\\])/.test(location)) return
  const [address = '', hash] = location.split('#', 2)
  const mark = `${MARK_NAME}=${markedAtMs.toString(36)}`
  const markedAddress = `${address}${address.includes('?') ? '&' : '?'}${mark}`
  response.set('Location', hash === undefined ? markedAddress : `${markedAddress}#${hash}`)
}

/** Returns true if the response sets a cookie of ours, not if it only deletes some (Max-Age=0). */
function setsOwnCookie(response: Response): boolean {
  const cookies = [response.getHeader('Set-Cookie') ?? []].flat().map(String)
  return cookies.some((cookie) => ownCookiePattern.test(cookie) && !/;\s*Max-Age=0\b/i.test(cookie))
}

/** Returns the address without the mark, and the time of the mark in milliseconds, if there is one. */
export function parseMark(url: string): { address: string; markedAt: number | undefined } {
  const [path = '', ...queryPieces] = url.split('?')
  const parameters = queryPieces.join('?').split('&')
  const marks = parameters.filter((parameter) => /^cookies=[0-9a-z]{1,10}$/.test(parameter))
  const otherParameters = parameters.filter((parameter) => parameter !== '' && !marks.includes(parameter))
  const [mark] = marks
  if (mark === undefined) return { address: url, markedAt: undefined }
  const address = otherParameters.length === 0 ? path : `${path}?${otherParameters.join('&')}`
  return { address, markedAt: Number.parseInt(mark.slice(MARK_NAME.length + 1), 36) }
}
