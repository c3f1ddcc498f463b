import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']
type Node = { children: Map<string, Node>; parameterNode?: Node; pattern?: string; splatName?: string }

export const NO_ROUTE = '(none)'

/** Returns a function from a path to its route ('/orders/:id'), as metrics must not contain raw paths. */
export function makeRoutePatterns(routes: Routes): (path: string) => string {
  const root: Node = { children: new Map() }
  for (const [id, route] of Object.entries(routes))
    if (route.index || route.path !== undefined) addPattern(root, listRouteParts(routes, id))
  return (path) => findPattern(root, path.toLowerCase().split('/').filter(Boolean), 0) ?? NO_ROUTE
}

export function listRouteParts(routes: Routes, id: string): string[] {
  const route = routes[id]
  if (!route) return []
  const parentParts = route.parentId ? listRouteParts(routes, route.parentId) : []
  return [...parentParts, ...(route.path ?? '').split('/').filter(Boolean)]
}

function addPattern(root: Node, parts: readonly string[]): void {
  const pattern = `/${parts.join('/')}`
  let node = root
  for (const part of parts) {
    if (part === '*') {
      node.splatName ??= pattern === '/*' ? NO_ROUTE : pattern
      return
    }
    // Without the optional part, the path ends here.
    if (part.endsWith('?')) node.pattern ??= pattern
    node = getChild(node, part)
  }
  node.pattern ??= pattern
}

function getChild(node: Node, part: string): Node {
  if (part.startsWith(':')) {
    node.parameterNode ??= { children: new Map() }
    return node.parameterNode
  }
  const name = part.toLowerCase()
  const child = node.children.get(name) ?? { children: new Map() }
  node.children.set(name, child)
  return child
}

function findPattern(node: Node, parts: readonly string[], index: number): string | undefined {
  const part = parts[index]
  if (part === undefined) return node.pattern ?? node.splatName
  // Fixed segments of an address precede parameters, as in Remix.
  const namedNode = node.children.get(part)
  return (
    (namedNode && findPattern(namedNode, parts, index + 1)) ??
    (node.parameterNode && findPattern(node.parameterNode, parts, index + 1)) ??
    node.splatName
  )
}
