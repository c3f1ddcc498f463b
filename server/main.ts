import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { refusedFormLimit } from '#app/domain/accounts/attempt-limits.ts'
import { env } from '#app/env.server.ts'
import { sessionCookie } from '#app/http/cookies.server.ts'
import { log } from '#app/log.server.ts'
import { findViewer } from '#app/models/accounts/session.server.ts'
import { readCatalogueVersion } from '#app/models/platform/catalogue-version/version.server.ts'
import { openOwnWrites } from '#app/models/platform/cluster/own-writes.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findMaintenance } from '#app/models/platform/maintenance.server.ts'
import { readDatabaseState } from '#app/models/platform/readiness/database-readiness.server.ts'
import {
  deleteRefusedPage,
  findRefusedPage,
  makeRefusedPageToken,
  saveRefusedPage,
} from '#app/models/platform/refused-page.server.ts'
import { isReplicaUsable } from '#app/models/platform/replica/replica-state.server.ts'
import { watchReplica } from '#app/models/platform/replica/watch.server.ts'
import { rejectUnfitDatabase } from '#app/production-guard.server.ts'
import { exitOnUncaught, flushAndExit, startTelemetry } from '#app/telemetry/start.server.ts'
import { newestMigration } from '#db/migrate.ts'
import { createEdge } from './app.ts'
import { MAX_FILE_MS } from './body-limits.ts'
import { Admission, makeWebhookRoom } from './load/admission.ts'
import { watchEventLoop } from './load/event-loop-lag.ts'
import { startHealthThread, startHeartbeat } from './load/heartbeat.ts'
import { watchMaintenance } from './maintenance.ts'
import { drainServer, RETIRE_GRACE_MS, RETIRE_MESSAGE, shutDownGracefully } from './shutdown.ts'
import { AccessRecords } from './watch/access-records.ts'
import { offerMetrics } from './watch/offer-metrics.ts'

/** More uploads than other requests may run at once, since they mostly wait for their sender. */
const UPLOADS_PER_REQUEST = 4

const buildFolder = join(dirname(fileURLToPath(import.meta.url)), '..')
const clientFolder = join(buildFolder, 'client')
const build = await import(/* @vite-ignore */ pathToFileURL(join(buildFolder, 'server/index.js')).href)
let shutdown: ReturnType<typeof shutDownGracefully> | undefined
let isClosing = false
let isRetiring = false
const eventLoopLag = watchEventLoop()
const isLagging = () => eventLoopLag() > env.MAX_LAG_MS
const rooms = {
  requests: new Admission({ max: env.MAX_REQUESTS, isLagging }),
  uploads: new Admission({ max: UPLOADS_PER_REQUEST * env.MAX_REQUESTS, isLagging }),
  webhooks: makeWebhookRoom(),
}
exitOnUncaught()
const endTelemetry = await startTelemetry('aeropub-web')
await rejectUnfitDatabase('web')
const endWatch = watchReplica()
const ownWrites = openOwnWrites()
// This call detects whether the database is a cluster. If it is down, the first request that must wait does.
await ownWrites.wait().catch(() => undefined)
const maintenance = await watchMaintenance(findMaintenance, log)
const isDatabaseReady = async () => (await readDatabaseState(newestMigration)) === 'ready'
await offerMetrics(rooms, isDatabaseReady)
for (const [room, admission] of Object.entries(rooms))
  admission.reportEachSecond((count) => log.warn({ count, room }, 'requests turned away'))
if (cluster.isWorker) startHeartbeat()
else if (env.HEALTH_PORT !== undefined)
  await startHealthThread(join(buildFolder, 'tools/health-thread.js'), {
    host: env.HOST,
    port: env.HEALTH_PORT,
  })

const accessRecords =
  env.ACCESS_RECORDS_DIR === undefined
    ? undefined
    : new AccessRecords({ folder: env.ACCESS_RECORDS_DIR, log })
await accessRecords?.begin()
if (!accessRecords && env.APP_ENV === 'production')
  log.warn('no access records are kept: ACCESS_RECORDS_DIR is not set')

const server = createServer(
  createEdge({
    build,
    clientFolder,
    publicUrl: env.PUBLIC_URL,
    trustProxy: env.TRUST_PROXY,
    mode: env.NODE_ENV,
    apiOrigins: env.API_ORIGINS,
    log,
    accessRecords,
    isDatabaseReady,
    ownWrites,
    maintenance: maintenance.current,
    readVersion: readCatalogueVersion,
    rooms,
    refusedForms: {
      limit: { ...refusedFormLimit, max: refusedFormLimit.max * env.LIMIT_FACTOR },
      onLimit: (_network, requestId) =>
        log.warn({ requestId }, 'a network reached the limit of refused forms'),
    },
    refusedPages: {
      newToken: makeRefusedPageToken,
      save: saveRefusedPage,
      find: findRefusedPage,
      remove: deleteRefusedPage,
      async isSessionOpen(cookies) {
        const token: unknown = await sessionCookie.parse(cookies)
        return typeof token === 'string' && (await findViewer(token)) !== undefined
      },
    },
    ...(env.DATABASE_REPLICA_URL === undefined
      ? {}
      : { replicaMaxLagMs: env.DATABASE_REPLICA_MAX_LAG_MS, isReplicaUsed: isReplicaUsable }),
    isDraining: () => shutdown !== undefined,
    isClosing: () => isClosing || isRetiring,
  }),
)
// Node's timeout must allow the slowest upload. body-limits.ts sets the shorter ones.
server.requestTimeout = MAX_FILE_MS
server.headersTimeout = 10_000
server.keepAliveTimeout = 20_000

server.listen(env.PORT, env.HOST, () => log.info({ host: env.HOST, port: env.PORT }, 'web started'))
server.on('error', (error) => {
  log.fatal({ reason: error.message }, 'PORT: web cannot listen')
  void flushAndExit(1)
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
process.on('message', (message) => message === RETIRE_MESSAGE && retire())
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))

function closeResources() {
  maintenance.end()
  return Promise.all([db.destroy(), ownWrites.end(), endWatch(), endTelemetry(), accessRecords?.close()])
}

/** Drains this process after another has replaced it. /readyz stays 200, since other processes answer. */
function retire() {
  if (shutdown || isRetiring) return
  isRetiring = true
  log.info('web process replaced, draining')
  drainServer(server, closeResources, process.exit, RETIRE_GRACE_MS)
}

/** Drains this process. SIGINT comes from a person at a terminal, so no proxy has to notice the end first. */
function stop(signal: 'SIGTERM' | 'SIGINT') {
  if (isRetiring) return
  if (shutdown) return void (signal === 'SIGINT' && shutdown.closeNow())
  const lameDuckMs = signal === 'SIGTERM' ? env.LAME_DUCK_MS : 0
  log.info({ signal, lameDuckMs }, 'web draining')
  shutdown = { closeNow: () => undefined }
  shutdown = shutDownGracefully({
    lameDuckMs,
    announceClose() {
      isClosing = true
    },
    close: () => drainServer(server, closeResources, process.exit, lameDuckMs > 0 ? RETIRE_GRACE_MS : 0),
  })
}
