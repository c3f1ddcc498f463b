import { join } from 'node:path'
import { readJson } from '../dev-services/files.mjs'
import { findPackageCommand, root } from '../dev-services/paths.mjs'
import { kinds } from './kinds.mjs'

/**
 * In a Line, `ms` adds up the times of files (vitest) or tests (Playwright), which run at the same time.
 * @typedef {{ label: string, passed: number, failed: number, skipped: number, ms: number, failures: string[] }} Line
 * @typedef {{ name: string, file: string, ms: number, slow?: string, unstable?: string, passedAgain: boolean }} TestTime
 * @typedef {{ lines: Line[], tests: TestTime[], fileSeconds: Record<string, number> }} Results
 * @typedef {{ script: string, args: string[] }} Call
 */

/** @param {string} name @param {string[]} [files] the files to lint; all by default @returns {Call} */
export function makeLintCall(name, files = ['.']) {
  return name === 'typecheck'
    ? { script: findPackageCommand('typescript-native', 'tsc'), args: ['--noEmit', '--checkers', '2'] }
    : { script: findPackageCommand('@biomejs/biome', 'biome'), args: ['ci', '--colors=off', ...files] }
}

/** @param {string} kind @param {string[]} files @param {string} results @param {boolean} [updates] @returns {Call} */
export function makeTestCall(kind, files, results, updates = false) {
  const { projects } = kinds[kind] ?? {}
  if (!projects) {
    return {
      script: findPackageCommand('@playwright/test', 'playwright'),
      args: ['test', '--reporter=list,json', ...files.map(makeExactPattern)],
    }
  }
  const notesReporter = `--reporter=${join(root, 'scripts', 'test', 'run-notes.mjs')}`
  return {
    script: findPackageCommand('vitest'),
    args: [
      ...[
        'run',
        '--retry=1',
        '--reporter=default',
        '--reporter=json',
        notesReporter,
        `--outputFile.json=${results}`,
      ],
      ...(updates ? ['--update'] : []),
      ...projects.flatMap((project) => ['--project', project]),
      ...files,
    ],
  }
}

/** Returns a pattern for exactly this path, since Playwright expects patterns. @param {string} path */
function makeExactPattern(path) {
  return `${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
}

/** @param {string} results the JSON report */
export const getRunNotesPath = (results) => results.replace(/\.json$/, '-notes.json')

/**
 * Reads a run's report. Adds a failure if no test ran, or if the run failed although no test did.
 * @param {string} kind @param {string} results @param {{ ok: boolean, server?: string }} run @returns {Results}
 */
export function readResults(kind, results, { ok, server }) {
  const report = readJson(results)
  const ownResults = kinds[kind]?.projects
    ? readVitest(report, readJson(getRunNotesPath(results)))
    : readPlaywright(report)
  const hasRunTests = ownResults.lines.some(({ passed, failed }) => passed + failed > 0)
  const hasFailure = ownResults.lines.some(({ failed }) => failed > 0)
  if (!hasRunTests || (!ok && !hasFailure)) {
    const reason = hasRunTests ? 'the run failed outside its tests' : 'no test ran'
    ownResults.lines.push({
      label: kind,
      passed: 0,
      failed: 1,
      skipped: 0,
      ms: 0,
      failures: [reason, ...(ownResults.errors ?? [])],
    })
  }
  const labelWithServer = (/** @type {string} */ label) => (server ? `${label}, ${server}` : label)
  return {
    ...ownResults,
    lines: ownResults.lines.map((line) => ({ ...line, label: labelWithServer(line.label) })),
  }
}

/** @param {any} report @param {any} notes @returns {Results & { errors: string[] }} */
function readVitest(report, notes) {
  /** @type {Map<string, Line>} */
  const lines = new Map()
  /** @type {Results['fileSeconds']} */
  const fileSeconds = {}
  /** @type {TestTime[]} */
  const tests = []
  for (const { name, startTime = 0, endTime = 0, status, assertionResults } of report?.testResults ?? []) {
    const file = name.slice(root.length + 1)
    const [, folder = '', ...pathBelowFolder] = file.split('/')
    // The folder below tests/; files directly in tests/ have none.
    const label = pathBelowFolder.length > 0 ? folder : 'tests'
    const line = lines.get(label) ?? { label, passed: 0, failed: 0, skipped: 0, ms: 0, failures: [] }
    lines.set(label, line)
    line.ms += Math.max(0, endTime - startTime)
    // Zero marks a failed file, which `changed` runs first; a skipped file took no time either.
    fileSeconds[file] = status === 'failed' ? 0 : Math.max(1, endTime - startTime) / 1000
    for (const test of assertionResults) {
      if (test.status === 'passed') line.passed++
      else if (test.status === 'failed') addFailure(line, `${file}: ${test.fullName}`)
      else line.skipped++
      const { slow, unstable } = test.meta ?? {}
      const passedAgain = notes?.unstable?.includes(`${file}: ${test.fullName}`) ?? false
      tests.push({ name: test.title, file, ms: test.duration ?? 0, slow, unstable, passedAgain })
    }
    if (status === 'failed' && !assertionResults.some((/** @type {any} */ test) => test.status === 'failed'))
      addFailure(line, `${file}: could not be loaded`)
  }
  return { lines: [...lines.values()], tests, fileSeconds, errors: notes?.errors ?? [] }
}

/** @param {any} report @returns {Results & { errors: string[] }} */
function readPlaywright(report) {
  /** @type {Line} */
  const line = { label: 'e2e', passed: 0, failed: 0, skipped: 0, ms: 0, failures: [] }
  /** @type {Results['fileSeconds']} */
  const fileSeconds = {}
  /** @type {TestTime[]} */
  const tests = []
  for (const spec of listSpecs(report?.suites)) {
    const file = `tests/e2e/${spec.file}`
    for (const { projectName, status, results, annotations = [] } of spec.tests) {
      const ms = results.reduce(
        (/** @type {number} */ sum, /** @type {any} */ result) => sum + result.duration,
        0,
      )
      const findReason = (/** @type {string} */ type) =>
        annotations.find((/** @type {any} */ annotation) => annotation.type === type)?.description
      const name = `${spec.title} (${projectName})`
      line.ms += ms
      fileSeconds[file] = (fileSeconds[file] ?? 0) + ms / 1000
      if (status === 'expected' || status === 'flaky') line.passed++
      else if (status === 'unexpected') addFailure(line, `${file}: ${name}`)
      else {
        line.skipped++
        continue
      }
      tests.push({
        name,
        file,
        ms,
        slow: findReason('slow'),
        unstable: findReason('unstable'),
        passedAgain: status === 'flaky',
      })
    }
  }
  const errors = (report?.errors ?? []).map(
    (/** @type {any} */ error) => String(error.message).split('\n')[0],
  )
  return { lines: report?.stats ? [line] : [], tests, fileSeconds, errors }
}

/** @param {any[] | undefined} suites @returns {any[]} */
function listSpecs(suites = []) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...listSpecs(suite.suites)])
}

/** @param {Line} line @param {string} name */
function addFailure(line, name) {
  line.failed++
  line.failures.push(name)
}
