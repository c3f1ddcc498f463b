import { configRoutesToRouteManifest } from '@remix-run/dev/dist/config/routes.js'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import routeConfig from '#app/routes.ts'
import { areaHandler } from '#server/pages/areas.ts'
import { buildParts } from '#tests/support/build-parts.ts'

const manifest = {
  root: { id: 'root', path: '', file: 'root.tsx' },
  ...configRoutesToRouteManifest(routeConfig),
}

/** The shop's routes, each a page that names itself, what its frames are and what it read from the address. */
function namingBuild(): ServerBuild {
  const routes: ServerBuild['routes'] = Object.fromEntries(
    Object.entries(manifest).map(([id, route]) => [
      id,
      { ...route, module: { default: () => null, loader: ({ params }) => ({ id, params }) } },
    ]),
  )
  const forBrowsers = Object.entries(routes).map(([id, { module, ...route }]) => [
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
        default: (_request, status, _headers, { staticHandlerContext, routeModules, manifest }) =>
          Response.json({
            status,
            data: staticHandlerContext.loaderData,
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
      routes: Object.fromEntries(forBrowsers),
      url: '',
      version: '1',
    },
    ...buildParts,
  }
}

const build = namingBuild()
const whole = createRequestHandler(build, 'production')
const byArea = areaHandler(build, 'production')

function addressOf(id: string): string {
  const parts: string[] = []
  for (let at: string | undefined = id; at; at = build.routes[at]?.parentId)
    parts.unshift(build.routes[at]?.path ?? '')
  const path = parts.filter(Boolean).join('/')
  return `/${path.replace(/:(\w+)\??/g, '12').replace('*', 'some/where')}`
}

const addresses = Object.keys(build.routes).map(addressOf)

/** Ways to write an address that people, programs and attackers use. */
const spellings: readonly (readonly [string, (address: string) => string])[] = [
  ['as it is', (address) => address],
  ['with a slash at the end', (address) => `${address}/`],
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
  ['behind a part of its own', (address) => `/12${address}`],
]

test.each(spellings)('every address reaches its route: %s', async (_name, spell) => {
  for (const address of [
    ...addresses,
    '/',
    '/nowhere',
    '/admin/nowhere',
    '/admin/order',
    '/:id',
    '/__manifest',
  ]) {
    const request = () => new Request(`http://shop${spell(address)}`)
    const [expected, given] = await Promise.all([whole(request()), byArea(request())])
    const facts = async (answer: Response) => [spell(address), answer.status, await answer.text()]
    expect(await facts(given)).toEqual(await facts(expected))
  }
})

test('the addresses tried are those of the shop', async () => {
  expect(addresses.length).toBeGreaterThan(150)
  const answer = await byArea(new Request('http://shop/admin/order/12/files'))
  expect(await answer.json()).toMatchObject({
    status: 200,
    hasModules: true,
    matched: ['root', 'routes/admin/layout', 'routes/admin/orders/files/files'],
    data: { 'routes/admin/orders/files/files': { params: { id: '12' } } },
  })
})
