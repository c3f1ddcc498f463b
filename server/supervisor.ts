import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { log } from '#app/log.server.ts'
import { flushAndExit } from '#app/telemetry/start.server.ts'
import { heapFlags } from './heap-flags.mjs'
import { serveHealth } from './load/health-port.ts'
import { HEARTBEAT_MESSAGE } from './load/heartbeat.ts'
import { getShutdownLimitMs, RETIRE_MESSAGE } from './shutdown.ts'

/** The supervisor exits after this many failed starts in a row if no process listens. */
const MAX_FAILED_STARTS = 3
const STEADY_MS = 10_000
const MAX_PAUSE_MS = 10_000
const START_LIMIT_MS = 30_000
const KILL_MARGIN_MS = 2_000

/** Returns the pause before the next start after this many early exits: 0, 250 ms, 500 ms … 10 s. */
export function getRestartPauseMs(earlyEnds: number): number {
  return earlyEnds === 0 ? 0 : Math.min(MAX_PAUSE_MS, 250 * 2 ** (earlyEnds - 1))
}

type Settings = { lameDuckMs: number; health?: { host: string; port: number } }
type Started = { worker: Worker; isReady: Promise<boolean>; exit: Promise<void> }

/** Runs `count` web processes on one port. SIGHUP replaces each in turn; SIGTERM and SIGINT drain all. */
export function superviseProcesses(count: number, { lameDuckMs, health }: Settings): void {
  const serving = new Map<Worker, Started>()
  /** Processes being replaced, stopped or started, which are not restarted when they exit. */
  const unfollowed = new Set<Worker>()
  let listening = 0
  let earlyEnds = 0
  let isStopping = false
  let lastBeatAt = performance.now()
  let exitCode = 0
  let reloading = false

  // With Node's default, round robin, a connection assigned to a killed process is never answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ execArgv: [...new Set([...process.execArgv, ...heapFlags])] })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
  process.on('SIGHUP', () => void reloadWorkers())
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  if (health) {
    const isAlive = () => performance.now() - lastBeatAt < START_LIMIT_MS
    serveHealth(health, isAlive).on('error', (error) => {
      log.fatal({ err: error }, 'health port cannot be listened at')
      void flushAndExit(1)
    })
  }
  log.info({ processes: count }, 'web supervisor started')
  for (let index = 0; index < count; index++) start()

  function start(): Started {
    const startedAt = performance.now()
    const worker = cluster.fork()
    worker.on('error', (error) =>
      log.error({ err: error, webPid: worker.process.pid }, 'web process unreachable'),
    )
    worker.on('message', (message) => {
      if (message === HEARTBEAT_MESSAGE) lastBeatAt = performance.now()
    })
    let isListening = false
    const limit = setTimeout(() => worker.process.kill('SIGKILL'), START_LIMIT_MS)
    worker.once('listening', () => {
      isListening = true
      listening += 1
    })
    const exit = new Promise<void>((resolve) => {
      worker.once('exit', (code, signal) => {
        serving.delete(worker)
        if (isListening) listening -= 1
        const isEarly = !isListening || performance.now() - startedAt < STEADY_MS
        noteEnd(worker, { code, signal, isEarly })
        resolve()
      })
    })
    const firstListening = new Promise<boolean>((resolve) => worker.once('listening', () => resolve(true)))
    const isReady = Promise.race([firstListening, exit.then(() => false)]).finally(() => clearTimeout(limit))
    const startedWorker = { worker, isReady, exit }
    serving.set(worker, startedWorker)
    return startedWorker
  }

  function noteEnd(worker: Worker, end: { code: number; signal: string; isEarly: boolean }): void {
    const { code, signal, isEarly } = end
    if (isStopping && code !== 0) exitCode = 1
    if (isStopping && serving.size === 0) return void flushAndExit(exitCode)
    if (isStopping || unfollowed.delete(worker)) return
    earlyEnds = isEarly ? earlyEnds + 1 : 0
    log.error({ webPid: worker.process.pid, code, signal }, 'web process ended unasked')
    if (listening === 0 && earlyEnds >= MAX_FAILED_STARTS) giveUp()
    else void follow()
  }

  async function follow(): Promise<void> {
    await pause(getRestartPauseMs(earlyEnds))
    if (!isStopping && serving.size < count) start()
  }

  function giveUp(): void {
    log.fatal(
      { starts: earlyEnds },
      'no web process starts, the supervisor ends; its last lines above say why',
    )
    exitCode = 1
    stop('SIGTERM')
  }

  async function reloadWorkers(): Promise<void> {
    if (reloading || isStopping) return
    reloading = true
    await replaceAll().finally(() => {
      reloading = false
    })
    while (!isStopping && serving.size < count) start()
  }

  async function replaceAll(): Promise<void> {
    log.info('web processes are replaced')
    for (const { worker, exit } of [...serving.values()]) {
      if (worker.isDead() || isStopping) continue
      const next = start()
      unfollowed.add(next.worker)
      if (!(await next.isReady)) {
        log.error('alert: the new web process does not start, the old ones go on')
        break
      }
      if (worker.isDead() || !worker.isConnected()) {
        unfollowed.delete(next.worker)
        continue
      }
      unfollowed.delete(next.worker)
      unfollowed.add(worker)
      worker.send(RETIRE_MESSAGE)
      killLater(worker)
      await exit
    }
  }

  /** A second signal is forwarded as well: SIGINT after SIGTERM skips the wait for proxies. */
  function stop(signal: 'SIGTERM' | 'SIGINT'): void {
    if (!isStopping) log.info({ signal }, 'web processes are stopped')
    if (serving.size === 0) return void flushAndExit(exitCode)
    for (const worker of serving.keys()) {
      worker.process.kill(signal)
      if (!isStopping) killLater(worker)
    }
    isStopping = true
  }

  function killLater(worker: Worker): void {
    const kill = () => worker.process.kill('SIGKILL')
    setTimeout(kill, getShutdownLimitMs(lameDuckMs) + KILL_MARGIN_MS).unref()
  }
}
