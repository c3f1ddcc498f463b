import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDatabaseServer } from '../../scripts/dev-services/binaries.mjs'
import { readServerName, startDatabase } from '../../scripts/dev-services/database.mjs'
import { findOrUnpackMysql } from '../../scripts/dev-services/mysql.mjs'
import { type ShopProcess, waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { type Buyer, prepareBuyer, readOrderNumber } from './support/buyer.ts'

const BUYERS = 4

type Server = Awaited<ReturnType<typeof startDatabase>>

let folder: string
let database: Server
let harness: FaultHarness
let web: ShopProcess
const placedOrderIds: number[] = []
let start: (port?: number) => Promise<Server>

/** Starts a separate server of the same kind as in other tests, which loses no commit when it is killed. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-faults-server-'))
  const isMysql = (await readServerName(process.env.DATABASE_URL ?? '')).startsWith('MySQL')
  const server = isMysql ? await findOrUnpackMysql() : findDatabaseServer('mariadb')
  if (!server) throw new Error('no server of this kind to be started')
  start = (port) => startDatabase({ dir: folder, powerful: true, server, ...(port ? { port } : {}) })
  database = await start()
  harness = await startHarness({ QUERY_TIMEOUT_MS: '3000', POOL_TIMEOUT_MS: '2000' }, database.url)
  web = await harness.startWeb()
  await harness.startWorker()
}, 120_000)

afterAll(async () => {
  await harness.end()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a database restart during purchases loses and duplicates no order, and restarts no process (row 8)', async () => {
  await sellDuringFailure((server) => server.stop())
})

test('a database killed during purchases retains every confirmed order, and restarts no process (row 9)', async () => {
  await sellDuringFailure(({ instance }) => {
    instance.kill()
    return instance.exited
  })
})

/** Each buyer repeats one form until it becomes an order. The database fails after the first order. */
async function sellDuringFailure(failServer: (server: Server) => Promise<unknown>) {
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => prepareBuyer(web.url)))
  const lateBuyer = await prepareBuyer(web.url)
  const orders = buyers.map(({ buyer, fields }) => postUntilPlaced(web.url, buyer, fields))
  const first = await Promise.race(orders)
  await failServer(database)
  const meanwhile = await lateBuyer.buyer.submit(`${web.url}/checkout`, lateBuyer.fields)
  expect([meanwhile.status, meanwhile.retryAfter]).toEqual([503, '5'])
  expect(meanwhile.text).toContain('Estamos em manutenção rápida')
  expect((await fetch(`${web.url}/readyz`)).status).toBe(503)
  database = await start(database.port)
  placedOrderIds.push(
    ...(await Promise.all([...orders, postUntilPlaced(web.url, lateBuyer.buyer, lateBuyer.fields)])),
  )
  expect(placedOrderIds).toContain(first)
  await expectInvariants(harness, placedOrderIds)
  expect(harness.getRunningWeb().pid).toBe(web.pid)
}

function postUntilPlaced(url: string, buyer: Buyer, fields: Record<string, string>): Promise<number> {
  return waitFor(
    'the order',
    async () => readOrderNumber(await buyer.post(`${url}/checkout`, fields)) || undefined,
    60_000,
  )
}
