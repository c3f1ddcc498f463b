import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { summariseOpenEffects } from '#app/models/backoffice/outbox-admin.server.ts'
import { findOldestOpenWebhookEvent } from '#app/models/payments/gateway-event.server.ts'
import { countBoletos } from '#app/models/payments/payment-list.server.ts'
import { findLastBackup } from '#app/models/platform/backup.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listLastRuns } from '#app/models/platform/schedule-run.server.ts'
import { filterConnectedToQueues, listLiveHeartbeats } from '#app/models/platform/worker-heartbeat.server.ts'

/** Returns the number of open effects by state and the age of the oldest effect that is due. */
export async function countOpenEffects(now: Date) {
  const jobs = await summariseOpenEffects()
  const countEffects = (state: 'open' | 'held' | 'failing' | 'refused') => {
    let total = 0
    for (const job of jobs) total += job[state]
    return total
  }
  const dueTimes = jobs.flatMap((job) => job.dueSince?.getTime() ?? [])
  const oldestDueAt = new Date(Math.min(now.getTime(), ...dueTimes))
  return {
    open: countEffects('open'),
    held: countEffects('held'),
    failing: countEffects('failing'),
    refused: countEffects('refused'),
    oldestSeconds: countSecondsSince(oldestDueAt, now),
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
  const [oldestEventAt, { count }] = await Promise.all([
    findOldestOpenWebhookEvent(),
    db
      .selectFrom('gateway_events')
      .where('processed_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { open: Number(count), oldestSeconds: oldestEventAt ? countSecondsSince(oldestEventAt, now) : 0 }
}

/** Returns for how many seconds each provider has failed without a success, or 0 if the provider works. */
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

/** Returns the age of the newest backup, or Infinity if there is no backup. */
export async function readBackupAgeSeconds(now: Date): Promise<number> {
  const lastBackup = await findLastBackup()
  return lastBackup ? countSecondsSince(lastBackup, now) : Number.POSITIVE_INFINITY
}

export async function listLiveWorkers() {
  const heartbeats = await listLiveHeartbeats()
  return filterConnectedToQueues(heartbeats)
}

/** Returns the number of boletos that cannot be paid yet, by reason. `today` is the date in São Paulo. */
export async function countStuckBoletos(today: CivilDate) {
  const { unregistered, rejected, withoutBoleto, instructions } = await countBoletos(today)
  return { unregistered, rejected, missing: withoutBoleto, unsent_instructions: instructions }
}

function countSecondsSince(time: Date, now: Date): number {
  return Math.max(0, (now.getTime() - time.getTime()) / 1000)
}
