import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const invalidVariables: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: process.env.PATH,
  APP_ENV: 'production',
  DATABASE_URL: 'mysql://shop:secret-1@db.exemplo.test/shop',
  REDIS_URL: 'http://127.0.0.1',
  PORT: '99999',
  COOKIE_SECRETS: 'short',
}

test.each([
  ['web', 1],
  ['worker', 1],
  ['migrate', 1],
  ['database-users', 1],
  ['first-admin', 1],
  ['backup', 1],
  // The mail server that runs this command retries after this exit code.
  ['bounce', 75],
] as const)(
  '%s lists all invalid settings without a stack or a value, and exits with %i',
  async (name, ending) => {
    const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
      execFile(
        process.execPath,
        [`build/tools/${name}.js`],
        { env: invalidVariables },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      )
    })
    expect(code).toBe(ending)
    const faults = ['REDIS_URL', 'COOKIE_SECRETS', 'PORT', 'DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL']
    for (const fault of faults) expect(output).toContain(`\n  ${fault}: `)
    expect(output).toMatch(/^Environment not usable:\n/)
    expect(output).not.toMatch(/\n\s+at |secret-1|short/)
  },
)

test.each(['web', 'worker'])(
  'the %s with few file handles reports the limit in one line and exits',
  async (name) => {
    const command = `ulimit -n 60; exec "${process.execPath}" build/tools/${name}.js`
    const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
      execFile('/bin/sh', ['-c', command], { env: invalidVariables }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      )
    })
    expect(code).toBe(1)
    expect(output).toBe(
      'Environment not usable:\n  open files: 60 allowed, 256 needed (LimitNOFILE, ulimit -n)\n',
    )
  },
)

test('the worker reports an invalid mail key, which only the worker reads, and exits', async () => {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'test',
    PATH: process.env.PATH,
    DATABASE_URL: 'mysql://shop@127.0.0.1:9/shop',
    REDIS_URL: 'redis://127.0.0.1:9',
    COOKIE_SECRETS: 'only-for-tests-only-for-tests-only-for-tests',
    MAIL_FROM: 'loja@exemplo.test',
    DKIM_DOMAIN: 'exemplo.test',
    DKIM_SELECTOR: 'loja',
    DKIM_KEY_FILE: '/nowhere/key.pem',
    DATABASE_WAIT_MS: '1',
  }
  const runProgram = (name: string) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      execFile(process.execPath, [`build/tools/${name}.js`], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      )
    })
  expect(await runProgram('worker')).toEqual({
    code: 1,
    output: 'Environment not usable:\n  DKIM_KEY_FILE: does not exist\n',
  })
  expect((await runProgram('migrate')).output).not.toContain('DKIM')
})

test.each([
  ['a wrong password', (url: URL) => Object.assign(url, { password: 'secret-1' }), 'refuses this user'],
  ['a missing database', (url: URL) => Object.assign(url, { pathname: '/nowhere_1' }), 'DATABASE_URL: '],
] as const)(
  'web, worker, migrate and backup with %s report the fault in one line and exit',
  async (_name, change, expectedText) => {
    const env: NodeJS.ProcessEnv = {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      DATABASE_URL: change(new URL(process.env.DATABASE_URL ?? '')).href,
      REDIS_URL: 'redis://127.0.0.1:9',
      COOKIE_SECRETS: 'only-for-tests-only-for-tests-only-for-tests',
      DATABASE_WAIT_MS: '1',
    }
    for (const name of ['web', 'worker', 'migrate', 'backup']) {
      const folders = name === 'backup' ? [join(tmpdir(), `aeropub-none-${process.pid}`)] : []
      const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
        execFile(process.execPath, [`build/tools/${name}.js`, ...folders], { env }, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
        )
      })
      expect(code).toBe(1)
      expect(output).toContain(expectedText)
      expect(output).not.toMatch(/secret-1|\\n\s+at /)
    }
  },
)
