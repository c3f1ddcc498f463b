import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { listRouteParts } from '../watch/route-patterns.ts'
import { makeDirectRender, prepareContext } from './direct-render.ts'

export type Handler = ReturnType<typeof createRequestHandler>

/** The number of leading path segments that select an area. */
const AREA_DEPTH = 2

/** Uses a Remix handler per area with only its routes, since Remix compiles all routes for each request. */
export function makeAreaHandler(build: ServerBuild, mode: string): Handler {
  const routesWithParts = Object.keys(build.routes).map((id) => ({
    id,
    parts: listRouteParts(build.routes, id).map((part) => part.toLowerCase()),
  }))
  const handlers = new Map<string, Handler>()
  const completeHandler = createRequestHandler(build, mode)
  const findArea = makeAreaFinder(routesWithParts.map(({ parts }) => parts))
  return (request, context = {}) => {
    const { pathname, searchParams } = new URL(request.url)
    if (!isPlainPath(pathname) || searchParams.has('_data')) return completeHandler(request, context)
    prepareContext(context)
    const area = findArea(pathname)
    const key = area.join('/')
    const cachedHandler = handlers.get(key)
    if (cachedHandler) return cachedHandler(request, context)
    const ids = routesWithParts.filter(({ parts }) => mayMatchArea(parts, area)).map(({ id }) => id)
    const handler = createRequestHandler(makeDirectRender(selectRoutes(build, ids)), mode)
    handlers.set(key, handler)
    return handler(request, context)
  }
}

/** Returns false for escapes, empty segments and data requests, which the complete build answers. */
function isPlainPath(pathname: string): boolean {
  return /^(\/[\w.-]+)*\/?$/.test(pathname) && !pathname.endsWith('.data') && pathname !== '/__manifest'
}

/**
 * Returns a function from a path to its area: its first segments, with '' for each that no route names. So
 * the number of areas is bounded.
 */
function makeAreaFinder(patterns: readonly string[][]): (pathname: string) => string[] {
  const namesByDepth = Array.from(
    { length: AREA_DEPTH },
    (_, depthIndex) =>
      new Set(patterns.map((parts) => parts[depthIndex] ?? '').filter((part) => !isParameter(part))),
  )
  return (pathname) => {
    const parts = pathname.toLowerCase().split('/').filter(Boolean)
    return namesByDepth.map((names, depthIndex) =>
      names.has(parts[depthIndex] ?? '') ? (parts[depthIndex] ?? '') : '',
    )
  }
}

/** Returns true if a path of the area may match the route with these parts. */
function mayMatchArea(parts: readonly string[], area: readonly string[]): boolean {
  const splatIndex = parts.indexOf('*')
  return area.every((name, depthIndex) => {
    const part = splatIndex >= 0 && depthIndex >= splatIndex ? '*' : parts[depthIndex]
    return part === undefined || isParameter(part) || part === name
  })
}

/** Returns true for parts that match various segments or none: parameters, splats and optional parts. */
function isParameter(part: string): boolean {
  return part.startsWith(':') || part === '*' || part.endsWith('?')
}

/** Returns the build with only these routes and their parents. */
function selectRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const selectedIds = new Set(ids)
  for (const id of ids)
    for (let parentId = build.routes[id]?.parentId; parentId; parentId = build.routes[parentId]?.parentId)
      selectedIds.add(parentId)
  const selectEntries = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => selectedIds.has(id)))
  return {
    ...build,
    routes: selectEntries(build.routes),
    assets: { ...build.assets, routes: selectEntries(build.assets.routes) },
  }
}
