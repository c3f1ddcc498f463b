import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { tablesWrittenBy } from './written-tables.ts'

/** Marks the statements that empty tables, which are not recorded. */
export const emptying = '/* emptying */ '

/** The channels where the driver publishes all statements of this process. */
const sentByDriver = ['tracing:mysql2:query:start', 'tracing:mysql2:execute:start']

/** Records which tables may have rows; all while a child process runs, whose statements are not seen. */
export function noteWrites(
  tables: ReadonlySet<string>,
  changedAlong: ReadonlyMap<string, readonly string[]>,
) {
  let written = new Set(tables)
  let children: ChildProcess[] = []
  const note = (message: unknown) => {
    const statement = getField(message, 'query')
    if (typeof statement !== 'string') throw new Error('The driver publishes no statement')
    if (statement.startsWith(emptying)) return
    for (const table of tablesWrittenBy(statement, tables)) {
      written.add(table)
      for (const child of changedAlong.get(table) ?? []) written.add(child)
    }
  }
  for (const channel of sentByDriver) subscribe(channel, note)
  subscribe('child_process', (message) => {
    const child = getField(message, 'process')
    if (isProcess(child)) children.push(child)
  })
  return {
    /** Returns the tables written since the last call. */
    take(): Set<string> {
      if (children.some((child) => !isBrowser(child))) written = new Set(tables)
      children = children.filter((child) => child.exitCode === null && child.signalCode === null)
      const taken = written
      written = new Set()
      return taken
    },
    /** Assumes again that all tables may have rows. */
    forget(): void {
      written = new Set(tables)
    },
  }
}

/** A browser has no connection to the database. */
function isBrowser({ spawnfile }: ChildProcess): boolean {
  return /chrom/i.test(spawnfile ?? '')
}

function isProcess(value: unknown): value is ChildProcess {
  return typeof value === 'object' && value !== null && 'exitCode' in value
}

function getField(message: unknown, field: string): unknown {
  return typeof message === 'object' && message !== null ? Reflect.get(message, field) : undefined
}
