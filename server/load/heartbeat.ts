import { Worker } from 'node:worker_threads'

/** After this time without a heartbeat, a process is stuck, not busy. */
export const MAX_SILENCE_MS = 15_000
export const HEARTBEAT_MESSAGE = 'beat'
const BEAT_MS = 500

type Address = { host: string; port: number }
export type HealthThreadData = Address & { heartbeat: SharedArrayBuffer }

/** Answers health checks from a thread that runs `script`. Throws if the port is in use. */
export async function startHealthThread(script: string, { host, port }: Address): Promise<Worker> {
  const heartbeat = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)
  const lastBeat = new BigInt64Array(heartbeat)
  const storeBeat = () => void Atomics.store(lastBeat, 0, process.hrtime.bigint())
  storeBeat()
  setInterval(storeBeat, BEAT_MS).unref()
  const workerData: HealthThreadData = { host, port, heartbeat }
  const thread = new Worker(script, { workerData })
  await new Promise<void>((resolve, reject) => {
    // The first message says that the thread listens.
    thread.once('message', () => resolve())
    thread.once('error', reject)
  })
  thread.unref()
  return thread
}

/** Sends heartbeats to the supervisor, which answers health checks for all web processes. */
export function startHeartbeat(): void {
  setInterval(() => process.connected && process.send?.(HEARTBEAT_MESSAGE), BEAT_MS).unref()
}
