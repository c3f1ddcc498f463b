import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { runTool, waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness, workerWithoutPdf } from './fault-harness.ts'
import { readEventId } from './invariants.ts'

let harness: FaultHarness

beforeEach(async () => {
  harness = await startHarness()
})

afterEach(() => harness.end())

const frequentSchedules = { ...workerWithoutPdf, SCHEDULE_INTERVAL_MS: '200' }
const report = z.array(z.object({ name: z.string(), last: z.object({ attempts: z.number() }).optional() }))

/** Makes all units of the demonstration overdue since 2020 and still awaiting dispatch (status 2). */
async function makeUnitsOverdue() {
  await harness.db
    .updateTable('subscriptions')
    .set({ due: '2020-01-01', status: 2, suspended_at: null })
    .execute()
}

function waitUntilExpired() {
  return waitFor('every unit to be expired', async () => {
    // 4 is the status of an expired unit.
    const open = await harness.db.selectFrom('subscriptions').select('id').where('status', '<>', 4).execute()
    return open.length === 0
  })
}

function listExpiryRuns() {
  return harness.db
    .selectFrom('schedule_runs')
    .selectAll()
    .where('name', '=', 'expire-subscriptions')
    .execute()
}

/** Returns the job of each received mail. */
async function listMailJobs() {
  const rows = await harness.db.selectFrom('outbox').select(['id', 'job']).execute()
  const jobsById = new Map(rows.map(({ id, job }) => [String(id), job]))
  return harness.mail.received.map(({ messageId }) => jobsById.get(readEventId(messageId)) ?? messageId)
}

test('another worker finishes the nightly work of a killed one, and staff are mailed once', async () => {
  await makeUnitsOverdue()
  const killedWorker = await harness
    .startWorker({ ...frequentSchedules, FAULT_POINT: 'expire-subscriptions:reported' })
    // The worker may be killed before it reports its start.
    .catch(() => undefined)
  expect((await killedWorker?.ended) ?? null).toBeNull()
  await waitFor('the night to be begun', async () => (await listExpiryRuns()).length > 0)
  expect(await listExpiryRuns()).toMatchObject([{ attempts: 1, finished_at: null }])
  const secondWorker = await harness.startWorker(frequentSchedules)
  await waitUntilExpired()
  await waitFor('the night to be over', async () => (await listExpiryRuns())[0]?.finished_at ?? undefined)
  expect(await listExpiryRuns()).toMatchObject([{ attempts: 2, error: null }])
  // The units may also be reported as waiting work, by another schedule and in another mail.
  const listReports = async () => (await listMailJobs()).filter((job) => job === 'mail-staff-undispatched')
  await waitFor('the mail', async () => (await listReports()).length > 0)
  expect(await listReports()).toHaveLength(1)
  const runs = report.parse(await (await fetch(`${secondWorker.url}/schedules`)).json())
  expect(runs.find(({ name }) => name === 'expire-subscriptions')?.last?.attempts).toBe(2)
})

test('two workers without Redis run the nightly work once', async () => {
  await makeUnitsOverdue()
  await harness.redis.stop()
  const workers = await Promise.all([
    harness.startWorker(frequentSchedules),
    harness.startWorker(frequentSchedules),
  ])
  await waitUntilExpired()
  await waitFor('the night to be over', async () => (await listExpiryRuns())[0]?.finished_at ?? undefined)
  expect(await listExpiryRuns()).toMatchObject([{ attempts: 1 }])
  const countDone = () =>
    workers.flatMap((worker) => worker.output().match(/"schedule":"expire-subscriptions"/g) ?? []).length
  await waitFor('the log line of the run', async () => countDone() > 0)
  for (const worker of workers) expect(await worker.stop()).toBe(0)
  expect(countDone()).toBe(1)
})

test('the schedules command lists the last runs, runs one schedule, and rejects invalid arguments', async () => {
  expect(await runTool('schedules', harness.environment)).toContain('sweep\n  last: never\n  next: ')
  const output = await runTool('schedules', harness.environment, ['run', 'sweep'])
  expect(output).toMatch(/^sweep\n {2}last: .+ \(by hand .+\), done .+\n {2}result: \{"sessions":0/m)
  await expect(runTool('schedules', harness.environment, ['run', 'nothing'])).rejects.toThrow('no schedule')
  await expect(runTool('schedules', harness.environment, ['sweep'])).rejects.toThrow('npm run schedules')
})

test('note-backup records a backup now or at a past time with a zone, and rejects other times', async () => {
  const noteBackup = (...args: string[]) => runTool('note-backup', harness.environment, args)
  expect(await noteBackup()).toContain('noted')
  expect(await noteBackup('--at', '2026-11-20T03:00:00-03:00')).toContain(
    'backup of 20/11/2026 às 03:00 noted',
  )
  for (const time of ['2026-11-20 03:00', '2999-01-01T00:00:00Z', 'ontem'])
    await expect(noteBackup('--at', time)).rejects.toThrow('npm run note-backup')
  expect(await harness.db.selectFrom('backups').select('id').execute()).toHaveLength(2)
})
