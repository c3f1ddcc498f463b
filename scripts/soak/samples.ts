import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { listProcessTree, readProportionalMegabytes } from '../bench/process-figures.ts'
import type { Place, SoakShop } from './soak-shop.ts'

export type Sample = { seconds: number; values: Record<string, number | undefined> }

const SAMPLE_MS = 10_000
const READ_LIMIT_MS = 5_000
const profilePrefix = 'aeropub-chromium-'
const MEGABYTE = 2 ** 20

export function startSampling(shop: SoakShop, countOrders: () => number) {
  const samples: Sample[] = []
  const startedAt = performance.now()
  const redis = new Redis(shop.harness.environment.REDIS_URL ?? '', { maxRetriesPerRequest: 1 })
  redis.on('error', () => undefined)
  let currentSample: Promise<void> | undefined
  const takeSample = async () => {
    const seconds = (performance.now() - startedAt) / 1000
    const figureGroups = await Promise.all([
      ...[...shop.webs, ...shop.workers].map((place) => readProcessFigures(place)),
      readDatabaseFigures(shop),
      readRedisFigures(redis),
    ])
    const values = Object.assign(
      { orders: countOrders() },
      ...figureGroups,
      readChromiumFigures(shop),
      readFileFigures(shop),
    )
    samples.push({ seconds, values })
  }
  const timer = setInterval(() => {
    // A sample that takes longer than the interval delays the next one.
    currentSample ??= takeSample().finally(() => {
      currentSample = undefined
    })
  }, SAMPLE_MS)
  return {
    samples,
    async end() {
      clearInterval(timer)
      await currentSample
      redis.disconnect()
    },
  }
}

async function readProcessFigures({ name, current, metricsUrl }: Place) {
  const readMetric = await readMetrics(metricsUrl)
  const [ownPid = current.pid, ...childPids] = listProcessTree(current.pid)
  const loopDelay = readMetric('event_loop_delay_p99_seconds')
  const heap = readMetric('heap_used_bytes')
  return {
    [`${name} memory`]: readProportionalMegabytes([ownPid]) || undefined,
    [`${name} heap`]: heap === undefined ? undefined : heap / MEGABYTE,
    [`${name} handles`]: listEntries(`/proc/${ownPid}/fd`).length || undefined,
    [`${name} lag`]: loopDelay === undefined ? undefined : loopDelay * 1000,
    ...(childPids.length > 0 ? { [`${name} chromium`]: readProportionalMegabytes(childPids) } : {}),
    ...(name === 'worker 1'
      ? { 'outbox age': readMetric('outbox_oldest_seconds'), 'queue age': readMetric('queue_oldest_seconds') }
      : {}),
  }
}

/** Reads metrics. The returned function returns the largest value of a metric over its labels. */
async function readMetrics(address: string): Promise<(name: string) => number | undefined> {
  const text = await fetch(address, { signal: AbortSignal.timeout(READ_LIMIT_MS) })
    .then((answer) => answer.text())
    .catch(() => '')
  return (name) => {
    const lines = [...text.matchAll(new RegExp(`^aeropub_${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))]
    const values = lines.map(([, value]) => Number(value)).filter(Number.isFinite)
    return values.length > 0 ? Math.max(...values) : undefined
  }
}

async function readDatabaseFigures({ harness: { db } }: SoakShop) {
  const connectionCount = await sql<{ connections: number }>`
    select count(*) as connections from information_schema.processlist
    where db = database() and id <> connection_id()`.execute(db)
  const openEffects = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    'database connections': Number(connectionCount.rows[0]?.connections),
    'outbox open': Number(openEffects.count),
  }
}

async function readRedisFigures(redis: Redis) {
  try {
    const [info, keys] = await Promise.all([redis.info(), redis.dbsize()])
    const readNumber = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1])
    return {
      'redis clients': readNumber('connected_clients'),
      'redis keys': keys,
      'redis memory': readNumber('used_memory') / MEGABYTE,
    }
  } catch {
    return {}
  }
}

/** Finds Chromium processes by their profile folder, whose name contains the process id of their worker. */
function readChromiumFigures({ temporaryFolder, workers }: SoakShop) {
  const livingWorkers = workers.map(({ current }) => String(current.pid))
  const ownerPids = listEntries('/proc').flatMap(({ name }) => {
    const [, profile] = readTextOrEmpty(`/proc/${name}/cmdline`).split(`${temporaryFolder}/${profilePrefix}`)
    return /-(\d+)-/.exec(profile ?? '')?.[1] ?? []
  })
  return {
    'chromium processes': ownerPids.length,
    'chromium orphans': ownerPids.filter((ownerPid) => !livingWorkers.includes(ownerPid)).length,
  }
}

function readFileFigures({ temporaryFolder, harness: { dataFolder } }: SoakShop) {
  const temporaryNames = listEntries(temporaryFolder).map(({ name }) => name)
  const profiles = temporaryNames.filter((name) => name.startsWith(profilePrefix))
  const dataFiles = listFilesBelow(dataFolder)
  return {
    'chromium profiles': profiles.length,
    'temporary entries': temporaryNames.length - profiles.length,
    'temporary size': sumSizes(listFilesBelow(temporaryFolder)),
    'data files': dataFiles.length,
    'data size': sumSizes(dataFiles),
  }
}

function listFilesBelow(folder: string): string[] {
  return listEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listFilesBelow(path)
    return entry.isFile() ? [path] : []
  })
}

/** Returns the size of the files in megabytes. Files that are gone count as empty. */
function sumSizes(files: readonly string[]): number {
  let bytes = 0
  for (const file of files) bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return bytes / MEGABYTE
}

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function readTextOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
