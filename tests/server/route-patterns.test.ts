import { configRoutesToRouteManifest } from '@remix-run/dev/dist/config/routes.js'
import { matchRoutes } from '@remix-run/router'
import { expect, test } from 'vitest'
import routeConfig from '#app/routes.ts'
import { listRouteParts, makeRoutePatterns, NO_ROUTE } from '#server/watch/route-patterns.ts'
import { makeRouteBuild } from './route-build.ts'

const manifest = configRoutesToRouteManifest(routeConfig)
const routes = makeRouteBuild(manifest)
const findPattern = makeRoutePatterns(routes)
const patterns = [...new Set(Object.keys(manifest).map((id) => `/${listRouteParts(routes, id).join('/')}`))]

/** Returns the route tree as the framework parses it. */
function listRoutesBelow(parentId: string): Parameters<typeof matchRoutes>[0] {
  return Object.values(manifest)
    .filter((route) => (route.parentId ?? 'root') === parentId && route.id !== 'root')
    .map((route) =>
      route.index
        ? { id: route.id, path: route.path, index: true as const }
        : { id: route.id, path: route.path, children: listRoutesBelow(route.id) },
    )
}

const tree = listRoutesBelow('root')

function findFrameworkPattern(path: string): string {
  const id = matchRoutes(tree, path)?.at(-1)?.route.id ?? ''
  return `/${listRouteParts(routes, id).join('/')}`.replace(/^\/\*$/, NO_ROUTE)
}

test.each(patterns.filter((pattern) => pattern !== '/*'))(
  'counts addresses of %s, with and without its optional parameter, under the route',
  (pattern) => {
    const examplePath = pattern.replace(/:\w+\??/g, '12345').replace('*', 'a/b')
    expect(findPattern(examplePath)).toBe(findFrameworkPattern(examplePath))
    const shortPattern = pattern.replace(/\/:\w+\?$/, '') || '/'
    expect(findPattern(shortPattern.replace(/:\w+\??/g, '12345').replace('*', 'a'))).toBe(
      findFrameworkPattern(shortPattern.replace(/:\w+\??/g, '12345').replace('*', 'a')),
    )
  },
)

test.each(['/wp-admin', '/ana@example.com', '/orders/12/34/56', '/%00', '/publications/1/2/3/4'])(
  'counts %s, which is no page, as unknown',
  (path) => expect(findPattern(path)).toBe(NO_ROUTE),
)

test('ignores case and a trailing slash', () => {
  expect(findPattern('/ORDERS/77/')).toBe('/orders/:id')
})
