import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { heapFlags } from '../server/heap-flags.mjs'
import { readVersion } from './build/version.mjs'
import { ensureBuild } from './dev-services/build.mjs'
import { run } from './dev-services/command.mjs'
import { checkNode } from './dev-services/dependencies.mjs'
import { readOrCreateSecret, writeWhole } from './dev-services/files.mjs'
import { exitAfterClose } from './dev-services/interrupt.mjs'
import { formatSeconds, Problem, printLine, runStep } from './dev-services/log.mjs'
import { dataRoot, root } from './dev-services/paths.mjs'
import { findFreePort, isHealthy } from './dev-services/ports.mjs'
import { Background, stopLeftovers } from './dev-services/processes.mjs'
import { Scope } from './dev-services/scope.mjs'
import { ensureAllInstalled, startServices } from './dev-services/services.mjs'
import { requireOnlyOne } from './dev-services/single.mjs'
import { choosePort, getWebHost } from './dev-services/web-port.mjs'

const startedAt = performance.now()
/** Tests set AEROPUB_UP_FOLDER to run a second, separate shop. */
const dir = process.env.AEROPUB_UP_FOLDER || join(dataRoot, 'up')
/** Variables whose empty value turns off a postal-code service. */
const emptyMeansOff = new Set(['VIACEP_URL', 'BRASILAPI_URL'])
/** With either option, the command stops everything as soon as the shop is up. */
const isCheckOnly = process.argv.some((argument) => argument === '--check' || argument === '--once')
const serviceScope = new Scope()
const shopProcesses = new Scope()

const lock = requireOnlyOne(join(dir, 'lock.json'), 'npm run up')
const { end, fail } = exitAfterClose(async () => {
  await shopProcesses.close()
  await serviceScope.close()
  lock.release()
  if (serviceScope.used || shopProcesses.used) printLine('Everything stopped.')
})

const exportedNames = ['APP_ENV', 'PUBLIC_URL', 'DATABASE_URL', 'REDIS_URL', 'DATA_DIR', 'COOKIE_SECRETS']

try {
  const processes = await start()
  if (isCheckOnly) await end(0)
  printLine('Ctrl-C stops everything.')
  await Promise.race(processes.map(waitForUnexpectedEnd))
} catch (error) {
  await fail(error)
}

async function start() {
  checkNode()
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  await ensureAllInstalled()
  await clearLeftovers()
  const { port, note } = await choosePort()
  if (note) printLine(`! ${note}`)
  const {
    env: serviceEnv,
    users,
    instances,
  } = await startServices({ dir, purpose: 'up', scope: serviceScope })
  const env = await makeShopEnv(port, serviceEnv)
  writeWhole(join(dir, 'environment'), formatExports(env), 0o600)
  await ensureBuild(join(dir, 'logs', 'build.log'))
  const databaseUsers = users ?? readDatabaseUsers(env)
  await prepareDatabase({
    ...env,
    ...(databaseUsers && { WEB_DATABASE_URL: databaseUsers.web, WORKER_DATABASE_URL: databaseUsers.worker }),
  })
  const processes = await startShop(env, databaseUsers)
  const address = `http://localhost:${port}`
  lock.note({ url: address })
  announce(address, env)
  return [...processes, ...instances]
}

async function clearLeftovers() {
  const stopped = await stopLeftovers(dir)
  if (stopped.length > 0) printLine(`! Stopped what an earlier run had left: ${stopped.join(', ')}.`)
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
    COOKIE_SECRETS: readOrCreateSecret(join(dir, 'cookie-secret'), 48),
    ...dropEmptyValues(process.env),
    ...serviceEnv,
    NODE_ENV: 'production',
    HOST: getWebHost(),
    PORT: String(port),
    WORKER_PORT: String(await findFreePort()),
  }
}

/** Returns a shell script that exports the environment, for maintenance commands. @param {NodeJS.ProcessEnv} env */
function formatExports(env) {
  const quoteValue = (/** @type {string} */ name) => `'${(env[name] ?? '').replaceAll("'", "'\\''")}'`
  return `${exportedNames.map((name) => `export ${name}=${quoteValue(name)}`).join('\n')}\n`
}

/** Drops empty values, which a .env may contain. @param {NodeJS.ProcessEnv} env */
function dropEmptyValues(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' || emptyMeansOff.has(name)),
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
  await runStep('Updating the tables', 'Tables are current', () =>
    runTool('migrate', [], 'migrations applied'),
  )
  if (env.APP_ENV === 'production') return
  await runStep('Seeding the demonstration shop', 'Demonstration data', () =>
    runTool('seed', ['--if-empty'], 'records created'),
  )
}

/**
 * Returns the label with the sum of the counts in the first JSON log record; without a record, the last line.
 * @param {string} output @param {string} label
 */
function describeResult(output, label) {
  const lines = output.trim().split('\n')
  const record = lines.find((line) => line.startsWith('{') && line.endsWith('}'))
  if (record === undefined) return lines.at(-1) ?? ''
  const { level, time, pid, ...counts } = JSON.parse(record)
  const numbers = Object.values(counts).filter((value) => typeof value === 'number')
  const total = numbers.reduce((sum, value) => sum + value, 0)
  return total > 0 ? `${label}: ${total}` : 'nothing to do'
}

/** @param {NodeJS.ProcessEnv} env */
function readDatabaseUsers({ WEB_DATABASE_URL: web, WORKER_DATABASE_URL: worker }) {
  return web && worker ? { web, worker } : undefined
}

/** @param {NodeJS.ProcessEnv} shopEnv @param {{ web: string, worker: string } | undefined} users */
async function startShop(shopEnv, users) {
  // Each process gets only the address of its own database user (D126).
  const { WEB_DATABASE_URL, WORKER_DATABASE_URL, ...env } = shopEnv
  const startBackground = (
    /** @type {'web' | 'worker'} */ name,
    /** @type {number} */ grace,
    /** @type {string[]} */ flags = [],
  ) => {
    const file = join(root, 'build', 'tools', `${name}.js`)
    const processOptions = {
      name,
      command: process.execPath,
      args: [...flags, file],
      env: { ...env, DATABASE_URL: users?.[name] ?? env.DATABASE_URL },
      dir,
      marker: file,
      grace,
      first: true,
    }
    return shopProcesses.add(new Background(processOptions))
  }
  return runStep('Starting shop and worker', 'Shop and worker are up', async () => {
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
  printLine(
    `\nAeropub ${readVersion()} is up after ${formatSeconds(performance.now() - startedAt)}:\n\n  ${address}\n`,
  )
  if (env.APP_ENV !== 'production') {
    printLine('Demonstration logins (password for all: demonstracao-2026):')
    for (const name of ['cliente', 'empresa', 'parceiro', 'equipe', 'admin'])
      printLine(`  ${name}@aeropub.test`)
    printLine()
  }
  printLine('Logs are in .data/up/logs.')
}

/** @param {Background} background */
async function waitForUnexpectedEnd(background) {
  const { code, signal } = await background.exited
  // Never settles after a requested end, which must not end the race.
  if (background.stopping) return new Promise(() => {})
  throw new Problem(
    `"${background.name}" stopped unexpectedly (${signal ?? `code ${code}`}).\n${background.closingLines()}`,
  )
}
