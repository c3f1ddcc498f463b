import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import {
  deleteStaleProfiles,
  findChromium,
  killChromium,
  launchChromium,
} from '#app/gateways/chromium.server.ts'

afterEach(() => vi.unstubAllEnvs())

test('deletes the profiles of ended processes on this host only', async () => {
  const endedProcess = spawn('true')
  await once(endedProcess, 'exit')
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-sweep-'))
  const hostPrefix = `aeropub-chromium-${hostname().replace(/\W/g, '_')}`
  // The second folder is of an earlier process that had the id of this one.
  const leftoverFolders = [
    `${hostPrefix}-${endedProcess.pid}-abc`,
    `${hostPrefix}-${process.pid}-ofanearlierprocess`,
  ]
  // Profiles of a running process, of another host and of another program.
  const remainingFolders = [
    `${hostPrefix}-${process.ppid}-abc`,
    `aeropub-chromium-elsewhere-${endedProcess.pid}-abc`,
    'puppeteer_dev_chrome_profile-abc',
  ]
  for (const name of [...leftoverFolders, ...remainingFolders])
    await mkdir(join(folder, name, 'Default'), { recursive: true })
  expect(await deleteStaleProfiles(folder)).toBe(2)
  expect((await readdir(folder)).sort()).toEqual([...remainingFolders].sort())
  await rm(folder, { recursive: true })
})

test.each([
  ['deletes the socket folder of a profile', 'org.chromium.Chromium.AbC123', []],
  ['deletes the socket folder of Google Chrome', '.com.google.Chrome.AbC123', []],
  ['retains a folder of another kind', 'letters', ['letters']],
  ['retains a folder outside the temporary folder', 'elsewhere/org.chromium.Chromium.AbC123', ['elsewhere']],
])('sweeping folders of dead browsers %s', async (_, socketFolder, remainingNames) => {
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-sweep-'))
  const profile = `aeropub-chromium-${hostname().replace(/\W/g, '_')}-${process.pid}-ofanearlierprocess`
  for (const name of [profile, socketFolder]) await mkdir(join(folder, name), { recursive: true })
  await symlink(join(folder, socketFolder, 'SingletonSocket'), join(folder, profile, 'SingletonSocket'))
  expect(await deleteStaleProfiles(folder)).toBe(1)
  expect(await readdir(folder)).toEqual(remainingNames)
  await rm(folder, { recursive: true })
})

test('leaves no temporary files after Chromium was killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-kill-'))
  vi.stubEnv('TMPDIR', folder)
  const browser = await launchChromium(process.env.CHROMIUM_PATH ?? (await findChromium()))
  await browser.newPage()
  expect(await readdir(folder)).not.toEqual([])
  killChromium(browser)
  await expect.poll(() => readdir(folder), { timeout: 10_000 }).toEqual([])
  await rm(folder, { recursive: true })
}, 30_000)
