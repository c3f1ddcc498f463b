/** Compares the shop with a minimal server (docs/bench.md). Exits with 1 only after a wrong response. */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from './dev-services/build.mjs'
import { readLastLines, run } from './dev-services/command.mjs'
import { createDatabase, startDatabase } from './dev-services/database.mjs'
import { ensureDependencies } from './dev-services/dependencies.mjs'
import { exitAfterClose } from './dev-services/interrupt.mjs'
import { runAlone } from './dev-services/lock.mjs'
import { formatSeconds, printLine, runStep } from './dev-services/log.mjs'
import { ensureInstalled } from './dev-services/packages.mjs'
import { dataRoot, root } from './dev-services/paths.mjs'
import { Background } from './dev-services/processes.mjs'
import { Scope } from './dev-services/scope.mjs'
import { createTestFolder } from './test/folder.mjs'

const startedAt = performance.now()
const commandArguments = process.argv.slice(2)
const processes = new Scope()
const services = new Scope()
/** @type {{ dir: string, remove: () => Promise<void> } | undefined} */
let testFolder

const { end, fail } = exitAfterClose(async () => {
  await processes.close()
  await services.close()
  await testFolder?.remove()
  rmSync(join(root, 'build/client/assets/bench'), { recursive: true, force: true })
}, 130)

try {
  await ensureDependencies()
  testFolder = await createTestFolder()
  const isPassed = await runBench(testFolder.dir)
  await end(isPassed ? 0 : 1)
} catch (error) {
  // After an interrupt, its handler ends this process.
  if (processes.closed) await new Promise(() => {})
  await fail(error)
}

/** @param {string} dir */
async function runBench(dir) {
  const neededPackages = process.env.DATABASE_URL ? [] : /** @type {const} */ (['database'])
  await runAlone(join(dataRoot, 'install', 'packages.lock'), () =>
    ensureInstalled(['load', ...neededPackages]),
  )
  await ensureBuild(join(dir, 'logs', 'build.log'))
  const env = await makeBenchEnv(dir)
  await runStep('Preparing the data', 'Data is ready', async () => {
    await runTool(dir, 'migrate', env)
    await runTool(dir, 'seed', env)
  })
  const load = processes.add(
    new Background({
      name: 'load',
      command: process.execPath,
      args: ['--import', 'tsx', join(root, 'scripts/bench/main.ts'), ...commandArguments],
      env: { ...env, BENCH_DIR: dir },
      dir,
      first: true,
      inherit: true,
    }),
  )
  const { code } = await load.exited
  if (processes.closed) return false
  const processErrors = ['web', 'floor'].map((name) =>
    readLastLines(join(dir, 'logs', `${name}.log`), 10).trimEnd(),
  )
  if (code !== 0 && processErrors.some(Boolean))
    printLine(`\nOutput of the processes:\n${processErrors.join('\n')}`)
  printLine(`\nDuration: ${formatSeconds(performance.now() - startedAt)}`)
  return code === 0
}

/** @param {string} dir @returns {Promise<NodeJS.ProcessEnv>} */
async function makeBenchEnv(dir) {
  const { FORCE_COLOR, HOST, PORT, PUBLIC_URL, ...inheritedEnv } = process.env
  return {
    ...inheritedEnv,
    DATABASE_URL: process.env.DATABASE_URL
      ? await runOnGivenServer(process.env.DATABASE_URL)
      : await runOnPrivateServer(dir),
    REDIS_URL: process.env.REDIS_URL || 'redis://127.0.0.1:1', // nothing listens there
    COOKIE_SECRETS: randomBytes(32).toString('hex'),
    DATA_DIR: join(dir, 'files'),
    NODE_ENV: 'production',
    APP_ENV: 'test',
    LOG_LEVEL: 'warn',
    // A few customers place all orders. Each buyer has a network address, as behind a proxy (wrk.lua).
    TRUST_PROXY: '1',
    LIMIT_FACTOR: '10',
    API_CALLS_PER_MINUTE: '1000000',
    API_PUBLIC_READS_PER_MINUTE: '1000000',
  }
}

/** @param {string} dir */
async function runOnPrivateServer(dir) {
  const { url } = await runStep('Starting the database', 'Database is ready', () =>
    startDatabase({ dir: join(dir, 'database'), scope: services, durable: false }),
  )
  return url
}

/** @param {string} url */
async function runOnGivenServer(url) {
  const name = `${new URL(url).pathname.slice(1)}_bench_${process.pid}`
  const address = await createDatabase(url, name)
  services.add({ stop: () => dropDatabase(address, name) })
  return address
}

/** @param {string} url @param {string} name */
async function dropDatabase(url, name) {
  const { default: mysql } = await import('mysql2/promise')
  const connection = await mysql.createConnection({ uri: url, connectTimeout: 3000 })
  await connection.query(`drop database \`${name}\``)
  await connection.end()
}

/** @param {string} dir @param {string} name @param {NodeJS.ProcessEnv} env */
function runTool(dir, name, env) {
  const logFile = join(dir, 'logs', `${name}.log`)
  return run(process.execPath, [join(root, 'build/tools', `${name}.js`)], {
    logFile,
    env,
    failure: `"${name}" failed.`,
  })
}
