import { join } from 'node:path'
import { readJson, writeWhole } from '../dev-services/files.mjs'
import { printLine } from '../dev-services/log.mjs'
import { root } from '../dev-services/paths.mjs'
import { timesFile } from './changed.mjs'
import { kinds } from './kinds.mjs'

const budgetFile = join(root, 'scripts', 'test', 'budget.json')

export class Report {
  constructor() {
    this.budgets = readJson(budgetFile) ?? {}
    /** @type {import('./steps.mjs').Line[]} */
    this.lines = []
    /** @type {{ name: string, ms: number }[]} */
    this.steps = []
    /** @type {(import('./steps.mjs').TestTime & { kind: string })[]} */
    this.tests = []
    /** @type {string[]} */
    this.servers = []
    /** @type {string[]} */
    this.left = []
    /** @type {Record<string, number>} */
    this.fileSeconds = {}
  }

  /**
   * Adds a failure for each test that passed only on the second try without a stated reason.
   * @param {string} kind @param {import('./steps.mjs').Results} results
   */
  addResults(kind, { lines, tests, fileSeconds }) {
    for (const line of lines) this.addLine(line)
    this.tests.push(...tests.map((test) => ({ ...test, kind })))
    for (const [file, seconds] of Object.entries(fileSeconds)) {
      const earlierSeconds = this.fileSeconds[file] ?? seconds
      // Zero marks a failure, also if the file passes on the other server.
      this.fileSeconds[file] = seconds && earlierSeconds && Math.max(seconds, earlierSeconds)
    }
    for (const { name, file, unstable, passedAgain } of tests)
      if (passedAgain && !unstable) this.fail('unstable', `passed on the second try only: ${file}: ${name}`)
  }

  /** Merges a line into the one of the same label, because a folder may hold two kinds of tests. @param {import('./steps.mjs').Line} line */
  addLine(line) {
    const earlierLine = this.lines.find(({ label }) => label === line.label)
    if (!earlierLine) return void this.lines.push(line)
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped', 'ms']))
      earlierLine[key] += line[key]
    earlierLine.failures.push(...line.failures)
  }

  /** Fails slow tests without a reason. Limits grow on machines slower than the budget's. */
  checkSlow() {
    const factor = this.slowness()
    for (const { name, file, kind, ms, slow, passedAgain } of this.tests) {
      const limit = (kinds[kind]?.slowAfterMs ?? 0) * factor
      if (ms > limit && !slow && !passedAgain)
        this.fail('slow', `${formatSeconds(ms)} without a reason: ${file}: ${name}`)
    }
  }

  /** Returns how many times the budget this run's tests took, at least 1. */
  slowness() {
    const budgetedLines = this.lines.filter(({ label, ms }) => ms > 0 && this.budgets.tests?.[label])
    const sumDurations = (/** @type {number[]} */ durations) =>
      durations.reduce((sum, duration) => sum + duration, 0)
    const budgetMs = sumDurations(budgetedLines.map(({ label }) => this.budgets.tests[label] * 1000))
    return budgetMs === 0 ? 1 : Math.max(1, sumDurations(budgetedLines.map(({ ms }) => ms)) / budgetMs)
  }

  /** @param {string} label @param {string} reason */
  fail(label, reason) {
    const line = this.lines.find((existingLine) => existingLine.label === label && existingLine.passed === 0)
    if (line) {
      line.failed++
      line.failures.push(reason)
    } else this.lines.push({ label, passed: 0, failed: 1, skipped: 0, ms: 0, failures: [reason] })
  }

  print() {
    this.checkSlow()
    const { budgets } = this
    const failed = this.total('failed')
    const passed = this.total('passed')
    for (const { label, passed, failed, skipped, ms } of this.lines) {
      const mark = failed > 0 ? '✖' : '✔'
      const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
      printLine(
        `${mark} ${label.padEnd(26)} ${counts.padEnd(34)} ${formatBeside(ms, budgets.tests?.[label])}`,
      )
    }
    printSection(
      'Steps, seconds now / budget',
      this.steps.map(({ name, ms }) => `${name.padEnd(40)} ${formatBeside(ms, budgets.steps?.[name])}`),
    )
    printSection('Database servers', this.servers)
    const slowest = this.tests.toSorted((first, second) => second.ms - first.ms).slice(0, 20)
    printSection(
      'Slowest tests',
      slowest.map(({ ms, file, name }) => `${formatSeconds(ms).padStart(8)}  ${file}: ${name}`),
    )
    printSection('Not in this run', this.left)
    printSection(
      'Unstable, with an open reason',
      this.tests.flatMap(({ passedAgain, unstable, file, name }) =>
        passedAgain && unstable ? [`${file}: ${name}: ${unstable}`] : [],
      ),
    )
    printSection(
      'Failures',
      this.lines.flatMap(({ label, failures }) => failures.map((name) => `${label}: ${name}`)).slice(0, 60),
    )
    this.store()
    printLine(`\n${passed} passed, ${failed + (passed + failed === 0 ? 1 : 0)} failed`)
    return failed > 0 || passed === 0
  }

  /** Stores the seconds per file for `npm test -- changed`; with TEST_BUDGET=write, also the budget. */
  store() {
    if (this.tests.length > 0)
      writeWhole(timesFile, JSON.stringify({ ...readJson(timesFile), ...this.fileSeconds }))
    if (process.env.TEST_BUDGET !== 'write') return
    const roundPairs = (/** @type {[string, number][]} */ pairs) =>
      Object.fromEntries(pairs.map(([name, ms]) => [name, Math.ceil(ms / 1000)]))
    const budget = {
      steps: roundPairs(this.steps.map(({ name, ms }) => [name, ms])),
      tests: roundPairs(this.lines.filter(({ ms }) => ms > 0).map(({ label, ms }) => [label, ms])),
    }
    writeWhole(budgetFile, `${JSON.stringify(budget, null, 2)}\n`)
  }

  /** @param {'passed' | 'failed'} key */
  total(key) {
    return this.lines.reduce((sum, line) => sum + line[key], 0)
  }
}

/** @param {number} ms */
function formatSeconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}

/** @param {number} ms @param {number | undefined} budget seconds */
function formatBeside(ms, budget) {
  return `${(ms / 1000).toFixed(1).padStart(8)} / ${budget ?? '–'} s`
}

/** @param {string} title @param {string[]} lines */
function printSection(title, lines) {
  if (lines.length > 0) printLine(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}
