import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { Background } from '../../scripts/dev-services/processes.mjs'
import { killRemaining } from '../../scripts/test/folder.mjs'

const dir = mkdtempSync(join(tmpdir(), 'aeropub-test-folder-'))
const sleepScript = 'setInterval(() => {}, 1000)'
const otherEnvironment = { NODE_ENV: 'test' } as const
const startedBackgrounds: Background[] = []

function startBackground(name: string, env: NodeJS.ProcessEnv) {
  const background = new Background({
    name,
    command: process.execPath,
    args: ['-e', sleepScript],
    dir: mkdtempSync(join(tmpdir(), 'aeropub-server-')),
    env,
  })
  startedBackgrounds.push(background)
  return background
}

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

test('spares the processes of another run', async () => {
  vi.stubEnv('TEST_DIR', `${dir}0`)
  const other = startBackground('other', { ...otherEnvironment, TEST_DIR: `${dir}0` })
  vi.stubEnv('TEST_DIR', dir)
  const own = startBackground('own', otherEnvironment)
  killRemaining(dir)
  await own.exited
  expect(other.ended).toBeUndefined()
})
