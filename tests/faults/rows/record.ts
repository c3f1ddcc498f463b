import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Run } from './held.ts'
import { rowsIn } from './table.ts'

const folder = join(import.meta.dirname, '..')
const recordFile = join(import.meta.dirname, 'held.json')

export const servers = ['MariaDB', 'MySQL'] as const

/** The number of passed cases of a test by server, and the rows whose texts buyers saw. */
type Held = { cases: Record<string, number>; words: number[] }
/** Results by file and title. */
export type HeldRecord = Record<string, Record<string, Held>>

/** A test that names rows, by its title in the source. */
export type RowTest = { file: string; path: string; title: string; rows: number[] }

/** Returns the files of fault tests below tests/faults. */
export function testPaths(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
}

/** Returns the tests that name rows, by file and position. */
export function rowTests(): RowTest[] {
  return testPaths().flatMap((path) => {
    const titles = readFileSync(join(folder, path), 'utf8').matchAll(/'([^'\n]+\(rows? [\d, ]+\))',/g)
    return [...titles].map(([, title = '']) => ({ file: basename(path), path, title, rows: rowsIn(title) }))
  })
}

export function readRecord(): HeldRecord {
  return JSON.parse(readFileSync(recordFile, 'utf8'))
}

/** Replaces the results of a file on one server; removes deleted tests. */
export function recordRun(file: string, server: string, runs: readonly Run[]): void {
  const record = readRecord()
  const fileRecord = record[file] ?? {}
  const fileTests = rowTests().filter((test) => test.file === file)
  const tests = fileTests.map(({ title }): [string, Held] => {
    const cases = runs.filter((run) => makePattern(title).test(run.title))
    const words = new Set([...(fileRecord[title]?.words ?? []), ...cases.flatMap((run) => run.words)])
    return [
      title,
      {
        cases: { ...fileRecord[title]?.cases, ...(cases.length > 0 ? { [server]: cases.length } : {}) },
        words: [...words].sort((a, b) => a - b),
      },
    ]
  })
  const newRecord = { ...record, [file]: Object.fromEntries(tests) }
  const sorted = Object.fromEntries(Object.entries(newRecord).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(recordFile, `${JSON.stringify(sorted, null, 2)}\n`)
}

/** Returns a pattern for the titles of a test's cases. */
function makePattern(title: string): RegExp {
  const parts = title.split('%s').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}
