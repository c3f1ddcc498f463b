import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../dev-services/paths.mjs'

/**
 * Playwright runs kinds without `projects` (of vitest.config.ts). `because`: why tests may exceed five seconds.
 * @typedef {{ matches: (path: string) => boolean, projects?: string[], needsBuild?: boolean, usesDatabase?: boolean,
 *   slowAfterMs: number, because?: string }} Kind
 */

/** Kinds by name. A file belongs to the first kind that matches its path below tests/. @type {Record<string, Kind>} */
export const kinds = {
  e2e: {
    matches: (path) => path.endsWith('.spec.ts'),
    needsBuild: true,
    slowAfterMs: 60_000,
    because: 'a journey in a browser opens a dozen pages and waits for the worker',
  },
  faults: {
    matches: (path) => path.startsWith('faults/'),
    projects: ['faults'],
    needsBuild: true,
    usesDatabase: true,
    slowAfterMs: 60_000,
    because: 'a fault takes processes that start, fail and are waited for',
  },
  database: {
    matches: (path) =>
      /^(?:models|routes|jobs|api|import)\/|^mails\/.*\//.test(path) || path.includes('.own-process.'),
    projects: ['database', 'own process'],
    usesDatabase: true,
    slowAfterMs: 5_000,
  },
  rules: { matches: () => true, projects: ['rules'], slowAfterMs: 5_000 },
}

/** Folders whose tests `npm test` runs on both servers. Of other tests, it replays the statements. */
export const foldersOnBothServers = ['models', 'import']
/** Tests of the first server only, since on the second one the fault tests seed a demonstration. */
const onFirstServerOnly = ['tests/models/seed.test.ts']

/** @param {string} path */
export function isOnBothServers(path) {
  return (
    foldersOnBothServers.some((folder) => path.startsWith(`tests/${folder}/`)) &&
    !onFirstServerOnly.includes(path)
  )
}

/** Returns all test files except those of tests/cluster, which have a command of their own. */
export function listTestFiles() {
  return readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:test\.tsx?|spec\.ts)$/.test(path) && !path.startsWith('cluster/'))
    .sort()
    .map((path) => ({ path: `tests/${path}`, kind: findKind(path) }))
}

/** @param {string} path below tests/ */
function findKind(path) {
  return Object.keys(kinds).find((name) => kinds[name]?.matches(path)) ?? 'rules'
}

/** Returns the folders directly below tests/ that contain tests. */
export function listTestFolders() {
  return [
    ...new Set(
      listTestFiles()
        .map(({ path }) => path.split('/')[1] ?? '')
        .filter((name) => !name.includes('.')),
    ),
  ]
}

/** @param {{ path: string, kind: string }[]} files */
export function groupByKind(files) {
  /** @type {Map<string, string[]>} */
  const pathsByKind = new Map()
  for (const { path, kind } of files) pathsByKind.set(kind, [...(pathsByKind.get(kind) ?? []), path])
  return pathsByKind
}
