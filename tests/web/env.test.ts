import { expect, test } from 'vitest'
import { parseEnv } from '#app/env.server.ts'

const least = {
  DATABASE_URL: 'mysql://shop@127.0.0.1/shop',
  REDIS_URL: 'redis://127.0.0.1',
  COOKIE_SECRETS: 'x'.repeat(32),
}

test('an installation that says nothing about itself is production, and has to know its address', () => {
  expect(() => parseEnv(least)).toThrow('PUBLIC_URL: required in production')
  const env = parseEnv({ ...least, PUBLIC_URL: 'https://loja.exemplo.test/x', FAULT_POINT: 'a:b' })
  expect(env).toMatchObject({ APP_ENV: 'production', SECURE: true, PUBLIC_URL: 'https://loja.exemplo.test' })
  expect(env.FAULT_POINT).toBeUndefined()
})

test('demonstrations and tests say so', () => {
  expect(parseEnv({ ...least, APP_ENV: 'demonstration' }).APP_ENV).toBe('demonstration')
  expect(parseEnv({ ...least, NODE_ENV: 'test' }).APP_ENV).toBe('test')
})

test.each(['x'.repeat(31), `${'x'.repeat(32)},short`, `${'x'.repeat(32)},`])(
  'each secret has its length: %s',
  (COOKIE_SECRETS) => {
    expect(() => parseEnv({ ...least, NODE_ENV: 'test', COOKIE_SECRETS })).toThrow('COOKIE_SECRETS')
  },
)

test('the message names every variable that is wrong and never its value', () => {
  const bad = { ...least, NODE_ENV: 'test', DATABASE_URL: 'geheim', PORT: 'abc', SMTP_URL: '' }
  expect(() => parseEnv(bad)).toThrow(/DATABASE_URL: [\s\S]*PORT: /)
  expect(() => parseEnv(bad)).not.toThrow(/geheim/)
})
