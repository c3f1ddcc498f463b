import { type AppLoadContext, data, type EntryContext, type ServerBuild } from '@remix-run/node'

type Route = ServerBuild['routes'][string]
type Module = Route['module']

const dataByContext = new WeakMap<AppLoadContext, Map<string, unknown>>()

/** Skips two steps of Remix: encoding loader data for scripts (we have none), listing unmatched routes. */
export function makeDirectRender(build: ServerBuild): ServerBuild {
  const { module } = build.entry
  const render: typeof module.default = (request, status, headers, remix, context) =>
    module.default(request, status, headers, insertLoaderData(remix, context), context)
  return {
    ...build,
    entry: { ...build.entry, module: { ...module, default: render } },
    routes: Object.fromEntries(
      Object.entries(build.routes).map(([id, route]) => [id, storeLoaderData(route)]),
    ),
  }
}

/** Prepares the context. Must run for each request before the build handles it. */
export function prepareContext(context: AppLoadContext): void {
  dataByContext.set(context, new Map())
}

/** Wraps a page's loader so that its data are stored. Returns resource routes unchanged. */
function storeLoaderData<R extends Route>(route: R): R {
  const { loader, default: page } = route.module
  if (!loader || !page) return route
  const loadAndStore: NonNullable<Module['loader']> = async (args) => {
    const result: unknown = await loader(args)
    const storedData = dataByContext.get(args.context)
    if (!storedData || result === undefined || result instanceof Response) return result
    const { value, init } = hasResponseInit(result)
      ? { value: result.data, init: result.init }
      : { value: result, init: null }
    // Remix gets null, so it has nothing to encode. insertLoaderData puts the value back.
    storedData.set(route.id, value)
    return init ? data(null, init) : null
  }
  return { ...route, module: { ...route.module, loader: loadAndStore } }
}

type WithInit = { type: 'DataWithResponseInit'; data: unknown; init: ResponseInit | null }

function hasResponseInit(result: unknown): result is WithInit {
  return (
    typeof result === 'object' && result !== null && Reflect.get(result, 'type') === 'DataWithResponseInit'
  )
}

/** Returns Remix's context with the stored loader data, and with only the matched routes. */
function insertLoaderData(remix: EntryContext, context: AppLoadContext): EntryContext {
  const { staticHandlerContext: page, manifest, routeModules } = remix
  const storedData = dataByContext.get(context)
  const ids = page.matches.map(({ route }) => route.id)
  const selectMatched = <Value>(entries: Record<string, Value>) =>
    Object.fromEntries(ids.flatMap((id) => (entries[id] === undefined ? [] : [[id, entries[id]]])))
  const loaderData = Object.fromEntries(
    Object.entries(page.loaderData).map(([id, value]) => [
      id,
      storedData?.has(id) ? storedData.get(id) : value,
    ]),
  )
  return {
    ...remix,
    staticHandlerContext: { ...page, loaderData },
    manifest: { ...manifest, routes: selectMatched(manifest.routes) },
    routeModules: selectMatched(routeModules),
  }
}
