import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trx } from '#app/models/platform/db.server.ts'
import { startDatabaseProxy } from '#tests/support/fakes/tcp-proxy.ts'
import { type ShopProcess, waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { buyPublication, prepareBuyer, readOrderNumber } from './support/buyer.ts'

let harness: FaultHarness
let shop: ShopProcess
let webLine: Awaited<ReturnType<typeof startDatabaseProxy>>
let workerLine: Awaited<ReturnType<typeof startDatabaseProxy>>
const placedOrderIds: number[] = []

// Connects both processes to the database through a proxy that can cut connections.
beforeAll(async () => {
  harness = await startHarness()
  const url = harness.environment.DATABASE_URL ?? ''
  webLine = await startDatabaseProxy(url)
  workerLine = await startDatabaseProxy(url)
  shop = await harness.startWeb({ DATABASE_URL: webLine.url, QUERY_TIMEOUT_MS: '4000' })
  await harness.startWorker({ DATABASE_URL: workerLine.url })
})

afterAll(async () => {
  await harness.end()
  await webLine.close()
  await workerLine.close()
})

const insertedOrder = 'insert into `orders`'

test.each([
  ['is cut in the middle of the order', { when: 'into `outbox`', after: insertedOrder, what: 'cut' }],
  ['is cut together with all others', { when: 'into `outbox`', after: insertedOrder, what: 'cut-all' }],
  ['loses the response to the COMMIT', { when: 'commit', after: insertedOrder, what: 'lose-answer' }],
] as const)('an order whose database connection %s is placed once (rows 10, 11)', async (_how, fault) => {
  const { buyer, fields } = await prepareBuyer(shop.url)
  const broken = webLine.break(fault)
  const response = await buyer.post(`${shop.url}/checkout`, fields)
  await broken
  expect(response.status).toBe(303)
  placedOrderIds.push(readOrderNumber(response))
  await expectInvariants(harness, placedOrderIds)
})

test('an order is placed once when the database kills its connection during a lock wait (row 10)', async () => {
  const { buyer, fields } = await prepareBuyer(shop.url)
  const { response } = await harness.db.transaction().execute(async (trx) => {
    await lockCart(trx)
    const response = buyer.post(`${shop.url}/checkout`, fields)
    await sql`kill ${sql.lit((await findLockWait(response)).connection)}`.execute(harness.db)
    return { response }
  })
  expect((await response).status).toBe(303)
  placedOrderIds.push(readOrderNumber(await response))
  await expectInvariants(harness, placedOrderIds)
})

test('an order that exceeds the lock wait for its cart is placed when the cart is unlocked (row 12)', async () => {
  const { buyer, fields } = await prepareBuyer(shop.url)
  const { response } = await harness.db.transaction().execute(async (trx) => {
    await lockCart(trx)
    const response = buyer.post(`${shop.url}/checkout`, fields)
    const firstWait = await findLockWait(response)
    await waitFor('a second attempt', async () => (await findLockWait(response)).since > firstWait.since)
    return { response }
  })
  expect((await response).status).toBe(303)
  placedOrderIds.push(readOrderNumber(await response))
  await expectInvariants(harness, placedOrderIds)
})

test('an order is placed on its second attempt after a deadlock (row 12)', async () => {
  const { buyer, fields, email } = await prepareBuyer(shop.url)
  const rollback = new Error('the other transaction is rolled back')
  let response: PendingResponse | undefined
  const otherTransaction = harness.db.transaction().execute(async (trx) => {
    await trx.insertInto('users').values({ email, password_hash: null }).execute()
    // In a deadlock the server rolls back the transaction with fewer writes: that of the order.
    const attempts = Array.from({ length: 200 }, () => ({ who_hash: 'f'.repeat(64) }))
    await trx.insertInto('login_attempts').values(attempts).execute()
    // The order locks its cart and waits for the e-mail, so locking the cart here causes the deadlock.
    response = buyer.post(`${shop.url}/checkout`, fields)
    await findLockWait(response)
    await lockCart(trx)
    await findLockWait(response)
    throw rollback
  })
  await expect(otherTransaction).rejects.toBe(rollback)
  expect((await response)?.status).toBe(303)
  placedOrderIds.push(readOrderNumber((await response) ?? { location: '' }))
  await expectInvariants(harness, placedOrderIds)
})

test.each([
  ['is cut before the boleto is written', { when: 'insert into `boletos`', what: 'cut-all' }],
  [
    'loses the response to the boleto',
    { when: 'commit', after: 'insert into `boletos`', what: 'lose-answer' },
  ],
  ['is cut before its end is recorded', { when: 'update `outbox` set `done_at`', what: 'cut' }],
] as const)('an effect whose database connection %s occurs once (rows 10, 11)', async (_how, fault) => {
  const broken = workerLine.break(fault)
  placedOrderIds.push((await buyPublication(shop.url)).orderId)
  await broken
  await expectInvariants(harness, placedOrderIds)
})

/** Locks the newest cart. */
async function lockCart(trx: Trx) {
  await trx.selectFrom('carts').select('id').orderBy('id', 'desc').limit(1).forUpdate().execute()
}

type PendingResponse = Promise<{ status: number; location: string }>

/** Returns the connection of this run that waits for a lock, and since when. Throws if a response arrives before. */
function findLockWait(response: PendingResponse | undefined) {
  const lockWait = waitFor('a connection that waits for a lock', async () => {
    // The server updates this table only after 100 ms without a query.
    await pause(150)
    const { rows } = await sql<{ connection: number; since: Date }>`
      select trx_mysql_thread_id as connection, trx_wait_started as since
      from information_schema.innodb_trx
      join information_schema.processlist on processlist.id = trx_mysql_thread_id
      where db = database() and trx_state = 'LOCK WAIT'`.execute(harness.db)
    return rows[0]
  })
  const earlyResponse = response?.then(({ status }) =>
    Promise.reject(new Error(`received ${status} without a lock wait`)),
  )
  return Promise.race([lockWait, ...(earlyResponse ? [earlyResponse] : [])])
}
