import { configRoutesToRouteManifest } from '@remix-run/dev/dist/config/routes.js'
import { createRequestHandler, data, redirect, type ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import routeConfig from '#app/routes.ts'
import { makeAreaHandler } from '#server/pages/areas.ts'
import { sampleItems } from '#tests/support/attacks/chance.ts'
import { buildParts } from '#tests/support/build-parts.ts'

const manifest = {
  root: { id: 'root', path: '', file: 'root.tsx' },
  ...configRoutesToRouteManifest(routeConfig),
}

type Loader = NonNullable<ServerBuild['routes'][string]['module']['loader']>
/** Returns the loader of a route. */
type MakeLoader = (id: string) => Loader

const makeNamingLoader: MakeLoader =
  (id) =>
  ({ params }) => ({ id, params })

/** Returns a build with the shop's routes, but with loaders by `makeLoader` and answers in JSON. */
function makeNamingBuild(makeLoader = makeNamingLoader): ServerBuild {
  const routes: ServerBuild['routes'] = Object.fromEntries(
    Object.entries(manifest).map(([id, route]) => [
      id,
      {
        ...route,
        module: {
          default: () => null,
          loader: makeLoader(id),
          headers: ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders,
        },
      },
    ]),
  )
  const browserRoutes = Object.entries(routes).map(([id, { module, ...route }]) => [
    id,
    {
      ...route,
      hasAction: false,
      hasLoader: true,
      hasErrorBoundary: false,
      hasClientAction: false,
      hasClientLoader: false,
      module: '',
    },
  ])
  return {
    mode: 'production',
    entry: {
      module: {
        handleError: () => {},
        default: (_request, status, headers, { staticHandlerContext, routeModules, manifest }) =>
          Response.json({
            status,
            headers: [...headers],
            data: staticHandlerContext.loaderData,
            errors: staticHandlerContext.errors,
            matched: staticHandlerContext.matches.map(({ route }) => route.id),
            hasModules: staticHandlerContext.matches.every(
              ({ route }) => route.id in routeModules && route.id in manifest.routes,
            ),
          }),
      },
    },
    routes,
    assets: {
      entry: { imports: [], module: '' },
      routes: Object.fromEntries(browserRoutes),
      url: '',
      version: '1',
    },
    ...buildParts,
  }
}

const build = makeNamingBuild()
const handleByArea = makeAreaHandler(build, 'production')

/** Everything that pages and frames may return or throw. */
const loaderResults: readonly (readonly [string, MakeLoader])[] = [
  ['plain data', makeNamingLoader],
  ['headers and a status', (id) => () => data({ id }, { status: 202, headers: { 'X-Of': id } })],
  ['no content', () => () => null],
  ['a redirect', makeLeaf(() => redirect('/publications?page=2', { headers: { 'X-Of': 'leaf' } }))],
  ['a thrown redirect', makeLeaf(() => Promise.reject(redirect('/login')))],
  [
    'a thrown 404',
    makeLeaf(() => Promise.reject(new Response('none', { status: 404, headers: { 'X-Of': 'leaf' } }))),
  ],
  [
    'thrown data',
    makeLeaf(() => Promise.reject(data({ why: 'full' }, { status: 503, headers: { 'X-Of': 'leaf' } }))),
  ],
  ['an error', makeLeaf(() => Promise.reject(new Error('broken')))],
  [
    'an error of the frame',
    (id) => (id === 'root' ? () => Promise.reject(new Error('broken')) : makeNamingLoader(id)),
  ],
]

/** Makes frames return plain data, and pages the result of `loader`. */
function makeLeaf(loader: () => unknown): MakeLoader {
  const frames = new Set(Object.values(manifest).map((route) => Object(route).parentId))
  return (id) => (frames.has(id) ? makeNamingLoader(id) : async () => loader())
}

test.each(loaderResults)(
  'area builds respond like the whole build when pages return %s',
  {
    meta: { slow: 'asks every address of the shop' },
  },
  async (_name, makeLoader) => {
    const testedBuild = makeNamingBuild(makeLoader)
    const handleByWholeBuild = createRequestHandler(testedBuild, 'production')
    const handleByAreaBuild = makeAreaHandler(testedBuild, 'production')
    for (const address of [...frameAddresses, '/', '/nowhere', '/admin/nowhere']) {
      const makeRequest = () => new Request(`http://shop${address}`)
      const wholeResponse = await handleByWholeBuild(makeRequest())
      const areaResponse = await handleByAreaBuild(makeRequest())
      expect(await readResponse(areaResponse, address)).toEqual(await readResponse(wholeResponse, address))
    }
  },
)

const handleWhole = createRequestHandler(build, 'production')

async function readResponse(response: Response, address: string) {
  return [address, response.status, [...response.headers], await response.text()]
}

function formatAddress(id: string): string {
  const parts: string[] = []
  for (let routeId: string | undefined = id; routeId; routeId = build.routes[routeId]?.parentId)
    parts.unshift(build.routes[routeId]?.path ?? '')
  const path = parts.filter(Boolean).join('/')
  return `/${path.replace(/:(\w+)\??/g, '12').replace('*', 'some/where')}`
}

const addresses = Object.keys(build.routes).map(formatAddress)

/** Three addresses below each frame. A response passes through frames, but not through other pages. */
const frameAddresses = [...new Set(Object.values(manifest).map((route) => Object(route).parentId))].flatMap(
  (frame) =>
    Object.entries(manifest)
      .filter(([, route]) => Object(route).parentId === frame)
      .slice(0, 3)
      .map(([id]) => formatAddress(id)),
)

/** Spellings of an address by people, programs and attackers. */
const spellings: readonly (readonly [string, (address: string) => string])[] = [
  ['unchanged', (address) => address],
  ['with a trailing slash', (address) => `${address}/`],
  ['in capitals', (address) => address.toUpperCase()],
  ['one part longer', (address) => `${address}/publications`],
  ['one part shorter', (address) => address.replace(/\/[^/]*$/, '') || '/'],
  ['with a query', (address) => `${address}?page=2&index`],
  ['as data', (address) => `${address}.data`],
  [
    'with an escape',
    (address) => address.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ],
  ['with empty parts', (address) => address.replaceAll('/', '//')],
  ['after an extra part', (address) => `/12${address}`],
]

test.each(spellings)(
  'area builds respond like the whole build to addresses: %s',
  { meta: { slow: 'asks every address of the shop' } },
  async (name, spell) => {
    for (const address of [
      ...(name === 'unchanged' ? addresses : sampleItems(addresses)),
      '/',
      '/nowhere',
      '/admin/nowhere',
      '/admin/order',
      '/:id',
      '/__manifest',
    ]) {
      const makeRequest = () => new Request(`http://shop${spell(address)}`)
      const wholeResponse = await handleWhole(makeRequest())
      const areaResponse = await handleByArea(makeRequest())
      const spelled = spell(address)
      expect(await readResponse(areaResponse, spelled)).toEqual(await readResponse(wholeResponse, spelled))
    }
  },
)

test('the tested addresses are those of the shop', async () => {
  expect(addresses.length).toBeGreaterThan(150)
  const response = await handleByArea(new Request('http://shop/admin/order/12/files'))
  expect(await response.json()).toMatchObject({
    status: 200,
    hasModules: true,
    matched: ['root', 'routes/admin/layout', 'routes/admin/orders/files/files'],
    data: { 'routes/admin/orders/files/files': { params: { id: '12' } } },
  })
})
