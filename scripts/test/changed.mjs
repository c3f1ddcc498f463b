import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { captureOutput, findExecutable } from '../dev-services/command.mjs'
import { readJson } from '../dev-services/files.mjs'
import { Problem } from '../dev-services/log.mjs'
import { dataRoot, root } from '../dev-services/paths.mjs'
import { groupByKind, kinds, listTestFiles } from './kinds.mjs'

/** The limit in seconds: a change of one page is tested within three minutes on two cores. */
const SECONDS_PER_RUN = 125
const defaultSeconds = 2

export const timesFile = join(dataRoot, 'test-times.json')

/** @param {string[]} args */
function runGit(...args) {
  const command = findExecutable(['git'], ['/usr/bin', '/usr/local/bin']) ?? 'git'
  return captureOutput(command, ['-C', root, ...args])?.trim()
}

/** @param {string} name */
export const isCommit = (name) => runGit('rev-parse', '--verify', '--quiet', `${name}^{commit}`) !== undefined

/** @param {string[]} changed paths below the root @param {Record<string, number>} [knownSeconds] by path */
export function selectChanged(changed, knownSeconds = readJson(timesFile) ?? {}) {
  const routes = findChangedRoutes(changed)
  const nearestTests = prependFailed(findNearestTests(changed), knownSeconds).filter(
    ({ path }) => routes.length === 0 || path !== accessTest,
  )
  const chosenTests = chooseWithinTime(nearestTests, knownSeconds)
  const journeys = findNearJourneys(changed)
  const files = groupByKind([
    ...(routes.length > 0 ? [{ path: accessTest, kind: 'database' }] : []),
    ...chosenTests,
  ])
  if (journeys.length > 0) files.set('e2e', journeys)
  const needsTypes = changed.some((path) => /\.(?:tsx?|mjs|js|json)$/.test(path))
  const lintFiles = changed.filter(
    (path) => /\.(?:tsx?|mjs|cjs|js|json|css)$/.test(path) && existsSync(join(root, path)),
  )
  return {
    checks: [...(needsTypes ? ['typecheck'] : []), ...(lintFiles.length > 0 ? ['lint'] : [])],
    lintFiles,
    files,
    routes,
    left:
      nearestTests.length > chosenTests.length
        ? [
            `${nearestTests.length - chosenTests.length} test files that reach the change over more imports (npm test runs them)`,
          ]
        : [],
  }
}

/** This test tries only the changed routes if nothing else changed: it finds a missing guard in seconds. */
const accessTest = 'tests/routes/access.test.ts'

/** Returns the changed routes; none if another file of the shop changed too. @param {string[]} changed */
function findChangedRoutes(changed) {
  const routeTable = readFileSync(join(root, 'app', 'routes.ts'), 'utf8')
  const shopFiles = changed.filter((path) => /^(?:app|server)\//.test(path))
  const routes = shopFiles.filter((path) => routeTable.includes(`'${path.slice('app/'.length)}'`))
  return routes.length === shopFiles.length
    ? routes.map((path) => path.slice('app/routes/'.length).replace(/\.tsx?$/, ''))
    : []
}

/**
 * Prepends the files that failed when they last ran, even if the change does not reach them, except those that need
 * a build. @param {{ path: string, kind: string }[]} files @param {Record<string, number>} knownSeconds
 */
function prependFailed(files, knownSeconds) {
  const failedFiles = listTestFiles().filter(
    ({ path, kind }) => knownSeconds[path] === 0 && !kinds[kind]?.needsBuild,
  )
  const failedPaths = new Set(failedFiles.map(({ path }) => path))
  return [...failedFiles, ...files.filter(({ path }) => !failedPaths.has(path))]
}

/** @template {{ path: string }} File @param {File[]} files @param {Record<string, number>} knownSeconds @returns {File[]} */
function chooseWithinTime(files, knownSeconds) {
  let seconds = 0
  return files.filter(({ path }) => {
    const fileSeconds = knownSeconds[path] || defaultSeconds
    if (seconds + fileSeconds > SECONDS_PER_RUN) return false
    seconds += fileSeconds
    return true
  })
}

function findMergeBase() {
  const branch = ['origin/main', 'main', 'origin/HEAD'].find(isCommit)
  const base = branch && runGit('merge-base', 'HEAD', branch)
  if (!base) throw new Problem('No main branch to compare with: name a commit (npm test -- changed COMMIT).')
  return base
}

/** Includes untracked files. @param {string} [base] the merge base with the main branch if left out */
export function listChangedFiles(base = findMergeBase()) {
  const lines = [runGit('diff', '--name-only', base), runGit('ls-files', '--others', '--exclude-standard')]
  return [...new Set(lines.flatMap((text) => (text ? text.split('\n') : [])))].sort()
}

/**
 * Returns the tests that import a changed file, also indirectly, or read it. Tests with fewer imports in
 * between and more words of the path in common come first. Tests that need a build count only if they changed
 * themselves. @param {string[]} changed
 */
function findNearestTests(changed) {
  const importers = mapImporters()
  /** @type {Map<string, number>} */
  const distances = new Map(changed.map((path) => [path, 0]))
  // A Map's loop also visits entries that are added during it, so importers of importers follow.
  for (const [path, steps] of distances)
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, steps + 1)
  for (const { path } of listTestFiles())
    if (!distances.has(path) && readsChangedFile(path, changed)) distances.set(path, 1)
  const changedParts = new Set(changed.flatMap(listPathParts))
  const calculateRank = (/** @type {string} */ path) =>
    (distances.get(path) ?? 0) - listPathParts(path).filter((word) => changedParts.has(word)).length
  return listTestFiles()
    .filter(({ path, kind }) => distances.has(path) && (!kinds[kind]?.needsBuild || changed.includes(path)))
    .toSorted((first, second) => calculateRank(first.path) - calculateRank(second.path))
}

const pathPattern =
  /['"`]((?:app|db|server|scripts|docs|ops|docker)(?:\/[^'"`\n]*)?|[\w-]+\.(?:json|yml|md|ts))['"`]/g

/** Returns true if the test reads files and names a changed path. @param {string} test @param {string[]} changed */
function readsChangedFile(test, changed) {
  const text = readFileSync(join(root, test), 'utf8')
  if (!/\bread(?:dir|File)Sync\(/.test(text)) return false
  const namedPaths = [...text.matchAll(pathPattern)].map(([, name = '']) => name)
  return changed.some((path) => namedPaths.some((name) => path === name || path.startsWith(`${name}/`)))
}

/** Returns the words of the path below its first folder, without the plural's s. @param {string} path */
function listPathParts(path) {
  const [, ...parts] = path.split(/[/.]/)
  return parts
    .filter((word) => !/^(?:server|tsx?|mjs|test|spec|own-process|index)$/.test(word))
    .map((word) => word.replace(/s$/, ''))
}

/** Returns the importers of each file; import.meta.glob counts as an import. */
function mapImporters() {
  const files = ['app', 'server', 'db', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs|js|json|css)$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  /** @type {Map<string, string[]>} */
  const importers = new Map()
  for (const file of files) {
    if (!/\.(?:tsx?|mjs|js)$/.test(file)) continue
    for (const target of listImports(file, files))
      importers.set(target, [...(importers.get(target) ?? []), file])
  }
  return importers
}

const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]((?:\.|#)[^'"]+)['"]/g
const globPattern = /import\.meta\.glob[^(]*\(\s*['"]([^'"{*]*)(?:\{([^}]*)\})?/g

/** @param {string} file @param {string[]} files every file of the source folders */
function listImports(file, files) {
  const text = readFileSync(join(root, file), 'utf8')
  const toPathBelow = (/** @type {string} */ path) => relative(root, resolve(root, dirname(file), path))
  const names = [...text.matchAll(importPattern)].map(([, name = '']) =>
    name.startsWith('#') ? name.slice(1) : toPathBelow(name),
  )
  const folders = [...text.matchAll(globPattern)].flatMap(([, start = '', choices = '']) =>
    choices.split(',').map((choice) => toPathBelow(start + choice.replace(/\*.*$/, ''))),
  )
  return [...names, ...files.filter((each) => folders.some((folder) => each.startsWith(folder)))]
}

/** Returns the journeys of the nearest folder that has any, or the tour for a style. @param {string[]} changed */
function findNearJourneys(changed) {
  const journeys = listTestFiles()
    .filter(({ kind }) => kind === 'e2e')
    .map(({ path }) => path)
  const nearJourneys = changed.flatMap((path) => {
    if (journeys.includes(path)) return [path]
    if (path.startsWith('app/styles/')) return ['tests/e2e/platform/tour.spec.ts']
    if (!/^app\/(?:routes|models|mails|forms|http|ui)\//.test(path)) return []
    const folders = dirname(path).split('/').slice(2).reverse()
    for (const folder of folders) {
      const folderJourneys = journeys.filter((journey) => journey.slice('tests/e2e/'.length).includes(folder))
      if (folderJourneys.length > 0) return folderJourneys
    }
    return []
  })
  return [...new Set(nearJourneys)]
}
