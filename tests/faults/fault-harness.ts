import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#app/models/platform/connection.server.ts'
import { startRedis } from '../../scripts/dev-services/redis.mjs'
import { createDatabase } from '../support/fresh-database.ts'
import { freePort, runTool, type ShopProcess, startWeb, startWorker, until } from '../support/shop.ts'
import { startMailServer } from './support/mail-server.ts'

type Environment = Record<string, string | undefined>

/** Everything a fault test breaks: own database with the demonstration, own Redis, own mail server, processes. */
export async function startHarness(more: Environment = {}, serverUrl = process.env.DATABASE_URL ?? '') {
  const database = await createDatabase(serverUrl)
  const redisFolder = await mkdtemp(join(tmpdir(), 'aeropub-faults-redis-'))
  const redisPort = await freePort()
  let redis = await startRedis({ dir: redisFolder, port: redisPort })
  const mail = await startMailServer()
  const environment: Environment = {
    NODE_ENV: 'production',
    APP_ENV: 'test',
    COOKIE_SECRETS: 'only-for-tests-only-for-tests-only-for-tests',
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    DATA_DIR: database.dataFolder,
    SMTP_URL: mail.url,
    LOG_LEVEL: 'info',
    // Fifty buyers wait for one cart here, maybe on a busy machine: that is no outage.
    QUERY_TIMEOUT_MS: '20000',
    POOL_TIMEOUT_MS: '20000',
    RELAY_INTERVAL_MS: '100',
    RECONCILE_INTERVAL_MS: '500',
    REQUEUE_AFTER_MS: '2000',
    PROBE_INTERVAL_MS: '1000',
    LEASE_MS: '1500',
    JOB_LOCK_MS: '2000',
    JOB_STALLED_MS: '1000',
    // Everybody here comes from one address, and fifty of one form come at once.
    LIMIT_FACTOR: '100',
    ...more,
  }
  await runTool('seed', environment).catch(async (error) => {
    await Promise.allSettled([redis.kill(), mail.close(), database.drop()])
    throw error
  })
  const db = connect(database.url)
  await db.deleteFrom('outbox').execute()
  // What the demonstration sold would expire and send reminders; mails are counted here.
  await db.updateTable('subscriptions').set({ due: null }).execute()
  const shown = await db.selectFrom('orders').select('id').execute()
  const processes: ShopProcess[] = []
  const webs = new Set<ShopProcess>()
  const keep = async (starting: Promise<ShopProcess>) => {
    const started = await starting
    processes.push(started)
    return started
  }
  /** Waits until every queued job is done. */
  const done = () =>
    until(
      'an outbox without open rows',
      async () => {
        const open = await db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()
        return open.length === 0
      },
      60_000,
    ).catch(async (error) => {
      const open = await db.selectFrom('outbox').selectAll().where('done_at', 'is', null).execute()
      throw new Error(`${error} ${JSON.stringify(open)}`)
    })
  return {
    db,
    mail,
    environment,
    dataFolder: database.dataFolder,
    /** Numbers of the orders placed in this run, oldest first. */
    async orders(): Promise<number[]> {
      const rows = await db.selectFrom('orders').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id).filter((id) => !shown.some((order) => order.id === id))
    },
    async web(more: Environment = {}, port?: number, build?: string) {
      const web = await keep(startWeb({ ...environment, ...more }, port, build))
      webs.add(web)
      void web.ended.then(() => webs.delete(web))
      return web
    },
    /** Of the web processes that run the one that was started last. */
    runningWeb(): ShopProcess {
      const web = [...webs].at(-1)
      if (!web) throw new Error('no web process runs')
      return web
    },
    worker: (more: Environment = {}) => keep(startWorker({ ...environment, ...more })),
    redis: {
      url: () => redis.url,
      stop: () => redis.stop(),
      kill: () => redis.kill(),
      signal: (name: NodeJS.Signals) => void process.kill(redis.pid, name),
      start: async () => {
        redis = await startRedis({ dir: redisFolder, port: redisPort })
      },
      forget: () => rm(join(redisFolder, 'data'), { recursive: true, force: true }),
    },
    done,
    async end() {
      for (const each of processes) each.signal('SIGCONT')
      for (const each of processes) each.signal('SIGKILL')
      await Promise.all(processes.map((each) => each.ended))
      await redis.kill()
      await mail.close()
      await db.destroy()
      await database.drop()
      await rm(redisFolder, { recursive: true, force: true })
    },
  }
}

export type FaultHarness = Awaited<ReturnType<typeof startHarness>>
