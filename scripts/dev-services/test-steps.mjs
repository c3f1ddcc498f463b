/** The steps of `npm test`: what each runs, and how its result is counted. */
import { join } from 'node:path'
import { readJson } from './files.mjs'
import { packageCommand, root } from './paths.mjs'

/**
 * @typedef {{ label: string, passed: number, failed: number, skipped?: number, ms: number, names?: string[] }} Line
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
export const databaseProjects = ['--project', 'database', '--project', 'faults']

/**
 * @param {string} results the JSON report
 * @param {string[]} filters
 * @returns {Call}
 */
export function unitCall(results, filters) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`]
  return { script: packageCommand('vitest'), args: ['run', ...reporters, ...filters] }
}

/**
 * @param {string[]} filters
 * @returns {Call}
 */
export function e2eCall(filters) {
  return {
    script: packageCommand('@playwright/test', 'playwright'),
    args: ['test', '--reporter=list,json', ...filters],
  }
}

/**
 * One line for each folder of tests/. A file that could not even be loaded counts as one failure.
 * @param {string} results
 * @param {boolean} ok the exit code was 0
 * @returns {Line[]}
 */
export function unitLines(results, ok) {
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
  return withVerdict([...lines.values()], 'unit', ok)
}

/** @param {{ status: string }} test */
const isFailed = (test) => test.status === 'failed'

/**
 * @param {string} results
 * @param {boolean} ok
 * @param {number} ms
 * @returns {Line[]}
 */
export function e2eLines(results, ok, ms) {
  const report = readJson(results)
  if (!report?.stats) return withVerdict([], 'e2e', ok)
  const { expected, flaky, unexpected, skipped } = report.stats
  /** @type {Line} */
  const line = { label: 'e2e', passed: expected + flaky, failed: unexpected, skipped, ms, names: [] }
  collectFaults(report.suites ?? [], line)
  return withVerdict([line], 'e2e', ok)
}

/**
 * @param {any[]} suites
 * @param {Line} line
 */
function collectFaults(suites, line) {
  for (const suite of suites) {
    for (const spec of suite.specs ?? []) if (!spec.ok) line.names?.push(`${spec.file}: ${spec.title}`)
    collectFaults(suite.suites ?? [], line)
  }
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
 * A run that failed as a whole, or ran nothing, is a failure even when no single test says so.
 * @param {Line[]} lines
 * @param {string} label
 * @param {boolean} ok
 * @returns {Line[]}
 */
function withVerdict(lines, label, ok) {
  const ran = lines.some((line) => line.passed + line.failed > 0)
  const failed = lines.some((line) => line.failed > 0)
  if (ran && (ok || failed)) return lines
  const reason = ran ? 'a execução falhou fora dos testes' : 'nenhum teste foi executado'
  return [...lines, { label, passed: 0, failed: 1, ms: 0, names: [reason] }]
}
