import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFakeViaCep } from '#tests/support/fakes/fake-postal-codes.ts'
import { startRedis } from '../../../scripts/dev-services/redis.mjs'
import { makeUsers } from '../../support/database-users/restricted-users.ts'
import { createDatabase } from '../../support/fresh-database.ts'
import { runTool, saveLog, startWeb, startWorker } from '../../support/shop.ts'
import { startSpecClient } from './spec-client-server.ts'

/**
 * Starts a complete shop for the journeys: its own database with the demonstration, its own Redis, web and
 * worker from the build, each as its own database user, so that missing grants fail a journey.
 */
export default async function startShop() {
  const database = await createDatabase(process.env.DATABASE_URL ?? '')
  const redis = process.env.E2E_REDIS_URL ? undefined : await startOwnRedis()
  const viaCep = await startFakeViaCep()
  const specClient = await startSpecClient()
  const environment = {
    NODE_ENV: 'production',
    APP_ENV: 'test',
    COOKIE_SECRETS: 'only-for-tests-only-for-tests-only-for-tests',
    DATABASE_URL: database.url,
    REDIS_URL: redis?.url ?? process.env.E2E_REDIS_URL,
    DATA_DIR: database.dataFolder,
    LOG_LEVEL: 'info',
    SMTP_URL: undefined,
    RELAY_INTERVAL_MS: '100',
    VIACEP_URL: viaCep.url,
    API_ORIGINS: specClient.url,
    API_CALLS_PER_MINUTE: '600',
    // Tests that reach a limit per client address use an address of their own (people.ts).
    TRUST_PROXY: '1',
  }
  await runTool('seed', environment)
  const users = await makeUsers(database.url)
  const web = await startWeb({ ...environment, DATABASE_URL: users.web })
  const worker = await startWorker({ ...environment, DATABASE_URL: users.worker, PUBLIC_URL: web.url })
  specClient.pointTo(web.url)
  // Passed to the test processes; the preview starts with the same environment.
  process.env.E2E_URL = web.url
  process.env.E2E_CLIENT_URL = specClient.url
  process.env.E2E_ENVIRONMENT = JSON.stringify(environment)
  return async () => {
    await Promise.all([web.stop(), worker.stop()])
    await saveHistory(database.db)
    await users.drop()
    await Promise.all([redis?.stop(), database.drop(), viaCep.close(), specClient.close()])
  }
}

/** Saves the history like a log, free of personal data: the changed values of people (D98) are left out. */
async function saveHistory(db: Awaited<ReturnType<typeof createDatabase>>['db']) {
  const rows = await db.selectFrom('history').select(['id', 'entity', 'action', 'details']).execute()
  const lines = rows.map(({ details, ...row }) =>
    JSON.stringify({ ...row, ...parseDetailsExceptChanges(details) }),
  )
  saveLog('history.log', lines.join('\n'))
}

function parseDetailsExceptChanges(details: string | null): Record<string, unknown> {
  const { changes, ...data }: Record<string, unknown> = details ? JSON.parse(details) : {}
  return data
}

/** Starts a Redis in a temporary folder, so that no other worker takes these jobs. */
async function startOwnRedis() {
  const dir = await mkdtemp(join(tmpdir(), 'aeropub-e2e-redis-'))
  const redis = await startRedis({ dir })
  return {
    url: redis.url,
    async stop() {
      await redis.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
