import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sweepProfiles } from '#app/gateways/chromium.server.ts'

test('profiles of processes that were killed are deleted, nobody else’s', async () => {
  const gone = spawn('true')
  await once(gone, 'exit')
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-sweep-'))
  const here = `aeropub-chromium-${hostname().replace(/\W/g, '_')}`
  const left = [`${here}-${gone.pid}-abc`, `${here}-${process.pid}-ofanearlierprocess`]
  const kept = [
    `${here}-${process.ppid}-abc`,
    `aeropub-chromium-elsewhere-${gone.pid}-abc`,
    'puppeteer_dev_chrome_profile-abc',
  ]
  for (const name of [...left, ...kept]) await mkdir(join(folder, name, 'Default'), { recursive: true })
  expect(await sweepProfiles(folder)).toBe(2)
  expect((await readdir(folder)).sort()).toEqual([...kept].sort())
  await rm(folder, { recursive: true })
})
