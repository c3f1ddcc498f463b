import type { ServerBuild } from '@remix-run/node'
import { isApiPath } from '#app/paths.ts'
import { type Handler, makeAreaHandler } from './areas.ts'

/** Answers API calls by their single module (app/routes/api/call.ts), without Remix's routing. */
export function makeRequestHandler(build: ServerBuild, mode: string): Handler {
  const calls = Object.values(build.routes).find(({ id }) => id.startsWith('routes/api/call'))?.module
  const page = makeAreaHandler(build, mode)
  return async (request, context = {}) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const answer = isRead ? calls?.loader : calls?.action
    if (!answer || !isApiPath(new URL(request.url).pathname)) return page(request, context)
    const response = await answer({ request, context, params: {} })
    if (response instanceof Response) return response
    throw new TypeError('a call is answered by a Response')
  }
}
