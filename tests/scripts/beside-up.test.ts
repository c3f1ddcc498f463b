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
  const printedValue =
    '{ words: process.argv.slice(2), database: process.env.DATABASE_URL, env: process.env.APP_ENV }'
  await writeFile(program, `console.log(JSON.stringify(${printedValue}))`)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs the program by beside-up.mjs. Returns the exit code, the messages and the program's output. */
function runCommand(environment: Record<string, string>, words: string[] = [], flags: string[] = []) {
  const { DATABASE_URL, APP_ENV, ...otherVariables } = process.env
  const env = { ...otherVariables, AEROPUB_UP_FOLDER: join(folder, 'up'), ...environment }
  const args = [join(root, 'scripts/operation/beside-up.mjs'), ...flags, relative(root, program), ...words]
  return new Promise<{ code: number; messages: string; output: string }>((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, messages: stderr, output: stdout.trim() }),
    )
  })
}

async function writeRunningShopFile() {
  await mkdir(join(folder, 'up'))
  const lines = ["export APP_ENV='demonstration'", "export DATABASE_URL='mysql://a:it'\\''s@127.0.0.1/up'"]
  await writeFile(join(folder, 'up', 'environment'), `${lines.join('\n')}\n`)
}

test('a command uses the running shop and prints that it does', async () => {
  await writeRunningShopFile()
  const { code, messages, output } = await runCommand({}, ['1052', 'paid'])
  expect(code).toBe(0)
  expect(messages).toContain('Shop of "npm run up"')
  const database = "mysql://a:it's@127.0.0.1/up"
  expect(JSON.parse(output)).toEqual({ words: ['1052', 'paid'], database, env: 'demonstration' })
})

test('a named shop takes precedence over the running one', async () => {
  await writeRunningShopFile()
  const { messages, output } = await runCommand({ DATABASE_URL: 'mysql://127.0.0.1/other' })
  expect(messages).toBe('')
  expect(JSON.parse(output)).toEqual({ words: [], database: 'mysql://127.0.0.1/other' })
})

test('a command without a shop lists the missing settings and stops', async () => {
  const { code, messages, output } = await runCommand({})
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(messages).toMatch(/npm run up[\s\S]*DATABASE_URL/)
})

test('a command with --demonstration sets APP_ENV unless the caller does', async () => {
  const otherShop = { DATABASE_URL: 'mysql://127.0.0.1/other' }
  const demonstrationRun = await runCommand(otherShop, [], ['--demonstration'])
  expect(JSON.parse(demonstrationRun.output)).toMatchObject({ env: 'demonstration' })
  const productionRun = await runCommand({ ...otherShop, APP_ENV: 'production' }, [], ['--demonstration'])
  expect(JSON.parse(productionRun.output)).toMatchObject({ env: 'production' })
})
