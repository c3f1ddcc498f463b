import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
let folder: string
let program: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-beside-'))
  program = join(folder, 'program.mjs')
  const shown =
    '{ words: process.argv.slice(2), database: process.env.DATABASE_URL, env: process.env.APP_ENV }'
  await writeFile(program, `console.log(JSON.stringify(${shown}))`)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** Returns a command's output, exit code, and the program's environment if it ran. */
function runCommand(environment: Record<string, string>, words: string[] = [], flags: string[] = []) {
  const { DATABASE_URL, APP_ENV, ...rest } = process.env
  const env = { ...rest, AEROPUB_UP_FOLDER: join(folder, 'up'), ...environment }
  const args = [join(root, 'scripts/operation/beside-up.mjs'), ...flags, relative(root, program), ...words]
  return new Promise<{ code: number; said: string; seen: string }>((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stderr, seen: stdout.trim() }),
    )
  })
}

async function startRunningShop() {
  await mkdir(join(folder, 'up'))
  const lines = ["export APP_ENV='demonstration'", "export DATABASE_URL='mysql://a:it'\\''s@127.0.0.1/up'"]
  await writeFile(join(folder, 'up', 'environment'), `${lines.join('\n')}\n`)
}

test('a command uses the running shop and prints its address', async () => {
  await startRunningShop()
  const { code, said, seen } = await runCommand({}, ['1052', 'paid'])
  expect(code).toBe(0)
  expect(said).toContain('Shop of "npm run up"')
  const database = "mysql://a:it's@127.0.0.1/up"
  expect(JSON.parse(seen)).toEqual({ words: ['1052', 'paid'], database, env: 'demonstration' })
})

test('a named shop takes precedence over the running one', async () => {
  await startRunningShop()
  const { said, seen } = await runCommand({ DATABASE_URL: 'mysql://127.0.0.1/other' })
  expect(said).toBe('')
  expect(JSON.parse(seen)).toEqual({ words: [], database: 'mysql://127.0.0.1/other' })
})

test('a command without a shop lists the missing settings and stops', async () => {
  const { code, said, seen } = await runCommand({})
  expect({ code, seen }).toEqual({ code: 1, seen: '' })
  expect(said).toMatch(/npm run up[\s\S]*DATABASE_URL/)
})

test('a command with --demonstration sets APP_ENV unless the caller does', async () => {
  const other = { DATABASE_URL: 'mysql://127.0.0.1/other' }
  const demonstrationRun = await runCommand(other, [], ['--demonstration'])
  expect(JSON.parse(demonstrationRun.seen)).toMatchObject({ env: 'demonstration' })
  const named = await runCommand({ ...other, APP_ENV: 'production' }, [], ['--demonstration'])
  expect(JSON.parse(named.seen)).toMatchObject({ env: 'production' })
})
