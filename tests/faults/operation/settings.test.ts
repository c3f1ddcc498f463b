import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

const wrong: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: process.env.PATH,
  APP_ENV: 'production',
  DATABASE_URL: 'mysql://shop:secret-1@db.exemplo.test/shop',
  REDIS_URL: 'http://127.0.0.1',
  PORT: '99999',
  COOKIE_SECRETS: 'short',
}

test.each(['web', 'worker', 'migrate', 'database-users', 'first-admin', 'backup'])(
  '%s names all settings that are wrong in one list, without a stack or a value, and ends',
  async (name) => {
    const { code, said } = await new Promise<{ code: number; said: string }>((resolve) => {
      execFile(process.execPath, [`build/tools/${name}.js`], { env: wrong }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      )
    })
    expect(code).toBe(1)
    const faults = ['REDIS_URL', 'COOKIE_SECRETS', 'PORT', 'DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL']
    for (const fault of faults) expect(said).toContain(`\n  ${fault}: `)
    expect(said).toMatch(/^Environment not usable:\n/)
    expect(said).not.toMatch(/\n\s+at |secret-1|short/)
  },
)
