import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'

const IDLE_SWEEP_MS = 250
const DRAIN_MS = 10_000
/** In which answers say that their connection ends while the port is still open. */
export const CLOSE_NOTICE_MS = 1_000

/** The supervisor's message to a process that another has replaced. */
export const RETIRE = 'retire'
/** In which the clients of a replaced process are told at their next answer that the connection ends. */
export const RETIRE_GRACE_MS = 3_000

/** The longest that a process takes to end, once asked to. */
export function shutdownLimitMs(lameDuckMs: number): number {
  return lameDuckMs + CLOSE_NOTICE_MS + DRAIN_MS
}

type Departure = { lameDuckMs: number; announceClose(): void; close(): void }

/**
 * Runs before `close`, so that proxies in front stop using the process: for `lameDuckMs` it only says that
 * it is not ready, then for a second its answers end their connections (D113). `hurry` skips what is left of that.
 */
export function depart({ lameDuckMs, announceClose, close }: Departure): { hurry(): void } {
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
  return { hurry: () => timer && finish() }
}

/**
 * Graceful shutdown: no new connections, idle ones closed, running responses finished; exits after 10 s anyway. Idle
 * connections may be used for another `graceMs`, since a request sent into one that closes is lost.
 */
export function drain(
  server: Server,
  closeResources: () => Promise<unknown>,
  exit: (code: number) => void,
  graceMs = 0,
): void {
  const closeIdle = () => server.closeIdleConnections()
  let sweep: NodeJS.Timeout | undefined
  const startSweep = () => {
    closeIdle()
    sweep = setInterval(closeIdle, IDLE_SWEEP_MS)
  }
  const grace = graceMs > 0 ? setTimeout(startSweep, graceMs) : undefined
  const deadline = setTimeout(() => exit(1), DRAIN_MS)
  const finish = async () => {
    clearTimeout(grace)
    clearInterval(sweep)
    await closeResources().catch(() => undefined)
    clearTimeout(deadline)
    exit(0)
  }
  // The server's own close would end the idle connections at once.
  if (grace) TcpServer.prototype.close.call(server, finish)
  else {
    server.close(finish)
    startSweep()
  }
}
