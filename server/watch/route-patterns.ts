import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']
type Node = { named: Map<string, Node>; open?: Node; pattern?: string; rest?: string }

export const NO_ROUTE = '(none)'

/** Returns a function from a path to its route ('/orders/:id'), as metrics must not contain raw paths. */
export function routePatterns(routes: Routes): (path: string) => string {
  const root: Node = { named: new Map() }
  for (const [id, route] of Object.entries(routes))
    if (route.index || route.path !== undefined) add(root, listRouteParts(routes, id))
  return (path) => find(root, path.toLowerCase().split('/').filter(Boolean), 0) ?? NO_ROUTE
}

export function listRouteParts(routes: Routes, id: string): string[] {
  const route = routes[id]
  if (!route) return []
  const parentParts = route.parentId ? listRouteParts(routes, route.parentId) : []
  return [...parentParts, ...(route.path ?? '').split('/').filter(Boolean)]
}

function add(root: Node, parts: readonly string[]): void {
  const pattern = `/${parts.join('/')}`
  let node = root
  for (const part of parts) {
    if (part === '*') {
      node.rest ??= pattern === '/*' ? NO_ROUTE : pattern
      return
    }
    if (part.endsWith('?')) node.pattern ??= pattern
    node = getChild(node, part)
  }
  node.pattern ??= pattern
}

function getChild(node: Node, part: string): Node {
  if (part.startsWith(':')) {
    node.open ??= { named: new Map() }
    return node.open
  }
  const name = part.toLowerCase()
  const child = node.named.get(name) ?? { named: new Map() }
  node.named.set(name, child)
  return child
}

function find(node: Node, parts: readonly string[], at: number): string | undefined {
  const part = parts[at]
  if (part === undefined) return node.pattern ?? node.rest
  // Fixed segments of an address precede parameters, as in Remix.
  const namedNode = node.named.get(part)
  return (
    (namedNode && find(namedNode, parts, at + 1)) ??
    (node.open && find(node.open, parts, at + 1)) ??
    node.rest
  )
}
