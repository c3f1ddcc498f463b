import { rowTests, testPaths } from './record.ts'
import { faultRows, type Part } from './table.ts'

/** Parts whose faults are tested on MySQL and MariaDB, which differ in locks, cut connections and leases. */
const partsOfEachServer: readonly Part[] = ['database', 'worker']

export const isForEachServer = (row: number): boolean =>
  partsOfEachServer.some((part) => part === faultRows[row]?.part)

const listTests = () => rowTests().filter(({ path }) => !path.includes('/'))
const rowNumbers = Object.keys(faultRows).map(Number)

type Selection = { paths: () => string[]; rows?: number[] }

const selections: Record<string, Selection> = {
  /** `npm test` on one server: tests that name a row, outside tests/faults/operation */
  sample: selectRows(rowNumbers),
  /** `npm test` on two servers, on the second: tests of rows of the database or the worker */
  second: selectRows(rowNumbers.filter(isForEachServer)),
  /** `npm test` on two servers, on the first: tests of the other rows */
  first: selectRows(rowNumbers.filter((row) => !isForEachServer(row))),
  full: { paths: testPaths },
}

function selectRows(rows: number[]): Selection {
  return { rows, paths: () => listPaths(rows) }
}

function listPaths(wantedRows: readonly number[]): string[] {
  const matchingTests = listTests().filter(({ rows }) => rows.some((row) => wantedRows.includes(row)))
  return [...new Set(matchingTests.map(({ path }) => path))]
}

/** Returns the selection that FAULTS names. Throws if there is none. */
function findSelection(name = process.env.FAULTS ?? 'full'): Selection {
  const selection = selections[name]
  if (!selection) throw new Error(`FAULTS must be ${Object.keys(selections).join(', ')}, got ${name}`)
  return selection
}

/** Returns the test files that FAULTS selects below tests/faults; without it, all. */
export const selectedPaths = (name?: string): string[] => findSelection(name).paths()

/** Returns a pattern of the titles that FAULTS selects; undefined for all. */
export function selectedTitles(): RegExp | undefined {
  const { rows } = findSelection()
  return rows && new RegExp(`\\(rows? (?:\\d+, )*(?:${rows.join('|')})(?:, \\d+)*\\)$`)
}

/** Returns all cases of a test in the full run, otherwise the first `count`. */
export function sampleCases<Case>(cases: readonly Case[], count: number): readonly Case[] {
  return findSelection().rows ? cases.slice(0, count) : cases
}
