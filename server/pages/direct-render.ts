import { type AppLoadContext, data, type EntryContext, type ServerBuild } from '@remix-run/node'

type Route = ServerBuild['routes'][string]
type Module = Route['module']

const givenData = new WeakMap<AppLoadContext, Map<string, unknown>>()

/** Skips two steps of Remix: encoding loader data for absent scripts, and listing unmatched routes. */
export function makeDirectRender(build: ServerBuild): ServerBuild {
  const { module } = build.entry
  const render: typeof module.default = (request, status, headers, remix, context) =>
    module.default(request, status, headers, withGiven(remix, context), context)
  return {
    ...build,
    entry: { ...build.entry, module: { ...module, default: render } },
    routes: Object.fromEntries(Object.entries(build.routes).map(([id, route]) => [id, keepData(route)])),
  }
}

/** Prepares the context. Must run for each request before the build handles it. */
export function expectData(context: AppLoadContext): void {
  givenData.set(context, new Map())
}

/** Wraps a page's loader so that its data are stored. Returns resource routes unchanged. */
function keepData<R extends Route>(route: R): R {
  const { loader, default: page } = route.module
  if (!loader || !page) return route
  const loadAndKeep: NonNullable<Module['loader']> = async (args) => {
    const result: unknown = await loader(args)
    const keptData = givenData.get(args.context)
    if (!keptData || result === undefined || result instanceof Response) return result
    const { value, init } = isWithInit(result)
      ? { value: result.data, init: result.init }
      : { value: result, init: null }
    keptData.set(route.id, value)
    return init ? data(null, init) : null
  }
  return { ...route, module: { ...route.module, loader: loadAndKeep } }
}

type WithInit = { type: 'DataWithResponseInit'; data: unknown; init: ResponseInit | null }

function isWithInit(result: unknown): result is WithInit {
  return (
    typeof result === 'object' && result !== null && Reflect.get(result, 'type') === 'DataWithResponseInit'
  )
}

function withGiven(remix: EntryContext, context: AppLoadContext): EntryContext {
  const { staticHandlerContext: page, manifest, routeModules } = remix
  const keptData = givenData.get(context)
  const ids = page.matches.map(({ route }) => route.id)
  const keepMatched = <Value>(all: Record<string, Value>) =>
    Object.fromEntries(ids.flatMap((id) => (all[id] === undefined ? [] : [[id, all[id]]])))
  const loaderData = Object.fromEntries(
    Object.entries(page.loaderData).map(([id, value]) => [id, keptData?.has(id) ? keptData.get(id) : value]),
  )
  return {
    ...remix,
    staticHandlerContext: { ...page, loaderData },
    manifest: { ...manifest, routes: keepMatched(manifest.routes) },
    routeModules: keepMatched(routeModules),
  }
}
