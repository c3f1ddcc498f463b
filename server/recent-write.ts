import type { Request, RequestHandler, Response } from 'express'
import type { OwnWrites } from '#app/models/platform/cluster/own-writes.server.ts'
import { isApiPath } from '#app/paths.ts'
import { apiRefusals, makeRefusalBody } from '#app/text/platform/api-labels.ts'
import { formatLateServer } from '#app/text/platform/error-labels.ts'
import { reject } from './refusal.ts'

const writtenCookiePattern = /(?:^|;)\s*(?:__Host-)?written\s*=[^;\s]/
const signedLinkPattern = /[?&]link=/
/** How long the cookie lasts in a cluster. Nodes lag less, since their flow control stops writes sooner. */
const CLUSTER_SECONDS = 30
const RETRY_SECONDS = '5'

type Options = {
  maxLagMs: number | undefined
  isTls: boolean
  ownWrites: OwnWrites | undefined
}

/** Sets a cookie after forms, so the browser reads from the primary until the replica caught up (D121). */
export function makeRecentWrite({ maxLagMs, isTls, ownWrites }: Options): RequestHandler {
  const name = isTls ? '__Host-written' : 'written'
  const attributes = `Path=/; HttpOnly; ${isTls ? 'Secure; ' : ''}SameSite=Lax`
  const lagSeconds = maxLagMs === undefined ? 0 : Math.ceil(maxLagMs / 1000) + 1
  return async (request, response, next) => {
    const isApiCall = isApiPath(request.path)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const hasWritten = writtenCookiePattern.test(request.headers.cookie ?? '')
    const isClusterNode = ownWrites?.isNeeded() ?? false
    const cookieSeconds = isClusterNode ? Math.max(lagSeconds, CLUSTER_SECONDS) : lagSeconds
    if (!isApiCall && isRead && maxLagMs !== undefined) response.locals.mayLag = !hasWritten
    if (!isApiCall && !isRead && cookieSeconds > 0)
      response.append('Set-Cookie', `${name}=1; Max-Age=${cookieSeconds}; ${attributes}`)
    const hasCredentials =
      request.headers.authorization !== undefined || signedLinkPattern.test(request.originalUrl)
    const mustWait = isApiCall ? hasCredentials : hasWritten
    // In a cluster, a client that wrote waits until this shop's database node shows the write (D233).
    if (!isClusterNode || !mustWait) return next()
    // If this database node is down, a later handler reports it.
    const hasCaughtUp = await ownWrites?.wait().catch(() => true)
    if (hasCaughtUp === false) rejectLateNode(request, response)
    else next()
  }
}

function rejectLateNode(request: Request, response: Response): void {
  response.set('Retry-After', RETRY_SECONDS)
  if (isApiPath(request.path))
    return void response
      .status(503)
      .set('Cache-Control', 'no-store')
      .json(makeRefusalBody(503, apiRefusals[503]))
  const isForm = request.method !== 'GET' && request.method !== 'HEAD'
  reject(response, 503, { ...formatLateServer({ isForm }), nextLink: { href: '', label: 'Tentar de novo' } })
}
