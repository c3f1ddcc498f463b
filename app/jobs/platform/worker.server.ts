import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'bullmq'
import { type Lane, type LaneChoice, lanes, parseLanes } from '#app/domain/platform/lane.ts'
import { version } from '#app/domain/platform/version.ts'
import { env } from '#app/env.server.ts'
import { readDkimKey } from '#app/gateways/dkim-key.server.ts'
import { closePdfBrowser, warmUpPdf } from '#app/gateways/pdf.server.ts'
import { pruneJournal } from '#app/jobs/platform/completed-effects.server.ts'
import { BEAT_INTERVAL_MS, buildHeartbeat } from '#app/jobs/platform/heartbeat.server.ts'
import { watchQueues } from '#app/jobs/platform/queue-readiness.server.ts'
import { openQueues, openWorkerConnection, queuePrefix } from '#app/jobs/platform/queues.server.ts'
import type { RedisClient } from '#app/jobs/platform/redis.server.ts'
import { reconcileOnce, relayOnce, repeatStep, requeueWaitingOnce } from '#app/jobs/platform/relay.server.ts'
import { runOutboxJob } from '#app/jobs/platform/run-outbox-job.server.ts'
import { listScheduleRuns, runDueSchedules } from '#app/jobs/platform/run-schedules.server.ts'
import { schedules } from '#app/jobs/schedules.server.ts'
import { log } from '#app/log.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { readDatabaseState } from '#app/models/platform/readiness/database-readiness.server.ts'
import { watchReplica } from '#app/models/platform/replica/watch.server.ts'
import { rejectUnfitDatabase } from '#app/production-guard.server.ts'
import { METRICS_TYPE } from '#app/telemetry/metrics-server.server.ts'
import { exitOnUncaught, flushAndExit, startTelemetry } from '#app/telemetry/start.server.ts'
import { makeWorkerMetrics } from '#app/telemetry/worker-metrics.server.ts'
import { newestMigration } from '#db/migrate.ts'

const DRAIN_MS = 28_000
/** The milliseconds for closing Redis and the relay after all jobs have ended. */
const CLOSE_TIMEOUT_MS = 2_000
const QUEUE_CHECK_MS = 5_000
const PRUNE_INTERVAL_MS = 10 * 60_000

exitWithoutMailKey()
const laneChoice = parseLaneChoice(process.argv.slice(2))
const ownLanes = lanes.filter((lane) => laneChoice[lane] !== undefined)
exitOnUncaught()
const endTelemetry = await startTelemetry('aeropub-worker')
await rejectUnfitDatabase('worker')
const endWatch = watchReplica()
const { queues, connection: queueConnection, close: closeQueues } = openQueues()
const readQueueState = watchQueues(queueConnection, { onFirstRefusal: exitOnRefusedLogin })
const queueWatch = repeatStep('queues', QUEUE_CHECK_MS, readQueueState)
const relay = repeatStep('relay', env.RELAY_INTERVAL_MS, () => relayOnce(queues))
const reconciler = repeatStep('reconcile', env.RECONCILE_INTERVAL_MS, reconcileOnce)
const waker = repeatStep('wake', env.RELAY_INTERVAL_MS, requeueWaitingOnce)
const scheduler = repeatStep('schedules', env.SCHEDULE_INTERVAL_MS, runDueSchedules)
const pruner = repeatStep('deliveries', PRUNE_INTERVAL_MS, pruneJournal)
const { heartbeat, end: endHeartbeat } = buildHeartbeat(queues, ownLanes, readQueueState)
const heartbeatTimer = repeatStep('beat', BEAT_INTERVAL_MS, heartbeat)
const connections: RedisClient[] = []
const workers = ownLanes.map((lane) => startWorker(lane, laneChoice[lane] ?? 1))
const metrics = env.WORKER_PORT
  ? makeWorkerMetrics({ queues, schedules: schedules.map(({ name }) => name), readQueueState })
  : undefined
const health = env.WORKER_PORT === undefined ? undefined : startHealth(env.WORKER_PORT)
let isDraining = false
let runningCount = 0

process.once('SIGTERM', () => void shutDown('SIGTERM'))
process.once('SIGINT', () => void shutDown('SIGINT'))
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
if (ownLanes.includes('pdf')) warmUpPdf()
log.info({ lanes: laneChoice }, 'worker started')

/** Exits if the key that signs mails is unreadable. Only the worker reads this key. */
function exitWithoutMailKey(): void {
  const keyResult = env.DKIM && readDkimKey(env.DKIM.keyFile)
  if (!keyResult || 'key' in keyResult) return
  process.stderr.write(`Environment not usable:\n  DKIM_KEY_FILE: ${keyResult.fault}\n`)
  process.exit(1)
}

function exitOnRefusedLogin(reason: string): void {
  log.fatal({ reason }, 'REDIS_URL: Redis refuses the login of this worker')
  void flushAndExit(1)
}

/** Parses `--lanes=mail,pdf:4`, which overrides WORKER_LANES. */
function parseLaneChoice(argumentList: readonly string[]): LaneChoice {
  const flag = argumentList.find((word) => word.startsWith('--lanes='))
  const laneList = flag?.slice('--lanes='.length) ?? env.WORKER_LANES
  const parsedLanes = parseLanes(laneList)
  if (parsedLanes) return parsedLanes
  log.fatal({ given: laneList, known: lanes }, 'worker cannot read its lanes')
  process.exit(1)
}

function startWorker(name: Lane, concurrency: number) {
  const connection = openWorkerConnection()
  connections.push(connection)
  const runJob = async (job: { data: { outboxId: number } }) => {
    runningCount += 1
    await runOutboxJob(job.data.outboxId).finally(() => {
      runningCount -= 1
    })
  }
  const worker = new Worker<{ outboxId: number }>(name, runJob, {
    connection,
    prefix: queuePrefix,
    concurrency,
    lockDuration: env.JOB_LOCK_MS,
    stalledInterval: env.JOB_STALLED_MS,
    maxStalledCount: 5,
  })
  worker.on('error', (error) => log.debug({ err: error, queue: name }, 'worker'))
  worker.on('failed', (job, error) => log.warn({ err: error, job: job?.name, jobId: job?.id }, 'job failed'))
  worker.on('completed', (job) => log.info({ job: job.name, jobId: job.id }, 'job done'))
  return worker
}

function startHealth(port: number) {
  const server = createServer(async (request, response) => {
    if (request.url === '/schedules') return reportSchedules(response)
    if (request.url === '/lanes') return sendReply(response, laneChoice)
    if (request.url === '/metrics') return reportMetrics(response)
    const isHealth = request.url === '/healthz'
    const fault = isHealth ? undefined : await findFault()
    response
      .writeHead(fault ? 503 : 200, { 'Content-Type': 'text/plain; charset=utf-8' })
      .end(fault ?? (isHealth ? `ok ${version}` : 'ok'))
  })
  server.on('error', (error) => {
    log.fatal({ reason: error.message }, 'WORKER_PORT: worker cannot listen')
    void flushAndExit(1)
  })
  return server.listen(port, env.METRICS_HOST)
}

async function findFault(): Promise<string | undefined> {
  if (isDraining) return 'draining'
  const [database, queues] = await Promise.all([readDatabaseState(newestMigration), readQueueState()])
  if (database !== 'ready') return `database ${database}`
  if (queues.isReady) return undefined
  return queues.isRefused ? 'redis refuses the login' : 'redis unusable'
}

async function reportSchedules(response: ServerResponse) {
  sendReply(response, await listScheduleRuns(new Date()).catch(() => undefined))
}

async function reportMetrics(response: ServerResponse) {
  response.writeHead(200, { 'Content-Type': METRICS_TYPE }).end(await metrics?.read())
}

function sendReply(response: ServerResponse, content: unknown) {
  response
    .writeHead(content ? 200 : 503, { 'Content-Type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(content ?? null))
}

/** Stops the worker within 30 s, with or without Redis. Another worker continues the remaining work. */
async function shutDown(signal: string) {
  isDraining = true
  log.info({ signal }, 'worker draining')
  setTimeout(() => process.exit(1), DRAIN_MS).unref()
  const jobsFinished = Promise.allSettled([waitUntilIdle(), scheduler.stop()])
  const loops = [relay, reconciler, waker, pruner, heartbeatTimer, queueWatch]
  const loopsStopped = Promise.allSettled(loops.map((loop) => loop.stop()))
  const workersClosed = Promise.allSettled([
    jobsFinished,
    loopsStopped,
    ...workers.map((worker) => worker.close()),
  ])
  await Promise.race([workersClosed.then(closeQueues), jobsFinished.then(() => pause(CLOSE_TIMEOUT_MS))])
  for (const connection of connections) connection.disconnect()
  await endHeartbeat().catch(() => undefined)
  await Promise.allSettled([closePdfBrowser(), db.destroy(), endWatch(), endTelemetry()])
  health?.close()
  log.info('worker stopped')
  process.exit(0)
}

async function waitUntilIdle() {
  while (runningCount > 0) await pause(50)
}
