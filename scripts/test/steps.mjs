/** The steps of `npm test`: what each runs, and how its result is counted. */
import { join } from 'node:path'
import { readJson } from '../dev-services/files.mjs'
import { packageCommand, root } from '../dev-services/paths.mjs'

/**
 * @typedef {{ label: string, passed: number, failed: number, skipped?: number, ms: number, names?: string[], unstable?: string[] }} Line
 * @typedef {{ name: string, ms: number }} Timed
 * @typedef {{ script: string, args: string[] }} Call
 */

/** Folders of tests/ that have a name of their own on the command line and in the summary. */
export const unitFolders = { rules: 'domain', models: 'models', routes: 'routes', jobs: 'jobs' }

/** @type {Record<string, () => Call>} */
export const checks = {
  typecheck: () => ({ script: packageCommand('typescript', 'tsc'), args: ['--noEmit'] }),
  lint: () => ({ script: packageCommand('@biomejs/biome', 'biome'), args: ['ci', '--colors=off', '.'] }),
}

/** The projects of vitest whose tests ask a database: those that run again on a second server. */
export const databaseProjects = ['database', 'own process', 'faults'].flatMap((name) => ['--project', name])

/**
 * @param {string} results the JSON report
 * @param {string[]} filters
 * @returns {Call}
 */
export function unitCall(results, filters) {
  const notes = `--reporter=${join(root, 'scripts', 'test', 'run-notes.mjs')}`
  const reporters = ['--reporter=default', '--reporter=json', notes, `--outputFile.json=${results}`]
  const args = ['run', '--passWithNoTests', '--retry=1', ...reporters, ...filters]
  return { script: packageCommand('vitest'), args }
}

/**
 * @param {string[]} filters
 * @returns {Call}
 */
export function e2eCall(filters) {
  return {
    script: packageCommand('@playwright/test', 'playwright'),
    args: ['test', '--pass-with-no-tests', '--reporter=list,json', ...filters],
  }
}

/**
 * One line for each folder of tests/. A file that could not even be loaded counts as one failure.
 * @param {string} results
 * @param {boolean} ok the exit code was 0
 * @param {boolean} mayBeEmpty what was asked for may lie in other kinds of tests alone
 * @returns {Line[]}
 */
export function unitLines(results, ok, mayBeEmpty) {
  /** @type {Map<string, Line>} */
  const lines = new Map()
  for (const file of readJson(results)?.testResults ?? []) {
    const folder = file.name.slice(join(root, 'tests').length + 1).split('/')
    const name = folder.length > 1 ? folder[0] : 'tests'
    const label = Object.entries(unitFolders).find(([, path]) => path === name)?.[0] ?? name
    const line = lines.get(label) ?? { label, passed: 0, failed: 0, skipped: 0, ms: 0, names: [] }
    lines.set(label, line)
    line.ms += Math.max(0, (file.endTime ?? 0) - (file.startTime ?? 0))
    for (const test of file.assertionResults) {
      if (test.status === 'passed') line.passed++
      else if (test.status === 'failed') fault(line, test.fullName)
      else line.skipped = (line.skipped ?? 0) + 1
    }
    if (file.status === 'failed' && !file.assertionResults.some(isFailed))
      fault(line, file.name.slice(root.length + 1))
  }
  const { errors, unstable } = readJson(runNotesFile(results)) ?? {}
  const [first] = lines.values()
  if (first) first.unstable = unstable
  return withVerdict([...lines.values()], 'unit', ok, mayBeEmpty, errors)
}

/** Where a run of vitest writes what its JSON report leaves out. @param {string} results the report */
export const runNotesFile = (results) => results.replace(/\.json$/, '-notes.json')

/** @param {{ status: string }} test */
const isFailed = (test) => test.status === 'failed'

/**
 * @param {string} results
 * @param {boolean} ok
 * @param {number} ms
 * @param {boolean} mayBeEmpty
 * @returns {Line[]}
 */
export function e2eLines(results, ok, ms, mayBeEmpty) {
  const report = readJson(results)
  if (!report?.stats) return withVerdict([], 'e2e', ok, mayBeEmpty)
  const { expected, flaky, unexpected, skipped } = report.stats
  /** @type {Line} */
  const line = { label: 'e2e', passed: expected + flaky, failed: unexpected, skipped, ms, names: [] }
  for (const spec of specsOf(report.suites)) if (!spec.ok) line.names?.push(`${spec.file}: ${spec.title}`)
  line.unstable = specsOf(report.suites)
    .filter(({ tests }) => tests.some((/** @type {any} */ test) => test.status === 'flaky'))
    .map((spec) => `${spec.file}: ${spec.title}`)
  return withVerdict(expected + flaky + unexpected > 0 ? [line] : [], 'e2e', ok, mayBeEmpty)
}

/** Every test of a report of vitest or playwright with the time it took. @param {string} results @returns {Timed[]} */
export function timesOf(results) {
  const report = readJson(results)
  const unit = (report?.testResults ?? []).flatMap((/** @type {any} */ file) =>
    file.assertionResults.map((/** @type {any} */ test) => ({
      name: `${file.name.slice(root.length + 1)}: ${test.title}`,
      ms: test.duration ?? 0,
    })),
  )
  const journeys = specsOf(report?.suites).flatMap((spec) =>
    spec.tests.map((/** @type {any} */ test) => ({
      name: `tests/e2e/${spec.file}: ${spec.title} (${test.projectName})`,
      ms: test.results.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.duration, 0),
    })),
  )
  return [...unit, ...journeys]
}

/** @param {any[] | undefined} suites @returns {any[]} */
function specsOf(suites = []) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites)])
}

/**
 * @param {Line} line
 * @param {string} name
 */
function fault(line, name) {
  line.failed++
  line.names?.push(name)
}

/**
 * A run that failed as a whole, or ran nothing it should have run, is a failure even when no single test says so.
 * @param {Line[]} lines
 * @param {string} label
 * @param {boolean} ok
 * @param {boolean} mayBeEmpty
 * @param {string[]} [errors]
 * @returns {Line[]}
 */
function withVerdict(lines, label, ok, mayBeEmpty, errors = []) {
  const ran = lines.some((line) => line.passed + line.failed > 0)
  if (!ran && ok && mayBeEmpty) return []
  const failed = lines.some((line) => line.failed > 0)
  if (ran && (ok || failed)) return lines
  const reason = ran ? 'a execução falhou fora dos testes' : 'nenhum teste foi executado'
  return [...lines, { label, passed: 0, failed: 1, ms: 0, names: [reason, ...errors] }]
}
