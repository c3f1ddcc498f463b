import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker, waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { buyPublication } from './support/buyer.ts'

let harness: FaultHarness

beforeAll(async () => {
  harness = await startHarness()
})

afterAll(() => harness.end())

const listOpenJobs = () =>
  harness.db.selectFrom('outbox').select('job').where('done_at', 'is', null).orderBy('job').execute()

test('a worker runs only jobs of its lanes, and another worker runs the others', async () => {
  const web = await harness.startWeb()
  const worker = await harness.startWorker({ WORKER_LANES: 'work,pdf:2' })
  // The lane `work` runs six jobs at once unless a number is given.
  expect(await (await fetch(`${worker.url}/lanes`)).json()).toEqual({ work: 6, pdf: 2 })
  const { orderId } = await buyPublication(web.url)
  await waitFor('the boleto without its mail', async () => {
    const open = await listOpenJobs()
    return open.length > 0 && open.every(({ job }) => job.startsWith('mail-'))
  })
  expect(harness.mail.received).toEqual([])
  await harness.startWorker({ WORKER_LANES: 'mail' })
  await expectInvariants(harness, [orderId])
  const rows = await harness.db.selectFrom('worker_heartbeats').select('lanes').orderBy('lanes').execute()
  expect(rows.map(({ lanes }) => lanes)).toEqual(['mail', 'work,pdf'])
})

test('an unknown lane ends the worker with an error about its lanes', async () => {
  const started = startWorker({ ...harness.environment, WORKER_LANES: 'money' })
  await expect(started).rejects.toThrow('worker cannot read its lanes')
})
