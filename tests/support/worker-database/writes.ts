import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { listWrittenTables } from './written-tables.ts'

/** Marks the statements that empty tables, which are not recorded. */
export const emptying = '/* emptying */ '

/** The channels where the driver publishes all statements of this process. */
const sentByDriver = ['tracing:mysql2:query:start', 'tracing:mysql2:execute:start']

/** Records the tables that may have rows: all tables after a child process, whose statements are not seen. */
export function trackWrites(tables: ReadonlySet<string>, cascades: ReadonlyMap<string, readonly string[]>) {
  let changedTables = new Set(tables)
  let children: ChildProcess[] = []
  const recordWrite = (message: unknown) => {
    const statement = getField(message, 'query')
    if (typeof statement !== 'string') throw new Error('The driver publishes no statement')
    if (statement.startsWith(emptying)) return
    for (const table of listWrittenTables(statement, tables)) {
      changedTables.add(table)
      for (const child of cascades.get(table) ?? []) changedTables.add(child)
    }
  }
  for (const channel of sentByDriver) subscribe(channel, recordWrite)
  subscribe('child_process', (message) => {
    const child = getField(message, 'process')
    if (isProcess(child)) children.push(child)
  })
  return {
    /** Returns the tables written since the last call. */
    take(): Set<string> {
      if (children.some((child) => !isBrowser(child))) changedTables = new Set(tables)
      children = children.filter((child) => child.exitCode === null && child.signalCode === null)
      const taken = changedTables
      changedTables = new Set()
      return taken
    },
    /** Assumes again that all tables may have rows. */
    forget(): void {
      changedTables = new Set(tables)
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
