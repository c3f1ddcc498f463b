import { parentPort, workerData } from 'node:worker_threads'
import { serveHealth } from './health-port.ts'
import { type HealthThreadData, MAX_SILENCE_MS } from './heartbeat.ts'

/** Answers health checks for a web process, whose last heartbeat it reads from shared memory. */
const { host, port, heartbeat }: HealthThreadData = workerData
const lastBeat = new BigInt64Array(heartbeat)
const server = serveHealth({ host, port }, () => {
  const silenceMs = Number(process.hrtime.bigint() - Atomics.load(lastBeat, 0)) / 1e6
  return silenceMs < MAX_SILENCE_MS
})
server.once('listening', () => parentPort?.postMessage('listening'))
