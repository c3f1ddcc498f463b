/** Runs the tests that the command line selects (scripts/test/selection.mjs), on private services. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFirefox, findLibreOffice } from './dev-services/binaries.mjs'
import { ensureBuild } from './dev-services/build.mjs'
import { createDatabase, readServerName } from './dev-services/database.mjs'
import { readJson } from './dev-services/files.mjs'
import { exitAfterClose } from './dev-services/interrupt.mjs'
import { runAlone } from './dev-services/lock.mjs'
import { formatSeconds, Problem, printLine, printError as reportError } from './dev-services/log.mjs'
import { findOrUnpackMysql } from './dev-services/mysql.mjs'
import { ensureInstalled } from './dev-services/packages.mjs'
import { dataRoot, findPackageCommand } from './dev-services/paths.mjs'
import { Background } from './dev-services/processes.mjs'
import { Scope } from './dev-services/scope.mjs'
import {
  createOwnDatabase,
  ensureAllInstalled,
  ensurePrograms,
  startServices,
} from './dev-services/services.mjs'
import { createTestFolder } from './test/folder.mjs'
import { listMissingForGalera } from './test/galera.mjs'
import { foldersOnBothServers, isOnBothServers, kinds } from './test/kinds.mjs'
import { findPeopleInLogs } from './test/people-in-logs.mjs'
import { Report } from './test/report.mjs'
import { needsOffice, readSelection } from './test/selection.mjs'
import { findFirstServer, findSecondServer } from './test/server.mjs'
import { getRunNotesPath, makeLintCall, makeTestCall, readResults } from './test/steps.mjs'

const STEP_LIMIT_MS = 45 * 60_000

const selection = readSelectionOrExit()
const { mode, files, checks, isWhole } = selection
const isFull = mode === 'full'
/** False for `npm test` without arguments, which runs only a part of some kinds of tests. */
const isComplete = isFull || !isWhole
const usesBothServers =
  selection.server === 'both' || (isWhole && !selection.server && !process.env.DATABASE_URL)

const runningSteps = new Scope()
const services = new Scope()
const report = new Report()
/** @type {{ dir: string, remove: () => Promise<void> } | undefined} */
let testFolder

const { end, fail } = exitAfterClose(async () => {
  await runningSteps.close()
  await services.close()
  await testFolder?.remove()
}, 130)

try {
  await ensureAllInstalled(installTestPrograms)
  if (isFull && needsOffice(files)) await installOffice()
  testFolder = await createTestFolder()
  const startedAt = performance.now()
  await runAll(testFolder.dir)
  await services.close()
  report.steps.push({ name: 'all', ms: performance.now() - startedAt })
  report.left.push(...selection.left)
  if (needsOffice(files) && !findLibreOffice())
    report.left.push('files opened in LibreOffice: not installed (npm test -- full installs it where it may)')
  if (isFull && !findFirefox()) report.left.push('forms in Firefox: not installed')
  printTitle('summary')
  const failed = report.print()
  await end(failed ? 1 : 0)
} catch (error) {
  await haltIfInterrupted()
  process.once('exit', () => printLine('\n0 passed, 1 failed'))
  await fail(error)
}

function readSelectionOrExit() {
  try {
    return readSelection(process.argv.slice(2))
  } catch (error) {
    reportError(error)
    process.exit(2)
  }
}

async function installTestPrograms() {
  if (files.size === 0) return
  if (selection.server !== 'mysql') await ensurePrograms()
  if (usesBothServers || selection.server === 'mysql') await findOrUnpackMysql()
}

/** Installs LibreOffice where possible. If it is missing, the closing lines say so. */
async function installOffice() {
  try {
    await runAlone(join(dataRoot, 'install', 'packages.lock'), () => ensureInstalled(['office']))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    printLine(error.message)
  }
}

/** @param {string} dir */
async function runAll(dir) {
  const serviceEnv = files.size > 0 ? await startTestServices(dir) : undefined
  if (files.size > 0 && !serviceEnv) return report.fail('services', 'no database, Redis or Chromium')
  const firstServer = serviceEnv && (await readServerName(serviceEnv.DATABASE_URL ?? ''))
  const secondStart = firstServer && usesBothServers ? startSecond(dir, firstServer) : undefined

  await Promise.all([runChecks(dir, ['build']), runChecks(dir, ['typecheck', 'lint'])])
  if (!serviceEnv || !firstServer) return

  await runTests(dir, 'rules', serviceEnv)

  report.servers.push(`${firstServer}: database tests and faults`)
  const statements = join(dir, 'statements')
  await runTests(dir, 'database', {
    ...serviceEnv,
    STATEMENTS_DIR: statements,
    ...(selection.routes?.length ? { ACCESS_ROUTES: selection.routes.join(',') } : {}),
  })
  const secondServer = await secondStart
  if (usesBothServers) await runOnSecond(dir, serviceEnv, secondServer, statements)
  if (needsBuild() && !(await build(dir))) return report.fail('build', 'faults and journeys did not run')
  const faultSample = secondServer ? 'first' : 'sample'
  await runTests(dir, 'faults', { ...serviceEnv, FAULTS: isComplete ? 'full' : faultSample })
  await runTests(dir, 'e2e', {
    ...serviceEnv,
    ...(await createJourneyDatabase(serviceEnv)),
    E2E_WAYS: isFull ? 'full' : 'sample',
  })
  if (isFull) await runCluster(dir, serviceEnv)
  searchLogs(dir)
  if (!isComplete)
    report.left.push(
      'journeys in every browser and width, with axe on each page they pass',
      'faults of operation; of database and worker on the first server, of all else on the second',
      'routes, jobs and API on the second server (their statements ran there)',
      'three quarters of the random texts and files; verdicts of known regular expressions',
    )
}

function needsBuild() {
  return [...files.keys()].some((kind) => kinds[kind]?.needsBuild)
}

/** Runs the checks; prints a check's output only when it fails. @param {string} dir @param {string[]} names */
async function runChecks(dir, names) {
  for (const name of names.filter((check) => checks.includes(check))) {
    const startedAt = performance.now()
    const isPassed = name === 'build' ? await build(dir) : await runCheck(dir, name)
    const ms = performance.now() - startedAt
    const failures = isPassed ? [] : [name]
    report.steps.push({ name, ms })
    report.lines.push({
      label: name,
      passed: isPassed ? 1 : 0,
      failed: isPassed ? 0 : 1,
      skipped: 0,
      ms,
      failures,
    })
    printLine(`${isPassed ? '✔' : '✖'} ${name} (${formatSeconds(ms)})`)
  }
}

/** @param {string} dir @param {string} name */
async function runCheck(dir, name) {
  const call = makeLintCall(name, name === 'lint' ? selection.lintFiles : undefined)
  const { ok, logFile } = await runToEnd(dir, name, call, makeChildEnv(), { inherit: false })
  if (!ok) printLine(readFileSync(logFile, 'utf8'))
  return ok
}

/** @param {string} dir */
function build(dir) {
  return attemptStep(() => ensureBuild(join(dir, 'logs', 'build.log')))
}

/**
 * @param {string} dir @param {string} kind @param {NodeJS.ProcessEnv} env
 * @param {{ server?: string, only?: (path: string) => boolean }} [options] `server` names the second server
 */
async function runTests(dir, kind, env, { server, only } = {}) {
  const chosenPaths = (files.get(kind) ?? []).filter((path) => !only || only(path))
  if (chosenPaths.length === 0) return
  const name = server ? `${kind}, ${server}` : kind
  printTitle(name)
  const results = join(dir, 'results', `${kind}${server ? '-second' : ''}.json`)
  const ownEnv = {
    NODE_ENV: 'test',
    RUN_NOTES_FILE: getRunNotesPath(results),
    PLAYWRIGHT_JSON_OUTPUT_NAME: results,
    ...(isFull ? { PATTERN_VERDICTS: 'judge', TEST_SCOPE: 'full' } : {}),
  }
  const call = makeTestCall(kind, isWhole && !only ? [] : chosenPaths, results, selection.updates)
  const { ok, ms } = await runToEnd(dir, name, call, { ...env, ...ownEnv })
  report.steps.push({ name, ms })
  report.addResults(kind, readResults(kind, results, { ok, server }))
}

/** Starts the second server. One that exists but does not start is a failure. @param {string} dir @param {string} firstServer */
async function startSecond(dir, firstServer) {
  try {
    const server = await findSecondServer(firstServer)
    if (!server) return undefined
    const { url, stop } = await createOwnDatabase(join(dir, 'second-database'), 'test', services, server)
    return { url, stop, name: await readServerName(url) }
  } catch (error) {
    await haltIfInterrupted()
    reportError(error)
    report.fail('second server', 'did not start')
    return undefined
  }
}

/**
 * @param {string} dir @param {NodeJS.ProcessEnv} env @param {Awaited<ReturnType<typeof startSecond>>} startedServer
 * @param {string} statements folder of the first server's statements
 */
async function runOnSecond(dir, env, startedServer, statements) {
  if (!startedServer) return void report.servers.push('no second server on this machine')
  const { name, url, stop } = startedServer
  const redis = process.env.REDIS_URL ? {} : { REDIS_URL: `${env.REDIS_URL}/2` }
  const ownEnv = { ...env, ...redis, DATABASE_URL: url }
  const isOnBoth = (/** @type {string} */ path) => isComplete || isOnBothServers(path)
  await runTests(dir, 'database', ownEnv, { server: name, only: isOnBoth })
  if (!isComplete) await replayStatements(dir, ownEnv, statements, name)
  if (needsBuild() && (await build(dir)))
    await runTests(
      dir,
      'faults',
      { ...ownEnv, FAULTS: isComplete ? 'full' : 'second' },
      { server: name, only: () => true },
    )
  const description = isComplete
    ? 'the same'
    : `${foldersOnBothServers.join(', ')}, every statement of the others, faults of database and worker`
  report.servers.push(`${name}: ${description}`)
  await stop()
}

/**
 * Runs each statement shape of the first run once on the second server.
 * @param {string} dir @param {NodeJS.ProcessEnv} env @param {string} statements @param {string} server
 */
async function replayStatements(dir, env, statements, server) {
  const name = `statements, ${server}`
  printTitle(name)
  const results = join(dir, 'results', 'statements.json')
  const call = { script: findPackageCommand('tsx'), args: ['scripts/test/replay-statements.ts', results] }
  const ownEnv = { NODE_ENV: 'test', STATEMENTS_DIR: statements }
  const { ok, ms } = await runToEnd(dir, 'statements', call, { ...env, ...ownEnv })
  report.steps.push({ name, ms })
  const { passed = 0, failed = ['the statements did not run'] } = readJson(results) ?? {}
  report.lines.push({ label: name, passed, failed: failed.length, skipped: 0, ms, failures: failed })
  if (!ok && failed.length === 0) report.fail(name, 'the run failed')
}

/** @param {string} dir @param {NodeJS.ProcessEnv} env */
async function runCluster(dir, env) {
  const missing = listMissingForGalera()
  if (missing.length > 0)
    return void report.left.push(`tests/cluster: this machine lacks ${missing.join(', ')}`)
  printTitle('cluster')
  const results = join(dir, 'results', 'cluster.json')
  const args = [
    'run',
    '--config',
    'tests/cluster/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
  ]
  const { ok, ms } = await runToEnd(dir, 'cluster', { script: findPackageCommand('vitest'), args }, env)
  report.steps.push({ name: 'cluster', ms })
  report.addResults('faults', readResults('faults', results, { ok }))
}

/** Creates an empty database and Redis for journeys on our own servers. Given servers are used unchanged. */
async function createJourneyDatabase(/** @type {NodeJS.ProcessEnv} */ env) {
  return {
    ...(process.env.DATABASE_URL
      ? {}
      : { DATABASE_URL: await createDatabase(env.DATABASE_URL ?? '', 'aeropub_e2e') }),
    ...(process.env.REDIS_URL ? {} : { REDIS_URL: `${env.REDIS_URL}/1` }),
  }
}

/** @param {string} dir */
function getShopLogs(dir) {
  return join(dir, 'shop-logs')
}

/** @param {string} dir */
function searchLogs(dir) {
  const startedAt = performance.now()
  const logSearch = findPeopleInLogs(getShopLogs(dir))
  if (!logSearch) return
  const { files: count, found: peopleFound } = logSearch
  const ms = performance.now() - startedAt
  report.lines.push({
    label: 'logs',
    passed: count,
    failed: peopleFound.length,
    skipped: 0,
    ms,
    failures: peopleFound,
  })
}

/** Returns undefined if there are no services. @param {string} dir */
async function startTestServices(dir) {
  printTitle('services')
  try {
    const server = await findFirstServer(selection.server)
    const { env, redisServer } = await startServices({ dir, purpose: 'test', scope: services, server })
    return {
      COOKIE_SECRETS: randomBytes(48).toString('hex'),
      DATA_DIR: join(dir, 'files'),
      SHOP_LOGS: getShopLogs(dir),
      ...(redisServer ? { REDIS_SERVER_PATH: redisServer } : {}),
      ...makeChildEnv(),
      ...env,
      APP_ENV: 'test',
    }
  } catch (error) {
    await haltIfInterrupted()
    reportError(error)
    return undefined
  }
}

function makeChildEnv() {
  const { FORCE_COLOR, NODE_ENV, ...inherited } = process.env
  return { ...inherited, NO_COLOR: '1' }
}

/**
 * @param {string} dir @param {string} name @param {import('./test/steps.mjs').Call} call
 * @param {NodeJS.ProcessEnv} env
 */
async function runToEnd(dir, name, { script, args }, env, { inherit = true } = {}) {
  const startedAt = performance.now()
  const backgroundOptions = {
    name: name.replace(/[^\w-]/g, '-'),
    command: process.execPath,
    args: [script, ...args],
    dir,
    env: { ...env, TEST_DIR: dir },
    marker: script,
  }
  const background = runningSteps.add(
    new Background({ ...backgroundOptions, inherit, first: true, endSignal: 'SIGINT' }),
  )
  const limitTimer = setTimeout(() => {
    printLine(`\n"${name}" took more than ${STEP_LIMIT_MS / 60_000} minutes and was ended.`)
    void background.stop()
  }, STEP_LIMIT_MS)
  const { code } = await background.exited
  clearTimeout(limitTimer)
  background.killGroup()
  await haltIfInterrupted()
  return { ok: code === 0, ms: performance.now() - startedAt, logFile: background.logFile }
}

/** @param {() => Promise<unknown>} work */
async function attemptStep(work) {
  try {
    await work()
    return true
  } catch (error) {
    await haltIfInterrupted()
    reportError(error)
    return false
  }
}

/** Waits forever after an interruption, since nothing else may start or print while the run ends. */
async function haltIfInterrupted() {
  if (runningSteps.closed) await new Promise(() => {})
}

/** @param {string} name */
function printTitle(name) {
  printLine(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`)
}
