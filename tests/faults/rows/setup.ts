import { afterAll, afterEach } from 'vitest'
import { readServerName } from '../../../scripts/dev-services/database.mjs'
import { takeResponses } from '../support/buyer.ts'
import { type Run, watchRows } from './held.ts'
import { recordRun } from './record.ts'

const runs: Run[] = []

watchRows((run) => runs.push(run))

// The next test checks only its own responses.
afterEach(({ task }) => {
  if (task.result?.state === 'fail') takeResponses()
})

/** FAULT_RECORD=write stores the results of this file for docs/reliability.md. */
afterAll(async () => {
  const [first] = runs
  if (process.env.FAULT_RECORD !== 'write' || !first) return
  const server = await readServerName(process.env.DATABASE_URL ?? '')
  recordRun(first.file, server.split(' ')[0] ?? '', runs)
})
