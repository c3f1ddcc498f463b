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
/** An exit sooner than this after the start is an early one. */
const MIN_STEADY_MS = 10_000
const MAX_PAUSE_MS = 10_000
const START_LIMIT_MS = 30_000
const KILL_MARGIN_MS = 2_000

/** Returns the pause before the next start after this many early exits: 0, 250 ms, 500 ms … 10 s. */
export function getRestartPauseMs(earlyExitCount: number): number {
  return earlyExitCount === 0 ? 0 : Math.min(MAX_PAUSE_MS, 250 * 2 ** (earlyExitCount - 1))
}

type SupervisorOptions = { lameDuckMs: number; health?: { host: string; port: number } }
type StartedProcess = { worker: Worker; isReady: Promise<boolean>; exit: Promise<void> }

/** Runs `count` web processes on one port. SIGHUP replaces each in turn; SIGTERM and SIGINT drain all. */
export function superviseProcesses(count: number, { lameDuckMs, health }: SupervisorOptions): void {
  const runningProcesses = new Map<Worker, StartedProcess>()
  /** Processes being replaced, stopped or started, which are not restarted when they exit. */
  const notToRestart = new Set<Worker>()
  let listeningCount = 0
  let earlyExitCount = 0
  let isStopping = false
  let lastHeartbeatAt = performance.now()
  let exitCode = 0
  let isReloading = false
  let isReloadRequested = false

  // With Node's default, round robin, a connection assigned to a killed process is never answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ execArgv: [...new Set([...process.execArgv, ...heapFlags])] })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
  process.on('SIGHUP', () => void reloadWorkers())
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  if (health) {
    // Processes send no heartbeat while they start, so the limit is that of a start.
    const isAlive = () => performance.now() - lastHeartbeatAt < START_LIMIT_MS
    serveHealth(health, isAlive).on('error', (error) => {
      log.fatal({ err: error }, 'health port cannot be listened at')
      void flushAndExit(1)
    })
  }
  log.info({ processes: count }, 'web supervisor started')
  for (let index = 0; index < count; index++) start()

  function start(): StartedProcess {
    const startedAt = performance.now()
    const worker = cluster.fork()
    worker.on('error', (error) =>
      log.error({ err: error, webPid: worker.process.pid }, 'web process unreachable'),
    )
    worker.on('message', (message) => {
      if (message === HEARTBEAT_MESSAGE) lastHeartbeatAt = performance.now()
    })
    let isListening = false
    const startTimer = setTimeout(() => worker.process.kill('SIGKILL'), START_LIMIT_MS)
    worker.once('listening', () => {
      isListening = true
      listeningCount += 1
    })
    const exit = new Promise<void>((resolve) => {
      worker.once('exit', (code, signal) => {
        runningProcesses.delete(worker)
        if (isListening) listeningCount -= 1
        const isEarly = !isListening || performance.now() - startedAt < MIN_STEADY_MS
        handleExit(worker, { code, signal, isListening, isEarly })
        resolve()
      })
    })
    const firstListening = new Promise<boolean>((resolve) => worker.once('listening', () => resolve(true)))
    const isReady = Promise.race([firstListening, exit.then(() => false)]).finally(() =>
      clearTimeout(startTimer),
    )
    const startedWorker = { worker, isReady, exit }
    runningProcesses.set(worker, startedWorker)
    return startedWorker
  }

  type Exit = { code: number; signal: string; isListening: boolean; isEarly: boolean }

  function handleExit(worker: Worker, { code, signal, isListening, isEarly }: Exit): void {
    // A signal during the start ends a process before it can handle signals.
    if (isStopping && isListening && code !== 0) exitCode = 1
    if (isStopping && runningProcesses.size === 0) return void flushAndExit(exitCode)
    if (isStopping || notToRestart.delete(worker)) return
    earlyExitCount = isEarly ? earlyExitCount + 1 : 0
    log.error({ webPid: worker.process.pid, code, signal }, 'web process ended unasked')
    if (listeningCount === 0 && earlyExitCount >= MAX_FAILED_STARTS) giveUp()
    else void restart()
  }

  async function restart(): Promise<void> {
    await pause(getRestartPauseMs(earlyExitCount))
    if (!isStopping && runningProcesses.size < count) start()
  }

  function giveUp(): void {
    log.fatal(
      { starts: earlyExitCount },
      'no web process starts, the supervisor ends; its last lines above say why',
    )
    exitCode = 1
    stop('SIGTERM')
  }

  /** A SIGHUP during a reload starts another one, since the release may have changed again. */
  async function reloadWorkers(): Promise<void> {
    isReloadRequested = true
    if (isReloading) return
    isReloading = true
    while (isReloadRequested && !isStopping) {
      isReloadRequested = false
      await replaceAll().catch((error) => log.error({ err: error }, 'web processes not replaced'))
      // Processes that ended while they were being replaced were not restarted.
      while (!isStopping && runningProcesses.size < count) start()
    }
    isReloading = false
  }

  async function replaceAll(): Promise<void> {
    log.info('web processes are replaced')
    for (const { worker, exit } of [...runningProcesses.values()]) {
      if (worker.isDead() || isStopping) continue
      const nextProcess = start()
      notToRestart.add(nextProcess.worker)
      if (!(await nextProcess.isReady)) {
        log.error('alert: the new web process does not start, the old ones go on')
        break
      }
      notToRestart.delete(nextProcess.worker)
      if (worker.isDead() || !worker.isConnected()) continue
      notToRestart.add(worker)
      worker.send(RETIRE_MESSAGE)
      killAfterShutdownLimit(worker)
      await exit
    }
  }

  /** A second signal is forwarded as well: SIGINT after SIGTERM skips the wait for proxies. */
  function stop(signal: 'SIGTERM' | 'SIGINT'): void {
    if (!isStopping) log.info({ signal }, 'web processes are stopped')
    if (runningProcesses.size === 0) return void flushAndExit(exitCode)
    for (const worker of runningProcesses.keys()) {
      worker.process.kill(signal)
      if (!isStopping) killAfterShutdownLimit(worker)
    }
    isStopping = true
  }

  function killAfterShutdownLimit(worker: Worker): void {
    const kill = () => worker.process.kill('SIGKILL')
    setTimeout(kill, getShutdownLimitMs(lameDuckMs) + KILL_MARGIN_MS).unref()
  }
}
