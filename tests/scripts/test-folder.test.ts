import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { readIdentity } from '../../scripts/dev-services/identity.mjs'
import { Background } from '../../scripts/dev-services/processes.mjs'
import { killRemaining } from '../../scripts/test/folder.mjs'

const dir = mkdtempSync(join(tmpdir(), 'aeropub-test-folder-'))
/** Outside the folder of the run, which contains traces of its own processes only. */
const serverFolder = mkdtempSync(join(tmpdir(), 'aeropub-servers-'))
const sleepScript = 'setInterval(() => {}, 1000)'
const otherEnvironment = { NODE_ENV: 'test' } as const
const startedBackgrounds: Background[] = []

function startBackground(name: string, env: NodeJS.ProcessEnv, script = sleepScript) {
  const background = new Background({
    name,
    command: process.execPath,
    args: ['-e', script],
    dir: mkdtempSync(join(serverFolder, 'server-')),
    env,
  })
  startedBackgrounds.push(background)
  return background
}

afterAll(() => {
  for (const folder of [dir, serverFolder]) rmSync(folder, { recursive: true, force: true })
})

afterEach(async () => {
  await Promise.all(startedBackgrounds.splice(0).map((background) => background.stop(0)))
})

test.runIf(process.platform === 'linux')('kills a frozen process of the run in its own session', async () => {
  const env = { ...otherEnvironment, TEST_DIR: dir }
  const child: ChildProcess = spawn(process.execPath, ['-e', sleepScript], { env, detached: true })
  const exited = once(child, 'exit')
  await once(child, 'spawn')
  child.kill('SIGSTOP')
  killRemaining(dir)
  expect(await exited).toEqual([null, 'SIGKILL'])
})

test('kills a server without the environment of the run by its trace', async () => {
  vi.stubEnv('TEST_DIR', dir)
  const server = startBackground('server', otherEnvironment)
  killRemaining(dir)
  expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' })
})

test('kills the children of a traced process', async () => {
  vi.stubEnv('TEST_DIR', dir)
  const script = `const { spawn } = require('node:child_process')
    console.log(spawn(process.execPath, ['-e', ${JSON.stringify(sleepScript)}], { stdio: 'ignore' }).pid)
    ${sleepScript}`
  const leader = startBackground('leader', otherEnvironment, script)
  const readChildPid = () => Number(readFileSync(leader.logFile, 'utf8'))
  await vi.waitUntil(() => readChildPid() > 0, { timeout: 5_000 })
  const childPid = readChildPid()
  expect(readIdentity(childPid)).toBeDefined()
  killRemaining(dir)
  await leader.exited
  await vi.waitUntil(() => readIdentity(childPid) === undefined, { timeout: 5_000 })
})

test('spares the processes of another run', async () => {
  vi.stubEnv('TEST_DIR', `${dir}0`)
  const other = startBackground('other', { ...otherEnvironment, TEST_DIR: `${dir}0` })
  vi.stubEnv('TEST_DIR', dir)
  const own = startBackground('own', otherEnvironment)
  killRemaining(dir)
  await own.exited
  expect(readIdentity(other.pid)).toBeDefined()
  expect(other.ended).toBeUndefined()
})
