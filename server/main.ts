import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { readCatalogueVersion } from '#app/models/platform/catalogue-version/version.server.ts'
import { db, isDatabaseUp } from '#app/models/platform/db.server.ts'
import { rejectDemonstration } from '#app/production-guard.server.ts'
import { startTelemetry } from '#app/telemetry/start.server.ts'
import { createEdge } from './app.ts'
import { MAX_FILE_MS } from './body-limits.ts'
import { drain, RETIRE, RETIRE_GRACE_MS } from './shutdown.ts'
import { offerMetrics } from './watch/offer-metrics.ts'

const buildFolder = join(dirname(fileURLToPath(import.meta.url)), '..')
const clientFolder = join(buildFolder, 'client')
const build = await import(/* @vite-ignore */ pathToFileURL(join(buildFolder, 'server/index.js')).href)
let draining = false
let retiring = false
await rejectDemonstration()
await offerMetrics()
const endTelemetry = await startTelemetry('aeropub-web')

const server = createServer(
  createEdge({
    build,
    clientFolder,
    publicUrl: env.PUBLIC_URL,
    trustProxy: env.TRUST_PROXY,
    mode: env.NODE_ENV,
    apiOrigins: env.API_ORIGINS,
    log,
    isDatabaseUp,
    readVersion: readCatalogueVersion,
    isDraining: () => draining,
  }),
)
// For the slowest upload; body-limits.ts sets shorter ones.
server.requestTimeout = MAX_FILE_MS
server.headersTimeout = 10_000
server.keepAliveTimeout = 20_000

server.prependListener('request', (_request, response) => {
  if (draining || retiring) response.setHeader('Connection', 'close')
})

server.listen(env.PORT, env.HOST, () => log.info({ host: env.HOST, port: env.PORT }, 'web started'))
server.on('error', (error) => {
  log.fatal({ err: error }, 'web cannot listen')
  process.exit(1)
})
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stop(signal))
process.on('message', (message) => message === RETIRE && retire())
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))

function closeAll() {
  return Promise.all([db.destroy(), endTelemetry()])
}

/** Not `draining`: the shop stays ready, as others of its processes answer. */
function retire() {
  if (draining || retiring) return
  retiring = true
  log.info('web process replaced, draining')
  drain(server, closeAll, process.exit, RETIRE_GRACE_MS)
}

function stop(signal: string) {
  if (draining || retiring) return
  draining = true
  log.info({ signal }, 'web draining')
  drain(server, closeAll, process.exit)
}
