import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { startRedis } from '../../../scripts/dev-services/redis.mjs'
import { createDatabase, runPrefix } from '../../support/fresh-database.ts'
import { findFreePort, type ShopProcess, startWeb } from '../../support/shop.ts'
import { findDemonstration, loadCatalogueStamp, refillDatabase, seedDatabase } from './demonstration.ts'
import { startMailServer } from './mail-server.ts'
import { killAtEnd } from './run-processes.ts'

type Environment = Record<string, string | undefined>

/**
 * The services of a shop: a database and a folder with the demonstration, a Redis and a mail server. One test at a
 * time uses them.
 */
export type Stage = Awaited<ReturnType<typeof openStage>> & {
  /** Releases the stage to the next test with its running web processes. */
  leave(): Promise<void>
}

type OpenStage = Awaited<ReturnType<typeof openStage>>

/** The released stages of this test process, whose files run one after the other and share this module. */
const freeStages: OpenStage[] = []

/** Returns a stage with the seeded demonstration: a released stage if there is one, otherwise a new one. */
export async function takeStage(serverUrl: string, environment: Environment): Promise<Stage> {
  // With a bucket, the seed command itself must write the files.
  const demonstration = environment.S3_URL ? undefined : await findDemonstration(serverUrl)
  if (!demonstration) return openSeededStage(serverUrl, environment)
  const shareStage = (stage: OpenStage) => ({ ...stage, leave: async () => void freeStages.push(stage) })
  for (let stage = freeStages.pop(); stage; stage = freeStages.pop()) {
    // Web processes cache the state of the shop for a second.
    if ((await loadCatalogueStamp(stage.db)) !== demonstration.stamp) await stage.endWebs()
    await Promise.all([stage.redis.reset(), stage.mail.reset()])
    if (await refillDatabase(demonstration, stage)) return shareStage(stage)
    await stage.close()
  }
  const stage = await openStage(serverUrl, runPrefix(process.env.TEST_RUN ?? ''))
  await refillDatabase(demonstration, stage)
  return shareStage(stage)
}

/** Returns a stage that the seed command fills and that closes after its test. */
async function openSeededStage(serverUrl: string, environment: Environment): Promise<Stage> {
  const stage = await openStage(serverUrl)
  await seedDatabase(stage, environment).catch(async (error) => {
    await stage.close()
    throw error
  })
  return { ...stage, leave: stage.close }
}

async function openStage(serverUrl: string, prefix?: string) {
  const { drop, ...database } = await createDatabase(serverUrl, prefix)
  const redis = await openRedis(prefix)
  const mail = await startMailServer()
  /** Web processes with the default environment that run and that no test changed. */
  const webs: ShopProcess[] = []
  const endWebs = async () => {
    for (const web of webs) web.signal('SIGKILL')
    await Promise.all(webs.splice(0).map((web) => web.ended))
  }
  return {
    ...database,
    redis,
    mail,
    webs,
    endWebs,
    /** Starts a process that may be released to the next test. */
    async startWeb(environment: Environment) {
      const web = await startWeb(environment)
      const ended = web.ended.then(() => {
        if (webs.includes(web)) webs.splice(webs.indexOf(web), 1)
      })
      killAtEnd(web.pid, ended)
      return web
    },
    async close() {
      await endWebs()
      await redis.close()
      await mail.close()
      await drop()
    },
  }
}

/** Starts a Redis that tests may stop, freeze or empty. `reset` makes it usable for the next test. */
async function openRedis(prefix = 'aeropub-faults') {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}-redis-`))
  const port = await findFreePort()
  let mayBeBroken = false
  const startServer = async () => {
    const opened = await startRedis({ dir: folder, port })
    killAtEnd(opened.pid, opened.instance.exited)
    return opened
  }
  let redis = await startServer()
  const markAsBroken = () => {
    mayBeBroken = true
    return redis
  }
  const deleteData = () => rm(join(folder, 'data'), { recursive: true, force: true })
  return {
    url: redis.url,
    stop: () => markAsBroken().stop(),
    kill: () => markAsBroken().kill(),
    signal: (name: NodeJS.Signals) => void process.kill(markAsBroken().pid, name),
    start: async () => {
      redis = await startServer()
    },
    deleteData,
    async reset() {
      if (mayBeBroken) {
        await redis.kill()
        await deleteData()
        redis = await startServer()
        mayBeBroken = false
        return
      }
      const client = new Redis(redis.url)
      await client.config('SET', 'maxmemory', '0')
      await client.flushall()
      await client.quit()
    },
    async close() {
      await redis.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
