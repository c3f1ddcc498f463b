import type { Queue } from 'bullmq'
import type { Lane } from '#app/domain/platform/lane.ts'
import { onSignal, spans } from '#app/signals.server.ts'
import { makeMetricFactory } from '#app/telemetry/metric.server.ts'
import { makeProcessMetrics } from '#app/telemetry/process-metrics.server.ts'
import { limitReads, makeDatabaseGauges, makeQueueGauges } from '#app/telemetry/shop-metrics.server.ts'

type Options = {
  queues: Record<Lane, Queue>
  schedules: readonly string[]
  readQueueState: () => Promise<{ isReady: boolean }>
}

/** Returns metrics of a worker, the database and Redis. `read` returns the text of a scrape. */
export function makeWorkerMetrics({ queues, schedules, readQueueState }: Options) {
  const { registry, refresh } = makeProcessMetrics()
  const metricFactory = makeMetricFactory(registry)
  const runs = metricFactory.counter({
    name: 'jobs_total',
    help: 'Runs of effects by outcome: done, failed (repeated), refused (a person has to look).',
    labels: ['job', 'outcome'],
  })
  const duration = metricFactory.seconds(
    { name: 'job_seconds', help: 'Duration of the runs of an effect.', labels: ['job'] },
    'background',
  )
  const mails = metricFactory.counter({ name: 'mails_total', help: 'Mails by outcome.', labels: ['state'] })
  const databaseUp = metricFactory.gauge({
    name: 'database_up',
    help: '1 when the database has answered all questions; without it the gauges of the shop are missing.',
  })
  const redisUp = metricFactory.gauge({
    name: 'redis_up',
    help: '1 when the queues in Redis can be read and written.',
  })

  spans.job.subscribe({
    start() {},
    end() {},
    asyncStart() {},
    error() {},
    asyncEnd({ job, startedAt, error }) {
      runs.inc({ job, outcome: getOutcome(error) })
      duration.observe({ job }, (performance.now() - startedAt) / 1000)
    },
  })
  onSignal('mail', ({ state }) => mails.inc({ state }))

  const database = makeDatabaseGauges(schedules)
  const waitingGauges = makeQueueGauges(queues)
  const readDatabase = limitReads('database', database.refresh)
  const readQueues = limitReads('queues', waitingGauges.refresh)
  return {
    registries: [registry, database.registry, waitingGauges.registry],
    /** Omits gauges that cannot be read, because their values would be outdated. */
    async read(): Promise<string> {
      refresh()
      const [isDatabaseUp, areQueuesRead, queueState] = await Promise.all([
        readDatabase(),
        readQueues(),
        readQueueState(),
      ])
      databaseUp.set(isDatabaseUp ? 1 : 0)
      redisUp.set(areQueuesRead && queueState.isReady ? 1 : 0)
      const shownRegistries = [
        registry,
        ...(isDatabaseUp ? [database.registry] : []),
        ...(areQueuesRead ? [waitingGauges.registry] : []),
      ]
      const texts = await Promise.all(shownRegistries.map((shownRegistry) => shownRegistry.metrics()))
      return texts.join('\n')
    },
  }
}

function getOutcome(error: unknown): 'done' | 'refused' | 'failed' {
  if (error === undefined) return 'done'
  return error instanceof Error && error.name === 'JobRefused' ? 'refused' : 'failed'
}
