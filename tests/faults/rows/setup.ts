import { afterAll } from 'vitest'
import { readServerName } from '../../../scripts/dev-services/database.mjs'
import { type Run, watchRows } from './held.ts'
import { recordRun } from './record.ts'

const runs: Run[] = []

watchRows((run) => runs.push(run))

/** FAULT_RECORD=write stores the results of this file for docs/reliability.md. */
afterAll(async () => {
  const [first] = runs
  if (process.env.FAULT_RECORD !== 'write' || !first) return
  const server = await readServerName(process.env.DATABASE_URL ?? '')
  recordRun(first.file, server.split(' ')[0] ?? '', runs)
})
