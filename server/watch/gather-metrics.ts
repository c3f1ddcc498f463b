import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import { serveMetrics } from '#app/telemetry/metrics-server.server.ts'
import { metricsAnswer, type Snapshot } from './metrics-message.ts'

/** If a process does not answer in time, its last figures are used. */
const ANSWER_TIMEOUT_MS = 1_000

/** Sums the figures of all processes, also ended ones, as Prometheus reads a falling sum as a restart. */
export function createGatherer() {
  const latestByProcess = new Map<number, Snapshot>()
  let endedMetrics: Snapshot = []
  return {
    storeSnapshot: (id: number, metrics: Snapshot) => void latestByProcess.set(id, metrics),
    async endProcess(id: number) {
      const metrics = latestByProcess.get(id)
      latestByProcess.delete(id)
      if (metrics)
        endedMetrics = await sumSnapshots([endedMetrics, metrics.filter(({ type }) => type !== 'gauge')])
    },
    formatSums: async () =>
      AggregatorRegistry.aggregate([endedMetrics, ...latestByProcess.values()]).metrics(),
  }
}

async function sumSnapshots(snapshots: Snapshot[]): Promise<Snapshot> {
  const sums: unknown = await AggregatorRegistry.aggregate(snapshots).getMetricsAsJSON()
  return metricsAnswer.shape.metrics.parse(sums)
}

export function gatherMetrics(port: number, host: string): void {
  const { storeSnapshot, endProcess, formatSums } = createGatherer()
  let requestCount = 0
  cluster.on('exit', (worker) => void endProcess(worker.id))
  cluster.on('message', (worker, message) => {
    const parsedAnswer = metricsAnswer.safeParse(message)
    if (parsedAnswer.success) storeSnapshot(worker.id, parsedAnswer.data.metrics)
  })
  serveMetrics(port, host, async () => {
    requestCount += 1
    const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])
    await Promise.all(workers.map((worker) => requestMetrics(worker, requestCount)))
    return formatSums()
  })
}

function requestMetrics(worker: Worker, requestNumber: number): Promise<void> {
  return new Promise((resolve) => {
    if (!worker.isConnected()) return resolve()
    const finishAnswer = () => {
      clearTimeout(timer)
      worker.off('message', handleAnswer).off('exit', finishAnswer)
      resolve()
    }
    const handleAnswer = (message: unknown) => {
      const parsedAnswer = metricsAnswer.safeParse(message)
      if (parsedAnswer.success && parsedAnswer.data.asked === requestNumber) finishAnswer()
    }
    const timer = setTimeout(finishAnswer, ANSWER_TIMEOUT_MS)
    worker.on('message', handleAnswer).once('exit', finishAnswer)
    worker.send({ type: 'metrics?', asked: requestNumber }, (error) => error && finishAnswer())
  })
}
