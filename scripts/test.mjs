/**
 * `npm test`: type check, lint, build, rules, models, routes, jobs, e2e, on private services in a throw-away folder.
 * Arguments choose steps (`npm test -- lint models`); other words are handed to the test runners as filters.
 * `--server mariadb`, `mysql` or `both` chooses the database server: with `both` everything runs on the first one, and
 * what asks a database once more on the other, where that one can be had.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { ensureBuild } from './dev-services/build.mjs'
import { createDatabase, serverName } from './dev-services/database.mjs'
import { ensureDependencies } from './dev-services/dependencies.mjs'
import { ending } from './dev-services/interrupt.mjs'
import { report, say, seconds } from './dev-services/log.mjs'
import { Background } from './dev-services/processes.mjs'
import { Scope } from './dev-services/scope.mjs'
import { ownDatabase, startServices } from './dev-services/services.mjs'
import { testFolder } from './test/folder.mjs'
import { peopleInLogs } from './test/people-in-logs.mjs'
import { firstServer, secondServer, serverChoice } from './test/server.mjs'
import {
  checks,
  databaseProjects,
  e2eCall,
  e2eLines,
  runNotesFile,
  timesOf,
  unitCall,
  unitFolders,
  unitLines,
} from './test/steps.mjs'

/** No step may hang for ever. */
const stepLimit = 40 * 60_000

const { choice, words } = serverChoice(process.argv.slice(2))
const known = ['typecheck', 'lint', 'build', 'unit', 'e2e', ...Object.keys(unitFolders)]
const chosen = words.filter((word) => known.includes(word))
const filters = words.filter((word) => !known.includes(word))
const folders = Object.entries(unitFolders).filter(([name]) => chosen.includes(name))
/** A subject may have no tests of one kind; that there are none of any is a failure. */
const isFiltered = filters.length > 0
const wants = (/** @type {string} */ name) => chosen.length === 0 || chosen.includes(name)

const running = new Scope()
const services = new Scope()
/** @type {{ dir: string, remove: () => Promise<void> } | undefined} */
let folder
/** @type {import('./test/steps.mjs').Line[]} */
const lines = []
/** @type {import('./test/steps.mjs').Timed[]} */
const times = []
/** What was tested on which database server, for the closing lines. @type {string[]} */
const servers = []

const { end, fail } = ending(async () => {
  await running.close()
  await services.close()
  await folder?.remove()
}, 130)

try {
  await ensureDependencies()
  folder = await testFolder()
  await runAll(folder.dir)
  await services.close()
  const failed = summary()
  await end(failed ? 1 : 0)
} catch (error) {
  await goOn()
  process.once('exit', () => say('\n0 passed, 1 failed'))
  await fail(error)
}

/** @param {string} dir */
async function runAll(dir) {
  for (const [name, call] of Object.entries(checks)) {
    if (wants(name)) await check(name, async () => (await execute(dir, name, call(), childEnv())).ok)
  }
  if (wants('build')) await check('build', () => attempt(() => ensureBuild(join(dir, 'logs', 'build.log'))))
  const built = !lines.some((line) => line.label === 'build' && line.failed > 0)

  const unit = wants('unit') || folders.length > 0
  if (!unit && !wants('e2e')) return
  const env = await testEnv(dir)
  const first = env && (await serverName(env.DATABASE_URL ?? ''))
  if (first) servers.push(first)
  if (unit) await runUnit(dir, env)
  if (env && first && unit && choice === 'both') await runOnSecond(dir, env, first)
  if (wants('e2e')) await runE2e(dir, env, built)
  lookForPeople(dir)
}

/**
 * @param {string} dir
 * @param {NodeJS.ProcessEnv | undefined} env
 * @param {string} [second] the name of the server, when what asks a database runs again on another one
 */
async function runUnit(dir, env, second) {
  if (!env) return lost('unit', 'sem banco de dados, Redis ou Chromium')
  const name = second ? `unit, ${second}` : 'unit'
  title(name)
  const results = join(dir, 'results', second ? 'vitest-second.json' : 'vitest.json')
  const projects = second ? databaseProjects : []
  const call = unitCall(results, [...projects, ...unitFilters()])
  const own = { NODE_ENV: 'test', RUN_NOTES_FILE: runNotesFile(results) }
  const { ok } = await execute(dir, second ? 'unit-second' : 'unit', call, { ...env, ...own })
  lines.push(
    ...unitLines(results, ok, isFiltered).map((line) =>
      second ? { ...line, label: `${line.label}, ${second}` } : line,
    ),
  )
  times.push(...timesOf(results))
}

/** Of chosen folders the files that a filter names; without folders, the filters as they are. */
function unitFilters() {
  if (wants('unit')) return filters
  return folders.flatMap(([, path]) =>
    (filters.length > 0 ? filters : ['']).map((filter) => `tests/${path}/${filter}`),
  )
}

/**
 * Models, routes, jobs and faults once more, on the server the first run had not. One that is there and does not start
 * is a failure; one that cannot be had is said.
 * @param {string} dir
 * @param {NodeJS.ProcessEnv} env
 * @param {string} first
 */
async function runOnSecond(dir, env, first) {
  title('services')
  const server = await secondServer(first)
  if (!server) return void servers.push(`nenhum além de ${first}: o outro não se encontra neste computador`)
  try {
    const own = await ownDatabase(join(dir, 'second-database'), 'test', services, server)
    const name = await serverName(own.url)
    servers.push(`${name} (modelos, rotas, tarefas e falhas)`)
    const redis = process.env.REDIS_URL ? {} : { REDIS_URL: `${env.REDIS_URL}/2` }
    await runUnit(dir, { ...env, ...redis, DATABASE_URL: own.url }, name)
    await own.stop()
  } catch (error) {
    await goOn()
    report(error)
    lost(server.version, 'o servidor não iniciou')
  }
}

/**
 * @param {string} dir
 * @param {NodeJS.ProcessEnv | undefined} env
 * @param {boolean} built
 */
async function runE2e(dir, env, built) {
  if (!env) return lost('e2e', 'sem banco de dados, Redis ou Chromium')
  if (!built || !(await attempt(() => ensureBuild(join(dir, 'logs', 'build.log'))))) {
    return lost('e2e', 'não executado: a construção falhou')
  }
  title('e2e')
  const results = join(dir, 'results', 'playwright.json')
  const fresh = { ...env, ...(await freshForE2e(env)), PLAYWRIGHT_JSON_OUTPUT_NAME: results }
  const { ok, ms } = await execute(dir, 'e2e', e2eCall(filters), fresh)
  lines.push(...e2eLines(results, ok, ms, isFiltered))
  times.push(...timesOf(results))
}

/** On our own servers the e2e tests get an empty database and an empty Redis; on given ones, what was given. */
async function freshForE2e(/** @type {NodeJS.ProcessEnv} */ env) {
  return {
    ...(process.env.DATABASE_URL
      ? {}
      : { DATABASE_URL: await createDatabase(env.DATABASE_URL ?? '', 'aeropub_e2e') }),
    ...(process.env.REDIS_URL ? {} : { REDIS_URL: `${env.REDIS_URL}/1` }),
  }
}

/** What web and worker processes of this run log, and the history they leave. @param {string} dir */
function logsOf(dir) {
  return join(dir, 'shop-logs')
}

/** Ids alone stand in logs; nothing to do where no process of the shop ran. @param {string} dir */
function lookForPeople(dir) {
  const began = performance.now()
  const looked = peopleInLogs(logsOf(dir))
  if (!looked) return
  const { files, found } = looked
  title('logs')
  say(found.length > 0 ? found.slice(0, 40).join('\n') : `${files} registros, nenhum com dados de pessoas`)
  const counts = { passed: files, failed: found.length, ms: performance.now() - began }
  lines.push({ label: 'logs', ...counts, names: found })
}

/** The environment of the tests; undefined (and said) when the services cannot be had. @param {string} dir */
async function testEnv(dir) {
  title('services')
  try {
    const server = await firstServer(choice)
    const { env, redisServer } = await startServices({ dir, purpose: 'test', scope: services, server })
    return {
      COOKIE_SECRETS: randomBytes(48).toString('hex'),
      DATA_DIR: join(dir, 'files'),
      SHOP_LOGS: logsOf(dir),
      TEST_DIR: dir,
      ...(redisServer ? { REDIS_SERVER_PATH: redisServer } : {}),
      ...childEnv(),
      ...env,
      APP_ENV: 'test',
    }
  } catch (error) {
    await goOn()
    report(error)
    return undefined
  }
}

function childEnv() {
  const { FORCE_COLOR, NODE_ENV, ...rest } = process.env
  return { ...rest, NO_COLOR: '1' }
}

/**
 * Runs one tool on our own output, in a process group of its own.
 * @param {string} dir
 * @param {string} name
 * @param {import('./test/steps.mjs').Call} call
 * @param {NodeJS.ProcessEnv} env
 */
async function execute(dir, name, { script, args }, env) {
  const began = performance.now()
  const order = { name, command: process.execPath, args: [script, ...args], dir, env, marker: script }
  const process_ = running.add(new Background({ ...order, inherit: true, first: true, endSignal: 'SIGINT' }))
  const limit = setTimeout(() => {
    say(`\n"${name}" passou de ${stepLimit / 60_000} minutos e foi encerrado.`)
    void process_.stop()
  }, stepLimit)
  const { code } = await process_.exited
  clearTimeout(limit)
  await goOn()
  return { ok: code === 0, ms: performance.now() - began }
}

/**
 * @param {string} name
 * @param {() => Promise<boolean>} work
 */
async function check(name, work) {
  title(name)
  const began = performance.now()
  const ok = await work()
  lines.push({ label: name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, ms: performance.now() - began })
}

/** @param {() => Promise<unknown>} work */
async function attempt(work) {
  try {
    await work()
    return true
  } catch (error) {
    await goOn()
    report(error)
    return false
  }
}

/** After an interruption nothing more is started or said: the orderly end is under way. */
async function goOn() {
  if (running.closed) await new Promise(() => {})
}

/**
 * @param {string} label
 * @param {string} reason
 */
function lost(label, reason) {
  lines.push({ label, passed: 0, failed: 1, ms: 0, names: [reason] })
}

/** @param {string} name */
function title(name) {
  say(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`)
}

/** The closing lines. True when anything failed or nothing ran. */
function summary() {
  title('resumo')
  for (const { label, passed, failed, skipped, ms } of lines) {
    const counts = `${passed} ok, ${failed} com falha${skipped ? `, ${skipped} fora` : ''}`
    say(`${failed > 0 ? '✖' : '✔'} ${label.padEnd(22)} ${counts.padEnd(32)} ${seconds(ms)}`)
  }
  if (servers.length > 0) say(`\nBancos de dados: ${servers.join('; ')}`)
  if (times.length > 0) say('\nOs mais lentos:')
  for (const { name, ms } of times.toSorted((one, other) => other.ms - one.ms).slice(0, 10))
    say(`  ${seconds(ms).padStart(8)}  ${name}`)
  const faults = lines.flatMap(({ label, names = [] }) => names.map((name) => `  ${label}: ${name}`))
  if (faults.length > 0) say(`\nFalhas:\n${faults.slice(0, 40).join('\n')}`)
  const unstable = lines.flatMap((line) => line.unstable ?? [])
  if (unstable.length > 0) say(`\nInstáveis, só passaram na segunda vez:\n  ${unstable.join('\n  ')}`)
  const total = (/** @type {'passed' | 'failed'} */ key) => lines.reduce((sum, line) => sum + line[key], 0)
  const isEmpty = lines.length === 0 || (isFiltered && times.length === 0)
  if (isFiltered && times.length === 0) say(`\nNenhum teste tem "${filters.join(' ')}" no caminho.`)
  const failed = total('failed') + (isEmpty ? 1 : 0)
  say(`\n${total('passed')} passed, ${failed} failed`)
  return failed > 0
}
