import type { Server } from 'node:http'

const IDLE_SWEEP_MS = 250
const DRAIN_MS = 10_000

/** Graceful shutdown: no new connections, idle ones closed, running responses finished; exits after 10 s anyway. */
export function drain(
  server: Server,
  closeResources: () => Promise<unknown>,
  exit: (code: number) => void,
): void {
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
  const deadline = setTimeout(() => exit(1), DRAIN_MS)
  server.close(async () => {
    clearInterval(sweep)
    await closeResources().catch(() => undefined)
    clearTimeout(deadline)
    exit(0)
  })
  server.closeIdleConnections()
}
