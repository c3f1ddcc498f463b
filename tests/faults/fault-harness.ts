import { type ShopProcess, startWeb, startWorker, until } from '../support/shop.ts'
import { takeShown } from './support/buyer.ts'
import { takeStage } from './support/stage.ts'

type Environment = Record<string, string | undefined>

/** A worker that prints no PDF, which starts in half the time without a browser. */
export const withoutPdf = { WORKER_LANES: 'work,mail,files,reports,webhooks' }

/** Number of untouched web processes retained for the next test. */
const WEBS_LEFT = 2

/**
 * Starts all services that a fault test breaks: a database with the demonstration, a Redis, a mail server,
 * processes.
 */
export async function startHarness(more: Environment = {}, serverUrl = process.env.DATABASE_URL ?? '') {
  const stage = await takeStage(serverUrl, more)
  const { db, mail, redis } = stage
  // Discards unread pages of an earlier test.
  takeShown()
  const environment: Environment = {
    NODE_ENV: 'production',
    APP_ENV: 'test',
    COOKIE_SECRETS: 'only-for-tests-only-for-tests-only-for-tests',
    DATABASE_URL: stage.url,
    REDIS_URL: redis.url,
    DATA_DIR: stage.dataFolder,
    SMTP_URL: mail.url,
    LOG_LEVEL: 'info',
    // Fifty buyers wait for one cart here, which on a busy machine is no outage.
    QUERY_TIMEOUT_MS: '20000',
    POOL_TIMEOUT_MS: '20000',
    RELAY_INTERVAL_MS: '100',
    RECONCILE_INTERVAL_MS: '500',
    REQUEUE_AFTER_MS: '2000',
    PROBE_INTERVAL_MS: '1000',
    LEASE_MS: '1500',
    JOB_LOCK_MS: '2000',
    JOB_STALLED_MS: '1000',
    // All requests have one client address, and fifty of one form arrive at once.
    LIMIT_FACTOR: '100',
    ...more,
  }
  const isUsual = Object.keys(more).length === 0
  const shown = await db.selectFrom('orders').select('id').execute()
  const processes: ShopProcess[] = []
  const starts: Promise<unknown>[] = []
  const webs = new Set<ShopProcess>()
  /** The default web processes that this test left unchanged. */
  const untouched = new Map<ShopProcess, ShopProcess>()
  const keep = async (starting: Promise<ShopProcess>) => {
    starts.push(starting)
    const started = await starting
    processes.push(started)
    return started
  }
  /** Returns an unchanged web process of an earlier test, or a new one. */
  const startUsualWeb = async () => {
    const web = stage.webs.pop() ?? (await stage.startWeb(environment))
    const before = web.output().length
    const taken: ShopProcess = {
      ...web,
      output: () => web.output().slice(before),
      stop() {
        untouched.delete(taken)
        return web.stop()
      },
      signal(name) {
        untouched.delete(taken)
        web.signal(name)
      },
    }
    untouched.set(taken, web)
    void web.ended.then(() => untouched.delete(taken))
    return taken
  }
  /** Waits until every queued job is done. */
  const waitUntilDone = () =>
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
    dataFolder: stage.dataFolder,
    /** Returns the numbers of the orders placed in this run, oldest first. */
    async orders(): Promise<number[]> {
      const rows = await db.selectFrom('orders').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id).filter((id) => !shown.some((order) => order.id === id))
    },
    async web(more: Environment = {}, port?: number, build?: string) {
      const usual = isUsual && Object.keys(more).length === 0 && port === undefined && build === undefined
      const web = await keep(usual ? startUsualWeb() : startWeb({ ...environment, ...more }, port, build))
      webs.add(web)
      void web.ended.then(() => webs.delete(web))
      return web
    },
    /** Returns the web process that was started last. */
    runningWeb(): ShopProcess {
      const web = [...webs].at(-1)
      if (!web) throw new Error('no web process runs')
      return web
    },
    worker: (more: Environment = {}) => keep(startWorker({ ...environment, ...more })),
    redis,
    done: waitUntilDone,
    async end() {
      await Promise.allSettled(starts)
      const left = [...untouched].slice(0, WEBS_LEFT)
      const ending = processes.filter((each) => !left.some(([taken]) => taken === each))
      for (const each of ending) each.signal('SIGCONT')
      for (const each of ending) each.signal('SIGKILL')
      await Promise.all(ending.map((each) => each.ended))
      stage.webs.push(...left.map(([, web]) => web))
      await stage.leave()
    },
  }
}

export type FaultHarness = Awaited<ReturnType<typeof startHarness>>
