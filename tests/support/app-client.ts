import { configRoutesToRouteManifest } from '@remix-run/dev/dist/config/routes.js'
import type { ServerBuild } from '@remix-run/node'
import * as entry from '#app/entry.server.tsx'
import routeConfig from '#app/routes.ts'
import { makeRequestHandler } from '#server/pages/request-handler.ts'
import { buildParts } from '#tests/support/build-parts.ts'
import { type Fields, shopOrigin, type Visitor } from '#tests/support/request.ts'

// The call has no type argument, because vitest recognises it by its text and does not cache this module.
const modules = import.meta.glob('../../app/{root.tsx,routes/**}', { eager: true }) as Record<
  string,
  ServerBuild['routes'][string]['module']
>
const manifest = {
  root: { id: 'root', path: '', file: 'root.tsx' },
  ...configRoutesToRouteManifest(routeConfig),
}

/** The module file of each route below app, by route id. Several routes may have the same module. */
export const routeFiles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(manifest).map(([id, { file }]) => [id, file]),
)

const routes = Object.fromEntries(
  Object.entries(manifest).map(([id, route]) => {
    const module = modules[`../../app/${route.file}`]
    if (!module) throw new Error(`no module for ${route.file}`)
    return [id, { ...route, module }]
  }),
)

/** Builds the shop from its sources as Remix does, for tests of whole pages. */
export const build: ServerBuild = {
  mode: 'production',
  entry: { module: entry },
  routes,
  assets: { entry: { imports: [], module: '' }, routes: listBrowserRoutes(), url: '', version: '1' },
  ...buildParts,
}

const handle = makeRequestHandler(build, 'production')

function listBrowserRoutes(): ServerBuild['assets']['routes'] {
  const entries = Object.entries(routes).map(([id, { module, ...route }]) => {
    const flags = {
      hasAction: 'action' in module,
      hasLoader: 'loader' in module,
      hasErrorBoundary: 'ErrorBoundary' in module,
    }
    return [id, { ...route, ...flags, hasClientAction: false, hasClientLoader: false, module: '' }] as const
  })
  return Object.fromEntries(entries)
}

/** Requests a page, or sends a form with `fields`. Returns status, headers, HTML and visible text. */
export async function fetchPage(visitor: Visitor, path: string, fields?: Fields | FormData) {
  const response = await handle(visitor.request(path, fields), { requestId: 'test', nonce: 'nonce' })
  visitor.cookies.keep(response.headers)
  const bytes = Buffer.from(await response.arrayBuffer())
  const html = new TextDecoder().decode(bytes)
  return {
    status: response.status,
    location: response.headers.get('Location'),
    headers: response.headers,
    bytes,
    html,
    text: readText(html),
  }
}

/** A `fetch` that calls the shop in this process, for browsers of tests. */
export const fetchInProcess: typeof fetch = (input, init) => {
  const request = new Request(input, init)
  request.headers.set('Host', new URL(request.url).host)
  return handle(request, { requestId: 'test', nonce: 'nonce' })
}

export async function fetchHead(visitor: Visitor, path: string) {
  const request = new Request(visitor.request(path), { method: 'HEAD' })
  const response = await handle(request, { requestId: 'test', nonce: 'nonce' })
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
}

/** Requests a page and follows redirects as a browser does. Returns the last page. */
export async function fetchFollowing(visitor: Visitor, path: string): ReturnType<typeof fetchPage> {
  const page = await fetchPage(visitor, path)
  return page.location ? fetchFollowing(visitor, new URL(page.location, shopOrigin).href) : page
}

/** Returns the visible text, with single spaces. */
function readText(html: string): string {
  return html
    .replace(/<head>.*?<\/head>/s, ' ')
    .replace(/<script\b.*?<\/script>/gs, ' ')
    .replace(/<!-- -->/g, '')
    .replace(/<span class="nowrap">([^<]*)<\/span>/g, '$1')
    .replace(/<wbr\/>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}
