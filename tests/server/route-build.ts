import type { ServerBuild } from '@remix-run/node'

type Entry = { id: string; path?: string; index?: boolean; parentId?: string }

/** Returns the routes of a build without their modules. */
export function makeRouteBuild(manifest: Record<string, Entry>): ServerBuild['routes'] {
  return Object.fromEntries(
    Object.entries(manifest).map(([id, { path, index, parentId }]) => [
      id,
      { id, path, index, parentId, module: { default: undefined } },
    ]),
  )
}
