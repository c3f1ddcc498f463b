import { join } from 'node:path'
import { findChromium, findDatabaseServer, findRedisServer } from './binaries.mjs'
import { isExecutable } from './command.mjs'
import { findConnectionError, startDatabase } from './database.mjs'
import { checkNode, ensureDependencies } from './dependencies.mjs'
import { runAlone } from './lock.mjs'
import { Problem, runStep } from './log.mjs'
import { ensureInstalled } from './packages.mjs'
import { dataRoot } from './paths.mjs'
import { isListening } from './ports.mjs'
import { stopLeftovers } from './processes.mjs'
import { startRedis } from './redis.mjs'
import { Scope } from './scope.mjs'

/**
 * Installs the dependencies and programs at the same time. `startServices` tries a failed program again and reports it.
 * @param {() => Promise<unknown>} [installPrograms]
 */
export async function ensureAllInstalled(installPrograms = () => ensurePrograms()) {
  checkNode()
  await Promise.all([ensureDependencies(), installPrograms().catch(ignoreProblem)])
}

/** @param {unknown} error */
function ignoreProblem(error) {
  if (!(error instanceof Problem)) throw error
}

/**
 * Installs the programs of the services that the environment does not name.
 * @param {import('./binaries.mjs').DatabaseServer} [server] replaces the installed one
 */
export async function ensurePrograms(server) {
  const { DATABASE_URL, REDIS_URL, CHROMIUM_PATH } = process.env
  /** @type {import('./packages.mjs').Need[]} */
  const needs = []
  if (!DATABASE_URL && !server) needs.push('database')
  if (!REDIS_URL) needs.push('redis')
  if (!CHROMIUM_PATH) needs.push('chromium')
  await runAlone(join(dataRoot, 'install', 'packages.lock'), () => ensureInstalled(needs))
}

/**
 * Uses the services named in the environment and starts the others privately.
 * @typedef {{ DATABASE_URL: string, REDIS_URL: string, CHROMIUM_PATH: string }} ServiceEnv
 * @param {{ dir: string, purpose: 'up' | 'dev' | 'test', scope?: Scope,
 *   server?: import('./binaries.mjs').DatabaseServer }} options
 */
export async function startServices({ dir, purpose, scope = new Scope(), server }) {
  const { DATABASE_URL, REDIS_URL, CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH && !isExecutable(CHROMIUM_PATH)) {
    throw new Problem(`CHROMIUM_PATH names a program that does not exist: ${CHROMIUM_PATH}`)
  }
  await ensurePrograms(server)
  await stopLeftovers(dir)

  /** @type {Awaited<ReturnType<typeof startDatabase>> | undefined} */
  let database
  if (DATABASE_URL) await checkGivenDatabase(DATABASE_URL)
  else database = await createOwnDatabase(join(dir, 'database'), purpose, scope, server)

  /** @type {Awaited<ReturnType<typeof startRedis>> | undefined} */
  let redis
  if (REDIS_URL) await checkGivenRedis(REDIS_URL)
  else {
    redis = await runStep('Starting Redis', 'Redis is ready', () =>
      startRedis({ dir: join(dir, 'redis'), scope }),
    )
  }

  return {
    /** @type {ServiceEnv} */
    env: {
      DATABASE_URL: DATABASE_URL || (database?.url ?? ''),
      REDIS_URL: REDIS_URL || (redis?.url ?? ''),
      CHROMIUM_PATH: CHROMIUM_PATH || (findChromium() ?? ''),
    },
    redisServer: redis?.server ?? findRedisServer(),
    users: database?.users,
    instances: [database?.instance, redis?.instance].filter((instance) => instance !== undefined),
    stop: () => scope.close(),
  }
}

/**
 * @param {string} dir @param {'up' | 'dev' | 'test'} purpose @param {Scope} scope
 * @param {import('./binaries.mjs').DatabaseServer} [server]
 */
export function createOwnDatabase(dir, purpose, scope, server = findDatabaseServer()) {
  const isTest = purpose === 'test'
  return runStep('Starting the database', `Database is ready (${server?.version})`, () =>
    startDatabase({
      dir,
      server,
      scope,
      database: isTest ? 'aeropub_test' : 'aeropub',
      durable: !isTest,
      powerful: isTest,
    }),
  )
}

/** @param {string} url */
function checkGivenDatabase(url) {
  return runStep('Looking for the database of DATABASE_URL', 'Database of DATABASE_URL found', async () => {
    const reason = await findConnectionError(url)
    if (reason) throw new Problem(`The database of DATABASE_URL cannot be reached: ${reason}`)
  })
}

/** @param {string} url */
function checkGivenRedis(url) {
  return runStep('Looking for the Redis of REDIS_URL', 'Redis of REDIS_URL found', async () => {
    const { hostname, port } = new URL(url)
    const host = hostname.replace(/^\[|\]$/g, '') || '127.0.0.1'
    if (await isListening(Number(port || 6379), host)) return
    throw new Problem(`The Redis of REDIS_URL does not answer at ${host}:${port || 6379}.`)
  })
}
