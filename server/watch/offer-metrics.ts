import cluster from 'node:cluster'
import { env } from '#app/env.server.ts'
import type { Rooms } from '../load/admit.ts'
import { metricsQuestion } from './metrics-message.ts'

/** Serves the metrics of a single process. One of several sends them to the supervisor when it asks. */
export async function offerMetrics(rooms: Rooms, isDatabaseReady: () => Promise<boolean>): Promise<void> {
  if (env.METRICS_PORT === undefined) return
  const { makeWebMetrics } = await import('./web-metrics.ts')
  const { registry, refresh } = makeWebMetrics(rooms, isDatabaseReady)
  if (!cluster.isWorker) {
    const { serveMetrics } = await import('#app/telemetry/metrics-server.server.ts')
    serveMetrics(env.METRICS_PORT, env.METRICS_HOST, () => {
      refresh()
      return registry.metrics()
    })
    return
  }
  process.on('message', async (message) => {
    const parsedQuestion = metricsQuestion.safeParse(message)
    if (!parsedQuestion.success) return
    refresh()
    process.send?.({
      type: 'metrics',
      asked: parsedQuestion.data.asked,
      metrics: await registry.getMetricsAsJSON(),
    })
  })
}
