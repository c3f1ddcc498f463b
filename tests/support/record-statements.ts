import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { isAcceptedQuery, isRowStatement, reduceStatement } from './statement-shapes.ts'

declare global {
  var recordedStatements: { shapes: Set<string>; unwritten: string[] } | undefined
}

/** Stores one example of each accepted statement shape for scripts/test/replay-statements.ts. */
const folder = process.env.STATEMENTS_DIR
if (folder) {
  const recorded = globalThis.recordedStatements ?? startRecording()
  afterAll(() => {
    mkdirSync(folder, { recursive: true })
    const lines = recorded.unwritten.splice(0).map((statement) => `${JSON.stringify(statement)}\n`)
    appendFileSync(join(folder, `${process.pid}.txt`), lines.join(''))
  })
}

/** Files of one process share the record, so each shape is written once. */
function startRecording() {
  const recorded = { shapes: new Set<string>(), unwritten: [] as string[] }
  globalThis.recordedStatements = recorded
  subscribe('tracing:mysql2:query:asyncStart', (message) => {
    if (!isAcceptedQuery(message) || !isRowStatement(message.query)) return
    const shape = reduceStatement(message.query)
    if (recorded.shapes.has(shape)) return
    recorded.shapes.add(shape)
    recorded.unwritten.push(message.query)
  })
  return recorded
}
