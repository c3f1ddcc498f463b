import { rowTests, testPaths } from './record.ts'
import { faultRows, type Part } from './table.ts'

/** What each server does in its own way: locks, cut connections, leases. */
const partsOfEachServer: readonly Part[] = ['database', 'worker']

export const isForEachServer = (row: number): boolean =>
  partsOfEachServer.some((part) => part === faultRows[row]?.part)

const isOfSample = (path: string) => !path.includes('/')

const selections: Record<string, () => string[]> = {
  /** `npm test`: all but tests/faults/operation. */
  sample: () => testPaths().filter(isOfSample),
  /** `npm test` on its second server: of these the files that try a row of the database or the worker. */
  second: () => {
    const tests = rowTests().filter(({ path, rows }) => isOfSample(path) && rows.some(isForEachServer))
    return [...new Set(tests.map(({ path }) => path))]
  },
  full: testPaths,
}

/** The test files that FAULTS selects, in tests/faults; all without it. */
export function selectedPaths(selection = process.env.FAULTS ?? 'full'): string[] {
  const select = selections[selection]
  if (!select) throw new Error(`FAULTS must be ${Object.keys(selections).join(', ')}, got ${selection}`)
  return select()
}
