import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { heapFlags } from '../server/heap-flags.mjs'
import { readVersion } from './build/version.mjs'
import { ensureBuild } from './dev-services/build.mjs'
import { run } from './dev-services/command.mjs'
import { checkNode, ensureDependencies } from './dev-services/dependencies.mjs'
import { keptSecret, writeWhole } from './dev-services/files.mjs'
import { ending } from './dev-services/interrupt.mjs'
import { Problem, say, seconds, step } from './dev-services/log.mjs'
import { dataRoot, root } from './dev-services/paths.mjs'
import { freePort, isHealthy } from './dev-services/ports.mjs'
import { Background, stopLeftovers } from './dev-services/processes.mjs'
import { Scope } from './dev-services/scope.mjs'
import { startServices } from './dev-services/services.mjs'
import { onlyOne } from './dev-services/single.mjs'
import { choosePort, webHost } from './dev-services/web-port.mjs'

const began = performance.now()
/** Tests set a folder, to run a separate shop beside the usual one. */
const dir = process.env.AEROPUB_UP_FOLDER || join(dataRoot, 'up')
/** Variables whose empty value turns off a postal-code lookup. */
const switchable = new Set(['VIACEP_URL', 'BRASILAPI_URL'])
const check = process.argv.some((argument) => argument === '--check' || argument === '--once')
const services = new Scope()
const shop = new Scope()

const lock = onlyOne(join(dir, 'lock.json'), 'npm run up')
const { end, fail } = ending(async () => {
  await shop.close()
  await services.close()
  lock.release()
  if (services.used || shop.used) say('Everything stopped.')
})

const forCommands = ['APP_ENV', 'PUBLIC_URL', 'DATABASE_URL', 'REDIS_URL', 'DATA_DIR', 'COOKIE_SECRETS']

try {
  const watched = await start()
  if (check) await end(0)
  say('Ctrl-C stops everything.')
  await Promise.race(watched.map(waitForUnexpectedEnd))
} catch (error) {
  await fail(error)
}

async function start() {
  checkNode()
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  await ensureDependencies()
  await clearLeftovers()
  const { port, note } = await choosePort()
  if (note) say(`! ${note}`)
  const { env: serviceEnv, users, instances } = await startServices({ dir, purpose: 'up', scope: services })
  const env = await makeShopEnv(port, serviceEnv)
  writeWhole(join(dir, 'environment'), formatExports(env), 0o600)
  await ensureBuild(join(dir, 'logs', 'build.log'))
  const own = users ?? readUsers(env)
  await prepareDatabase({
    ...env,
    ...(own && { WEB_DATABASE_URL: own.web, WORKER_DATABASE_URL: own.worker }),
  })
  const processes = await startShop(env, own)
  const address = `http://localhost:${port}`
  lock.note({ url: address })
  announce(address, env)
  return [...processes, ...instances]
}

async function clearLeftovers() {
  const stopped = await stopLeftovers(dir)
  if (stopped.length > 0) say(`! Stopped what an earlier run had left: ${stopped.join(', ')}.`)
}

/**
 * @param {number} port @param {import('./dev-services/services.mjs').ServiceEnv} serviceEnv
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function makeShopEnv(port, serviceEnv) {
  return {
    APP_ENV: 'demonstration',
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: join(dir, 'files'),
    COOKIE_SECRETS: keptSecret(join(dir, 'cookie-secret'), 48),
    ...withoutEmpty(process.env),
    ...serviceEnv,
    NODE_ENV: 'production',
    HOST: webHost(),
    PORT: String(port),
    WORKER_PORT: String(await freePort()),
  }
}

/** Returns shell text with the environment for commands of operation. @param {NodeJS.ProcessEnv} env */
function formatExports(env) {
  const quoteValue = (/** @type {string} */ name) => `'${(env[name] ?? '').replaceAll("'", "'\\''")}'`
  return `${forCommands.map((name) => `export ${name}=${quoteValue(name)}`).join('\n')}\n`
}

/** Drops empty values, which a .env may contain. @param {NodeJS.ProcessEnv} env */
function withoutEmpty(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' || switchable.has(name)),
  )
}

/** @param {NodeJS.ProcessEnv} env */
async function prepareDatabase(env) {
  const runTool = async (
    /** @type {string} */ name,
    /** @type {string[]} */ args,
    /** @type {string} */ label,
  ) => {
    const logFile = join(dir, 'logs', `${name}.log`)
    const file = join(root, 'build', 'tools', `${name}.js`)
    const failure = `"${name}" failed.`
    const output = await run(process.execPath, [file, ...args], { logFile, env, failure })
    return describeResult(output, label)
  }
  await step('Updating the tables', 'Tables are current', () => runTool('migrate', [], 'migrations applied'))
  if (env.APP_ENV === 'production') return
  await step('Seeding the demonstration shop', 'Demonstration data', () =>
    runTool('seed', ['--if-empty'], 'records created'),
  )
}

/** Returns the sum of the numbers in the first log record, or the last line. @param {string} output @param {string} label */
function describeResult(output, label) {
  const lines = output.trim().split('\n')
  const record = lines.find((line) => line.startsWith('{') && line.endsWith('}'))
  if (record === undefined) return lines.at(-1) ?? ''
  const { level, time, pid, ...facts } = JSON.parse(record)
  const numbers = Object.values(facts).filter((value) => typeof value === 'number')
  const total = numbers.reduce((sum, value) => sum + value, 0)
  return total > 0 ? `${label}: ${total}` : 'nothing to do'
}

/** @param {NodeJS.ProcessEnv} env */
function readUsers({ WEB_DATABASE_URL: web, WORKER_DATABASE_URL: worker }) {
  return web && worker ? { web, worker } : undefined
}

/** @param {NodeJS.ProcessEnv} given @param {{ web: string, worker: string } | undefined} users */
async function startShop(given, users) {
  // Each process gets only its own database user's address (D126).
  const { WEB_DATABASE_URL, WORKER_DATABASE_URL, ...env } = given
  const startBackground = (
    /** @type {'web' | 'worker'} */ name,
    /** @type {number} */ grace,
    /** @type {string[]} */ flags = [],
  ) => {
    const file = join(root, 'build', 'tools', `${name}.js`)
    const order = {
      name,
      command: process.execPath,
      args: [...flags, file],
      env: { ...env, DATABASE_URL: users?.[name] ?? env.DATABASE_URL },
      dir,
      marker: file,
      grace,
      first: true,
    }
    return shop.add(new Background(order))
  }
  return step('Starting shop and worker', 'Shop and worker are up', async () => {
    const web = startBackground('web', 15_000, heapFlags)
    const worker = startBackground('worker', 30_000)
    const host = env.HOST === '0.0.0.0' || env.HOST === 'localhost' ? '127.0.0.1' : env.HOST
    await web.ready('Shop', () =>
      isHealthy(`http://${host?.includes(':') ? `[${host}]` : host}:${env.PORT}/readyz`),
    )
    await worker.ready('Worker', () => isHealthy(`http://127.0.0.1:${env.WORKER_PORT}/healthz`))
    return [web, worker]
  })
}

/** @param {string} address @param {NodeJS.ProcessEnv} env */
function announce(address, env) {
  say(`\nAeropub ${readVersion()} is up after ${seconds(performance.now() - began)}:\n\n  ${address}\n`)
  if (env.APP_ENV !== 'production') {
    say('Demonstration logins (password of all: demonstracao-2026):')
    for (const name of ['cliente', 'empresa', 'parceiro', 'equipe', 'admin']) say(`  ${name}@aeropub.test`)
    say()
  }
  say('Logs are in .data/up/logs.')
}

/** @param {Background} background */
async function waitForUnexpectedEnd(background) {
  const { code, signal } = await background.exited
  if (background.stopping) return new Promise(() => {})
  throw new Problem(
    `"${background.name}" stopped unexpectedly (${signal ?? `code ${code}`}).\n${background.closingLines()}`,
  )
}
