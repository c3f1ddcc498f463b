import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { summariseOpenEffects } from '#app/models/backoffice/outbox-admin.server.ts'
import { findOldestOpenWebhookEvent } from '#app/models/payments/gateway-event.server.ts'
import { countBoletos } from '#app/models/payments/payment-list.server.ts'
import { findLastBackup } from '#app/models/platform/backup.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listLastRuns } from '#app/models/platform/schedule-run.server.ts'
import { filterConnectedToQueues, listLiveHeartbeats } from '#app/models/platform/worker-heartbeat.server.ts'

/** Returns the number of open effects by state. `oldestSeconds` ignores effects that are not due yet. */
export async function countOpenEffects(now: Date) {
  const jobs = await summariseOpenEffects()
  const sum = (count: 'open' | 'held' | 'failing' | 'refused') =>
    jobs.reduce((total, job) => total + job[count], 0)
  const dueSince = Math.min(now.getTime(), ...jobs.flatMap((job) => job.dueSince?.getTime() ?? []))
  return {
    open: sum('open'),
    held: sum('held'),
    failing: sum('failing'),
    refused: sum('refused'),
    oldestSeconds: countSecondsSince(new Date(dueSince), now),
  }
}

export async function countProblemPayments() {
  const rows = await db
    .selectFrom('payments')
    .select(['problem', (eb) => eb.fn.countAll<number>().as('count')])
    .where('problem', 'is not', null)
    .where('resolved_at', 'is', null)
    .groupBy('problem')
    .execute()
  return rows.flatMap(({ problem, count }) => (problem ? [{ problem, count: Number(count) }] : []))
}

export async function measureWebhookEvents(now: Date) {
  const [oldest, { count }] = await Promise.all([
    findOldestOpenWebhookEvent(),
    db
      .selectFrom('gateway_events')
      .where('processed_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { open: Number(count), oldestSeconds: oldest ? countSecondsSince(oldest, now) : 0 }
}

/** Returns for how many seconds each provider has failed without a success; 0 if it works. */
export async function measureProviders(now: Date) {
  const rows = await db.selectFrom('providers').select(['name', 'failing_since']).execute()
  return rows.map(({ name, failing_since: since }) => ({
    name,
    failingSeconds: since ? countSecondsSince(since, now) : 0,
  }))
}

/** Returns the age of each schedule's last run and whether it failed. */
export async function measureSchedules(names: readonly string[], now: Date) {
  const lastRuns = await listLastRuns(names)
  return [...lastRuns].map(([name, { startedAt, error }]) => ({
    name,
    ageSeconds: countSecondsSince(startedAt, now),
    hasFailed: error !== null,
  }))
}

/** Returns the age of the newest backup; Infinity if there is none. */
export async function readBackupAgeSeconds(now: Date): Promise<number> {
  const lastBackup = await findLastBackup()
  return lastBackup ? countSecondsSince(lastBackup, now) : Number.POSITIVE_INFINITY
}

export async function listLiveWorkers() {
  return filterConnectedToQueues(await listLiveHeartbeats())
}

/** Returns the number of boletos that cannot be paid yet, by reason. `today` is São Paulo's date. */
export async function countStuckBoletos(today: CivilDate) {
  const { unregistered, rejected, withoutBoleto, instructions } = await countBoletos(today)
  return { unregistered, rejected, missing: withoutBoleto, unsent_instructions: instructions }
}

function countSecondsSince(time: Date, now: Date): number {
  return Math.max(0, (now.getTime() - time.getTime()) / 1000)
}
