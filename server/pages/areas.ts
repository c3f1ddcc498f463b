import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { listRouteParts } from '../watch/route-patterns.ts'
import { expectData, makeDirectRender } from './direct-render.ts'

export type Handler = ReturnType<typeof createRequestHandler>

/** The number of leading path segments that select an area. */
const depth = 2

/** Creates a Remix handler per area with only its routes, since Remix compiles all routes per request. */
export function makeAreaHandler(build: ServerBuild, mode: string): Handler {
  const branches = Object.keys(build.routes).map((id) => ({
    id,
    parts: listRouteParts(build.routes, id).map((part) => part.toLowerCase()),
  }))
  const handlers = new Map<string, Handler>()
  const whole = createRequestHandler(build, mode)
  const findArea = nameParts(branches.map(({ parts }) => parts))
  return (request, context = {}) => {
    const { pathname, searchParams } = new URL(request.url)
    if (!isPlain(pathname) || searchParams.has('_data')) return whole(request, context)
    expectData(context)
    const area = findArea(pathname)
    const key = area.join('/')
    const cachedHandler = handlers.get(key)
    if (cachedHandler) return cachedHandler(request, context)
    const ids = branches.filter(({ parts }) => mayAnswer(parts, area)).map(({ id }) => id)
    const handler = createRequestHandler(makeDirectRender(cut(build, ids)), mode)
    handlers.set(key, handler)
    return handler(request, context)
  }
}

/** Returns false for escapes, empty segments and data requests, which the complete build answers. */
function isPlain(pathname: string): boolean {
  return /^(\/[\w.-]+)*\/?$/.test(pathname) && !pathname.endsWith('.data') && pathname !== '/__manifest'
}

/** Returns a path's first segments, or '' if no route has them, so that the number of areas is bounded. */
function nameParts(patterns: readonly string[][]): (pathname: string) => string[] {
  const namedSets = Array.from(
    { length: depth },
    (_, at) => new Set(patterns.map((parts) => parts[at] ?? '').filter((part) => !isOpen(part))),
  )
  return (pathname) => {
    const parts = pathname.toLowerCase().split('/').filter(Boolean)
    return namedSets.map((names, at) => (names.has(parts[at] ?? '') ? (parts[at] ?? '') : ''))
  }
}

function mayAnswer(parts: readonly string[], area: readonly string[]): boolean {
  const splat = parts.indexOf('*')
  return area.every((name, at) => {
    const part = splat >= 0 && at >= splat ? '*' : parts[at]
    return part === undefined || isOpen(part) || part === name
  })
}

function isOpen(part: string): boolean {
  return part.startsWith(':') || part === '*' || part.endsWith('?')
}

function cut(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const keptIds = new Set(ids)
  for (const id of ids)
    for (let parentId = build.routes[id]?.parentId; parentId; parentId = build.routes[parentId]?.parentId)
      keptIds.add(parentId)
  const keepOnly = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => keptIds.has(id)))
  return {
    ...build,
    routes: keepOnly(build.routes),
    assets: { ...build.assets, routes: keepOnly(build.assets.routes) },
  }
}
