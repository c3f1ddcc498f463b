import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'

const IDLE_SWEEP_MS = 250
const DRAIN_MS = 10_000
/** How long responses close their connections before the port closes. */
export const CLOSE_NOTICE_MS = 1_000

export const RETIRE_MESSAGE = 'retire'
/** How long a replaced process stays, so that its next responses announce the end of each connection. */
export const RETIRE_GRACE_MS = 3_000

export function getShutdownLimitMs(lameDuckMs: number): number {
  return lameDuckMs + CLOSE_NOTICE_MS + DRAIN_MS
}

type ShutdownSteps = { lameDuckMs: number; announceClose(): void; close(): void }

/**
 * Waits `lameDuckMs`, in which /readyz fails so that proxies leave; then closes connections for a second;
 * then calls `close`. If `lameDuckMs` is 0, calls `close` at once.
 */
export function shutDownGracefully({ lameDuckMs, announceClose, close }: ShutdownSteps): {
  closeNow(): void
} {
  let timer: NodeJS.Timeout | undefined
  const finish = () => {
    clearTimeout(timer)
    timer = undefined
    announceClose()
    close()
  }
  const announce = () => {
    announceClose()
    timer = setTimeout(finish, CLOSE_NOTICE_MS)
  }
  if (lameDuckMs > 0) timer = setTimeout(announce, lameDuckMs)
  else finish()
  return { closeNow: () => timer && finish() }
}

/** Accepts no new connections, finishes running responses and exits after 10 s at the latest. */
export function drainServer(
  server: Server,
  closeResources: () => Promise<unknown>,
  exit: (code: number) => void,
  graceMs = 0,
): void {
  const closeIdle = () => server.closeIdleConnections()
  let sweepTimer: NodeJS.Timeout | undefined
  const startIdleSweep = () => {
    closeIdle()
    sweepTimer = setInterval(closeIdle, IDLE_SWEEP_MS)
  }
  // A request sent into a closing connection is lost, so idle connections stay open for `graceMs`.
  const graceTimer = graceMs > 0 ? setTimeout(startIdleSweep, graceMs) : undefined
  const deadlineTimer = setTimeout(() => exit(1), DRAIN_MS)
  const finish = async () => {
    clearTimeout(graceTimer)
    clearInterval(sweepTimer)
    await closeResources().catch(() => undefined)
    clearTimeout(deadlineTimer)
    exit(0)
  }
  // The HTTP server's own close() would end idle connections at once.
  if (graceTimer) TcpServer.prototype.close.call(server, finish)
  else {
    server.close(finish)
    startIdleSweep()
  }
}
