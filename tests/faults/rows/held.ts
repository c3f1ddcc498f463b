import { basename } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { faultRows, type Invariant, letters, rowsIn } from './table.ts'

/** The invariants that the running test has passed, and the texts of the pages that its buyers saw. */
const held = new Set<Invariant>()
const pagesRead: string[] = []

/** Records a passed invariant. `pages` are the texts of the pages that invariant M checks. */
export function recordInvariant(invariant: Invariant, pages: string[] = []): void {
  held.add(invariant)
  pagesRead.push(...pages)
}

/** A case that passed all invariants: its title with values, and the rows whose texts a buyer saw. */
export type Run = { file: string; title: string; words: number[] }

/** Fails a passed test that names rows but has not checked all six invariants. Call it once in each test file. */
export function watchRows(recordRun: (run: Run) => void): void {
  beforeEach(() => {
    held.clear()
    pagesRead.length = 0
  })
  afterEach(({ task }) => {
    const rows = rowsIn(task.name)
    if (rows.length === 0 || task.result?.state === 'fail') return
    expect({ test: task.name, held: letters.filter((letter) => held.has(letter)) }).toEqual({
      test: task.name,
      held: [...letters],
    })
    const words = rows.filter((row) => pagesRead.some((page) => page.includes(faultRows[row]?.words ?? '\0')))
    recordRun({ file: basename(task.file.filepath), title: task.name, words })
  })
}
