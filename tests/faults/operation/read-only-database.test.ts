import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabase } from '../../../scripts/dev-services/database.mjs'
import { runTool, type ShopProcess, startWeb } from '../../support/shop.ts'
import { prepareBuyer, readOrderNumber } from '../support/buyer.ts'

let folder: string
let database: Awaited<ReturnType<typeof startDatabase>>
let environment: Record<string, string | undefined>
let shop: ShopProcess

/** Runs statements as an administrator, for whom read-only mode does not apply. */
async function runAsOperator(...statements: string[]): Promise<void> {
  const connection = await createConnection(database.url)
  for (const statement of statements) await connection.query(statement)
  await connection.end()
}

/** Starts a server of its own that can be set to read-only, and a user of the shop without special rights. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-faults-database-'))
  database = await startDatabase({ dir: folder, durable: false, powerful: true })
  await runAsOperator(
    "create user 'shop'@'%' identified by 'of-a-test'",
    "grant all privileges on aeropub.* to 'shop'@'%'",
  )
  const url = new URL(database.url)
  Object.assign(url, { username: 'shop', password: 'of-a-test' })
  environment = {
    NODE_ENV: 'production',
    APP_ENV: 'test',
    COOKIE_SECRETS: 'only-for-tests-only-for-tests-only-for-tests',
    DATABASE_URL: url.href,
    REDIS_URL: 'redis://127.0.0.1:1',
    DATA_DIR: join(folder, 'files'),
    LOG_LEVEL: 'info',
  }
})

afterAll(async () => {
  shop?.signal('SIGKILL')
  await shop?.ended
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

const fetchReadiness = async () => (await fetch(`${shop.url}/readyz`)).status

test('a shop started before the migration becomes ready after it', async () => {
  shop = await startWeb(environment)
  expect(await fetchReadiness()).toBe(503)
  await runTool('migrate', environment)
  expect(await fetchReadiness()).toBe(200)
  await runTool('seed', environment)
})

test('with a read-only database pages are served, and forms receive 503 until it is writable again', async () => {
  const { buyer, fields } = await prepareBuyer(shop.url)
  await runAsOperator('set global read_only = 1')
  expect(await fetchReadiness()).toBe(503)
  expect((await buyer.get(`${shop.url}/publications`)).status).toBe(200)
  const rejectedAnswer = await fetch(`${shop.url}/login`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ email: 'cliente@aeropub.test', password: 'demonstracao-2026' }),
  })
  expect([rejectedAnswer.status, rejectedAnswer.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await rejectedAnswer.text()).toContain('Estamos em manutenção rápida')
  expect((await buyer.post(`${shop.url}/checkout`, fields)).status).toBe(503)
  await runAsOperator('set global read_only = 0')
  expect(await fetchReadiness()).toBe(200)
  expect(readOrderNumber(await buyer.post(`${shop.url}/checkout`, fields))).toBeGreaterThan(0)
})
