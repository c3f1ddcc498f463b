import { type ShopProcess, startWeb, startWorker, waitFor } from '../support/shop.ts'
import { takeResponses } from './support/buyer.ts'
import { takeStage } from './support/stage.ts'

type Environment = Record<string, string | undefined>

/** A worker that prints no PDF, which starts in half the time without a browser. */
export const workerWithoutPdf = { WORKER_LANES: 'work,mail,files,reports,webhooks' }

/** The number of unchanged web processes that run on for the next test. */
const RETAINED_WEBS = 2

/**
 * Prepares all services that a fault test breaks: a database with the demonstration, a Redis and a mail server.
 * Returns them with functions that start web processes and workers.
 */
export async function startHarness(
  extraEnvironment: Environment = {},
  serverUrl = process.env.DATABASE_URL ?? '',
) {
  const stage = await takeStage(serverUrl, extraEnvironment)
  const { db, mail, redis } = stage
  // Discards unread pages of an earlier test.
  takeResponses()
  const environment: Environment = {
    NODE_ENV: 'production',
    APP_ENV: 'test',
    COOKIE_SECRETS: 'only-for-tests-only-for-tests-only-for-tests',
    DATABASE_URL: stage.url,
    REDIS_URL: redis.url,
    DATA_DIR: stage.dataFolder,
    SMTP_URL: mail.url,
    LOG_LEVEL: 'info',
    // Fifty buyers wait for one cart, which must not count as an outage on a busy machine.
    QUERY_TIMEOUT_MS: '20000',
    POOL_TIMEOUT_MS: '20000',
    RELAY_INTERVAL_MS: '100',
    RECONCILE_INTERVAL_MS: '500',
    REQUEUE_AFTER_MS: '2000',
    PROBE_INTERVAL_MS: '1000',
    LEASE_MS: '1500',
    JOB_LOCK_MS: '2000',
    JOB_STALLED_MS: '1000',
    // All requests come from one client address, and fifty copies of one form arrive at once.
    LIMIT_FACTOR: '100',
    ...extraEnvironment,
  }
  const isDefaultEnvironment = Object.keys(extraEnvironment).length === 0
  const earlierOrders = await db.selectFrom('orders').select('id').execute()
  const earlierOrderIds = new Set(earlierOrders.map(({ id }) => id))
  const processes: ShopProcess[] = []
  const starts: Promise<unknown>[] = []
  const webs = new Set<ShopProcess>()
  /** Maps each shared web process that this test has not signalled to the process behind it. */
  const untouched = new Map<ShopProcess, ShopProcess>()
  const trackProcess = async (starting: Promise<ShopProcess>) => {
    starts.push(starting)
    const started = await starting
    processes.push(started)
    return started
  }
  /** Returns an unchanged web process of an earlier test, or a new one. */
  const startDefaultWeb = async () => {
    const web = stage.webs.pop() ?? (await stage.startWeb(environment))
    const earlierOutputLength = web.output().length
    const sharedWeb: ShopProcess = {
      ...web,
      output: () => web.output().slice(earlierOutputLength),
      stop() {
        untouched.delete(sharedWeb)
        return web.stop()
      },
      signal(name) {
        untouched.delete(sharedWeb)
        web.signal(name)
      },
    }
    untouched.set(sharedWeb, web)
    void web.ended.then(() => untouched.delete(sharedWeb))
    return sharedWeb
  }
  /** Waits until every queued job is done. */
  const waitUntilDone = () =>
    waitFor(
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
    async listOrders(): Promise<number[]> {
      const rows = await db.selectFrom('orders').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id).filter((id) => !earlierOrderIds.has(id))
    },
    async startWeb(extraEnvironment: Environment = {}, port?: number, build?: string) {
      const hasDefaults =
        Object.keys(extraEnvironment).length === 0 && port === undefined && build === undefined
      const web = await trackProcess(
        isDefaultEnvironment && hasDefaults
          ? startDefaultWeb()
          : startWeb({ ...environment, ...extraEnvironment }, port, build),
      )
      webs.add(web)
      void web.ended.then(() => webs.delete(web))
      return web
    },
    /** Returns the web process that was started last. */
    getRunningWeb(): ShopProcess {
      const web = [...webs].at(-1)
      if (!web) throw new Error('no web process runs')
      return web
    },
    startWorker: (extraEnvironment: Environment = {}) =>
      trackProcess(startWorker({ ...environment, ...extraEnvironment })),
    redis,
    waitUntilDone,
    async end() {
      await Promise.allSettled(starts)
      const sharedProcesses = [...untouched].slice(0, RETAINED_WEBS)
      const retained = new Set(sharedProcesses.map(([sharedWeb]) => sharedWeb))
      const endingProcesses = processes.filter((process) => !retained.has(process))
      for (const process of endingProcesses) process.signal('SIGCONT')
      for (const process of endingProcesses) process.signal('SIGKILL')
      await Promise.all(endingProcesses.map((process) => process.ended))
      stage.webs.push(...sharedProcesses.map(([, web]) => web))
      await stage.leave()
    },
  }
}

export type FaultHarness = Awaited<ReturnType<typeof startHarness>>
