import type { Queue } from 'bullmq'
import { Registry } from 'prom-client'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { type Lane, lanes } from '#app/domain/platform/lane.ts'
import { log } from '#app/log.server.ts'
import { readDatabaseClock } from '#app/models/platform/db.server.ts'
import {
  countOpenEffects,
  countProblemPayments,
  countStuckBoletos,
  listLiveWorkers,
  measureProviders,
  measureSchedules,
  measureWebhookEvents,
  readBackupAgeSeconds,
} from '#app/models/reports/shop-gauges.server.ts'
import { makeMetricFactory } from '#app/telemetry/metric.server.ts'

/** Returns gauges read from the database. `refresh` runs their queries one after the other. */
export function makeDatabaseGauges(schedules: readonly string[]) {
  const registry = new Registry()
  const { gauge } = makeMetricFactory(registry)
  const outbox = gauge({
    name: 'outbox_effects',
    help: 'Effects promised and not done: due, held back, failing, refused.',
    labels: ['state'],
  })
  const outboxAge = gauge({ name: 'outbox_oldest_seconds', help: 'Age of the oldest effect that is due.' })
  const payments = gauge({
    name: 'payments_open',
    help: 'Payments that wait for a person, by problem.',
    labels: ['problem'],
  })
  const boletos = gauge({
    name: 'boletos_stuck',
    help: 'Boletos not registered, rejected or missing, and instructions not sent.',
    labels: ['state'],
  })
  const events = gauge({ name: 'webhook_events_open', help: 'Events of the gateway not processed.' })
  const eventAge = gauge({ name: 'webhook_event_oldest_seconds', help: 'Age of the oldest of them.' })
  const providers = gauge({
    name: 'provider_failing_seconds',
    help: 'For how long a provider has failed all effects; 0 while it works.',
    labels: ['provider'],
  })
  const runAge = gauge({
    name: 'schedule_age_seconds',
    help: 'Since when the last run of a schedule began.',
    labels: ['schedule'],
  })
  const runFailed = gauge({
    name: 'schedule_failed',
    help: '1 while the last run of a schedule has failed.',
    labels: ['schedule'],
  })
  const backup = gauge({
    name: 'backup_age_seconds',
    help: 'Age of the newest backup noted; infinite without one.',
  })
  const workers = gauge({
    name: 'lane_workers',
    help: 'Workers that take a lane, reach its queue and gave a heartbeat within a minute.',
    labels: ['lane'],
  })

  async function refresh(): Promise<void> {
    const now = await readDatabaseClock()
    const { oldestSeconds, ...states } = await countOpenEffects(now)
    for (const [state, count] of Object.entries(states)) outbox.set({ state }, count)
    outboxAge.set(oldestSeconds)
    payments.reset()
    // This gauge exists even without problem payments.
    payments.set({ problem: 'unmatched' }, 0)
    for (const { problem, count } of await countProblemPayments()) payments.set({ problem }, count)
    const stuckBoletos = await countStuckBoletos(toCivilDate(now))
    for (const [state, count] of Object.entries(stuckBoletos)) boletos.set({ state }, count)
    const { open, oldestSeconds: eventSeconds } = await measureWebhookEvents(now)
    events.set(open)
    eventAge.set(eventSeconds)
    for (const { name, failingSeconds } of await measureProviders(now))
      providers.set({ provider: name }, failingSeconds)
    for (const { name, ageSeconds, hasFailed } of await measureSchedules(schedules, now)) {
      runAge.set({ schedule: name }, ageSeconds)
      runFailed.set({ schedule: name }, hasFailed ? 1 : 0)
    }
    backup.set(await readBackupAgeSeconds(now))
    const liveWorkers = await listLiveWorkers()
    for (const lane of lanes)
      workers.set({ lane }, liveWorkers.filter((worker) => worker.lanes.includes(lane)).length)
  }
  return { registry, refresh }
}

/** Returns gauges of the queues. `refresh` fails if Redis does not answer. */
export function makeQueueGauges(queues: Record<Lane, Queue>) {
  const registry = new Registry()
  const { gauge } = makeMetricFactory(registry)
  const jobs = gauge({
    name: 'queue_jobs',
    help: 'Jobs of a lane by state: waiting, active, delayed, failed.',
    labels: ['lane', 'state'],
  })
  const age = gauge({
    name: 'queue_oldest_seconds',
    help: 'Age of the job of a lane that waits longest.',
    labels: ['lane'],
  })
  async function refresh(): Promise<void> {
    await Promise.all(
      lanes.map(async (lane) => {
        const queue = queues[lane]
        await queue.waitUntilReady()
        const { waiting = 0, prioritized = 0, ...counts } = await queue.getJobCounts(...queueStates)
        const states = { waiting: waiting + prioritized, ...counts }
        for (const [state, count] of Object.entries(states)) jobs.set({ lane, state }, count)
        const nextJobs = [
          ...(await findNextJobs(queue, 'waiting')),
          ...(await findNextJobs(queue, 'prioritized')),
        ]
        const oldestTimestamp = Math.min(Date.now(), ...nextJobs.map(({ timestamp }) => timestamp))
        age.set({ lane }, (Date.now() - oldestTimestamp) / 1000)
      }),
    )
  }
  return { registry, refresh }
}

const queueStates = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const

/** Returns at most one job, the next: among the most urgent jobs, the job that has waited longest. */
function findNextJobs(queue: Queue, state: 'waiting' | 'prioritized') {
  return queue.getJobs([state], 0, 0, true)
}

/**
 * Returns a function that calls `read` at most once per `keptMs`. It resolves to the success of the last
 * read, or to false if that read takes longer than `limitMs`.
 */
export function limitReads(
  name: string,
  read: () => Promise<void>,
  { keptMs = 10_000, limitMs = 2_500 } = {},
) {
  let currentRead: Promise<boolean> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let wasSuccessful = false
  async function startRead(): Promise<boolean> {
    try {
      await read()
      wasSuccessful = true
    } catch (error) {
      log.warn({ err: error, gauges: name }, 'gauges cannot be read')
      wasSuccessful = false
    }
    readAt = performance.now()
    currentRead = undefined
    return wasSuccessful
  }
  return async (): Promise<boolean> => {
    if (performance.now() - readAt < keptMs && !currentRead) return wasSuccessful
    currentRead ??= startRead()
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, limitMs, false)
    })
    return Promise.race([currentRead, timeout]).finally(() => clearTimeout(timer))
  }
}
