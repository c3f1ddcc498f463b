import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBalancer } from '../../support/fakes/balancer.ts'
import { findFreePort, launchWeb, type ShopProcess, waitFor } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { expectInvariants } from '../invariants.ts'
import { startTraffic, TRAFFIC_TEST_MS, trafficLimits } from '../support/traffic.ts'

/**
 * The build of an earlier release, which this one replaces. Without it, a copy of this build with another version is
 * replaced.
 */
const previousBuild = process.env.PREVIOUS_BUILD

let folder: string
let harness: FaultHarness
let web: ShopProcess
let workerPort: number
let workerPidsFile: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-deploy-'))
  workerPidsFile = join(folder, 'worker.pids')
  workerPort = await findFreePort()
  harness = await startHarness({
    WEB_PROCESSES: '2',
    WORKER_PORT: String(workerPort),
    PORT: String(await findFreePort()),
    ...trafficLimits,
  })
  await mkdir(join(folder, 'settings'))
  await mkdir(join(folder, 'backups'))
  await mkdir(join(folder, 'bin'))
  await installRelease('before', previousBuild ?? 'build', previousBuild ? undefined : '0.0.9+before')
  await symlink(join(folder, 'releases/before'), join(folder, 'current'))
  await writeSettings()
  await writeCommands()
  web = launchWeb(harness.environment, Number(harness.environment.PORT), join(folder, 'current/build'))
  await writeFile(join(folder, 'web.pid'), String(web.pid))
  await runCommand('systemctl', ['restart', 'aeropub-worker'])
  await waitFor('the first web', async () => (await fetch(`${web.url}/readyz`)).ok, 120_000).catch(
    (error) => {
      throw new Error(`${error}\n${web.output()}`)
    },
  )
  await waitFor(
    'the first worker',
    async () => (await fetch(`http://127.0.0.1:${workerPort}/healthz`)).ok,
    120_000,
  )
}, 240_000)

afterAll(async () => {
  web?.signal('SIGKILL')
  await web?.ended
  const started = await readFile(workerPidsFile, 'utf8').catch(() => '')
  for (const id of started.split('\n').filter(Boolean)) endProcess(Number(id))
  await harness?.end()
  await rm(folder, { recursive: true, force: true })
})

function endProcess(id: number) {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

/** Installs a release as the deployment does. `version` replaces that of the build. */
async function installRelease(name: string, build: string, version?: string) {
  const release = join(folder, 'releases', name)
  await mkdir(release, { recursive: true })
  await cp(build, join(release, 'build'), { recursive: true })
  for (const shared of ['package.json', 'scripts', 'node_modules'])
    await symlink(resolve(shared), join(release, shared))
  if (version) await changeVersion(join(release, 'build'), version)
  return release
}

async function changeVersion(build: string, version: string) {
  const file = join(build, 'tools/version')
  const before = await readFile(file, 'utf8')
  await writeFile(file, version)
  const names = await readdir(build, { recursive: true })
  for (const name of names.filter((name) => name.endsWith('.js'))) {
    const text = await readFile(join(build, name), 'utf8')
    if (text.includes(before)) await writeFile(join(build, name), text.replaceAll(before, version))
  }
}

/** Returns the path of a file whose presence makes the doctor of a release fail. */
const getDoctorFailurePath = () => join(folder, 'doctor-fails')

async function writeSettings() {
  const { environment } = harness
  const lines = Object.entries(environment).map(([name, value]) => `${name}='${value}'\n`)
  await writeFile(join(folder, 'settings/environment'), lines.join(''))
  await writeFile(join(folder, 'settings/owner'), '')
}

/**
 * Writes the commands that the deployment script calls. The service manager controls processes of this test. The
 * commands that fetch and build provide a prepared folder.
 */
async function writeCommands() {
  const commands = {
    git: `mkdir -p "$last" && ln -s "$(cat ${folder}/next)"/* "$last"/`,
    npm: `case "$1 $2" in
      "ci "*|"prune "*|"run build") ;;
      "run --silent")
        case $3 in doctor) [ ! -e ${getDoctorFailurePath()} ];; db:migrate) exec "${process.execPath}" build/tools/migrate.js;; esac;;
      *) exit 64;; esac`,
    'systemd-run': `set -a
      while :; do case $1 in
        -p) . "\${2#EnvironmentFile=}"; shift 2;;
        --working-directory=*) cd "\${1#*=}"; shift;;
        --*) shift;; *) break;; esac; done
      exec "$@"`,
    systemctl: `set -a; . ${folder}/settings/environment
      case "$1 $2" in
        "reload aeropub-web") kill -HUP "$(cat ${folder}/web.pid)";;
        "start aeropub-backup") "${process.execPath}" ${folder}/current/build/tools/backup.js ${folder}/backups >/dev/null;;
        "restart aeropub-worker")
          if [ -e ${folder}/worker.pid ]; then
            kill -TERM "$(cat ${folder}/worker.pid)"
            while kill -0 "$(cat ${folder}/worker.pid)" 2>/dev/null; do sleep 0.1; done
          fi
          setsid "${process.execPath}" ${folder}/current/build/tools/worker.js >>${folder}/worker.log 2>&1 &
          echo $! | tee -a ${workerPidsFile} >${folder}/worker.pid;;
        *) exit 64;; esac`,
  }
  for (const [name, script] of Object.entries(commands))
    await writeFile(join(folder, 'bin', name), `#!/bin/bash\nlast=\${!#}\n${script}\n`, { mode: 0o755 })
}

/** Runs one of the commands written above, or a script by its path. */
async function runCommand(program: string, args: string[], extraEnvironment: Record<string, string> = {}) {
  const child = execFile(program.includes('/') ? program : join(folder, 'bin', program), args, {
    env: {
      ...process.env,
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      AEROPUB_HOME: folder,
      AEROPUB_SETTINGS: join(folder, 'settings'),
      // A machine that is busy with tests takes many times as long.
      AEROPUB_CHECK_SECONDS: '240',
      ...extraEnvironment,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}

const deployRelease = async (release: string, extraEnvironment = {}) => {
  await writeFile(join(folder, 'next'), release)
  return runCommand('ops/aeropub-deploy', ['git@example.test:shop.git'], extraEnvironment)
}
const listVersions = async () => {
  const responses = [web.url, `http://127.0.0.1:${workerPort}`].map(async (url) => {
    const text = await (await fetch(`${url}/healthz`)).text()
    return text.replace(/^ok ?/, '')
  })
  return Promise.all(responses)
}

/** Waits for these versions, because on a busy machine the last web process may still be the replaced one. */
const expectVersions = (versions: readonly string[]) =>
  expect.poll(listVersions, { timeout: 60_000 }).toEqual(versions)

test('a release is deployed, rolled back and deployed again under traffic, and a broken one is rolled back automatically', {
  timeout: 3 * TRAFFIC_TEST_MS,
  meta: { slow: 'deploys four times under traffic' },
}, async () => {
  const currentVersion = (await readFile('build/tools/version', 'utf8')).trim()
  const versionsBefore = await listVersions()
  expect(versionsBefore).not.toContain(currentVersion)
  const next = await installRelease('next', 'build')
  const broken = await installRelease('broken', 'build', '0.1.1+broken')
  await writeFile(
    join(broken, 'build/tools/web-process.js'),
    'throw new Error("a web that does not start")\n',
  )
  const orderIdsBefore = await harness.listOrders()
  // Retries, as the proxy does, when a replaced process closes an idle connection.
  const balancer = await startBalancer([Number(harness.environment.PORT)])
  const traffic = startTraffic(balancer.url)
  await traffic.waitForResponses(50)

  const deployment = await deployRelease(next)
  expect(deployment.code, `${deployment.output}\n${web.output().slice(-3_000)}`).toBe(0)
  await expectVersions([currentVersion, currentVersion])
  expect((await readdir(join(folder, 'backups'))).filter((name) => name.includes('.tar'))).toHaveLength(1)
  await traffic.waitForResponses(50)

  const rollback = await runCommand('ops/aeropub-deploy', ['--back'])
  expect(rollback.code, rollback.output).toBe(0)
  await expectVersions(versionsBefore)
  await traffic.waitForResponses(50)

  // A second --back returns to the newer release.
  const redeployment = await runCommand('ops/aeropub-deploy', ['--back'])
  expect(redeployment.code, redeployment.output).toBe(0)
  const failedDeployment = await deployRelease(broken, { AEROPUB_CHECK_SECONDS: '45' })
  expect(failedDeployment.code).toBe(1)
  expect(failedDeployment.output).toContain('runs again')
  await expectVersions([currentVersion, currentVersion])
  await traffic.waitForResponses(50)

  await traffic.end()
  balancer.close()
  expect(traffic.results.failures).toEqual([])
  const newOrderIds = (await harness.listOrders()).filter((id) => !orderIdsBefore.includes(id))
  expect(newOrderIds).toEqual(traffic.results.orderIds.toSorted((a, b) => a - b))
  await expectInvariants(harness, newOrderIds, { url: web.url })
})

test('the deployment changes nothing when the doctor of the new release fails', async () => {
  const versionsBefore = await listVersions()
  const next = await installRelease('other', 'build')
  await writeFile(getDoctorFailurePath(), '')
  const failedDeployment = await deployRelease(next)
  expect(failedDeployment.code).toBe(1)
  expect(failedDeployment.output).toContain('nothing was changed')
  expect(await listVersions()).toEqual(versionsBefore)
})
