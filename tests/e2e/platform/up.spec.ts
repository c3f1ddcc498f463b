import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '#tests/e2e/support/test.ts'

test('npm run up starts the shop twice in a row but not side by side, and writes the environment for commands', {
  tag: '@once',
}, async () => {
  test.setTimeout(120_000)
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-up-'))
  try {
    const starting = runUp(folder)
    await expect.poll(() => existsSync(join(folder, 'lock.json'))).toBe(true)
    const concurrentRun = await runUp(folder)
    expect(concurrentRun.code).toBe(1)
    expect(concurrentRun.output).toContain('"npm run up" is already')
    const firstRun = await starting
    expect(firstRun.code, firstRun.output).toBe(0)
    expect(firstRun.output).toMatch(/Aeropub \d+\.\d+\.\d+\S* is up after [\d.]+ s:\s+http:\/\/localhost:\d+/)
    expect(firstRun.output).toContain('Everything stopped.')
    const exported = await readFile(join(folder, 'environment'), 'utf8')
    for (const name of ['APP_ENV', 'PUBLIC_URL', 'DATABASE_URL', 'REDIS_URL', 'DATA_DIR', 'COOKIE_SECRETS'])
      expect(exported).toMatch(new RegExp(`^export ${name}='.+'$`, 'm'))
    const secondRun = await runUp(folder)
    expect(secondRun.code, secondRun.output).toBe(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Runs the command without the variables of the shop under test. */
async function runUp(folder: string): Promise<{ code: number; output: string }> {
  const { DATABASE_URL, REDIS_URL, DATA_DIR, PORT, PUBLIC_URL, APP_ENV, COOKIE_SECRETS, ...rest } =
    process.env
  const child = spawn(process.execPath, ['scripts/up.mjs', '--check'], {
    env: { ...rest, AEROPUB_UP_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}
