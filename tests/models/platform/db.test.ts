import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '#app/models/platform/connection.server.ts'
import { db, isDuplicate, isOutage, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { startDatabaseProxy } from '#tests/support/fakes/tcp-proxy.ts'
import { waitFor } from '#tests/support/shop.ts'

async function catchError(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('four transactions that deadlock on the same rows all succeed, because they are retried', async () => {
  const [firstPublication, secondPublication] = [
    await makePublication({ price: 1 }),
    await makePublication({ price: 1 }),
  ]
  const raisePrices = (first: number, second: number) =>
    withTransaction(async (trx) => {
      for (const id of [first, second]) {
        await trx
          .updateTable('publications')
          .set((eb) => ({ price: eb('price', '+', 1) }))
          .where('id', '=', id)
          .execute()
        await sql`select sleep(0.05)`.execute(trx)
      }
    })
  await Promise.all([
    raisePrices(firstPublication, secondPublication),
    raisePrices(secondPublication, firstPublication),
    raisePrices(firstPublication, secondPublication),
    raisePrices(secondPublication, firstPublication),
  ])
  const rows = await db.selectFrom('publications').select('price').execute()
  expect(rows.map((row) => row.price)).toEqual([5, 5])
})

test('sessions are strict and in UTC', async () => {
  const { rows } = await sql<{ mode: string; zone: string }>`
    select @@session.sql_mode as mode, @@session.time_zone as zone`.execute(db)
  expect(rows[0]?.mode).toContain('STRICT_TRANS_TABLES')
  expect(rows[0]?.zone).toBe('+00:00')
})

test('a slow query fails as an outage instead of hanging', async () => {
  const shortTimeoutDb = connect(process.env.DATABASE_URL ?? '', { queryTimeoutMs: 200 })
  const error = await catchError(sql`select sleep(5)`.execute(shortTimeoutDb))
  await shortTimeoutDb.destroy()
  expect(isOutage(error)).toBe(true)
})

test('an unreachable server is an outage, and a duplicate row is a duplicate but no outage', async () => {
  const unreachable = connect('mysql://root@127.0.0.1:9/none')
  expect(isOutage(await catchError(sql`select 1`.execute(unreachable)))).toBe(true)
  await unreachable.destroy()
  const insertSetting = () => db.insertInto('settings').values({ name: 'shop', value: '{}' }).execute()
  await insertSetting()
  const rejection = await catchError(insertSetting())
  expect(isDuplicate(rejection)).toBe(true)
  expect(isDuplicate(rejection, 'users_email')).toBe(false)
  expect(isOutage(rejection)).toBe(false)
})

test.each([
  [1290, 'ER_OPTION_PREVENTS_STATEMENT', true],
  [1792, 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', true],
  [1836, 'ER_READ_ONLY_MODE', true],
  [1021, 'ER_DISK_FULL', true],
  [1041, 'ER_OUT_OF_RESOURCES', true],
  [1114, 'ER_RECORD_FILE_FULL', true],
  [1146, 'ER_NO_SUCH_TABLE', false],
  [1406, 'ER_DATA_TOO_LONG', false],
])('errno %i (%s) is an outage: %s', (errno, code, isOutageExpected) => {
  expect(isOutage(Object.assign(new Error(code), { errno, code }))).toBe(isOutageExpected)
})

test('a write rejected as read-only is an outage, and the next write uses a new connection', async () => {
  const singleConnection = connect(process.env.DATABASE_URL ?? '', { connections: 1 })
  const findConnectionId = async () => {
    const { rows } = await sql<{ id: number }>`select connection_id() as id`.execute(singleConnection)
    return rows[0]?.id
  }
  const connectionIdBefore = await findConnectionId()
  await sql`set session transaction read only`.execute(singleConnection)
  const insertSetting = () =>
    singleConnection.insertInto('settings').values({ name: 'shop', value: '{}' }).execute()
  const error = await catchError(insertSetting())
  expect({ error, outage: isOutage(error) }).toMatchObject({ error: { errno: 1792 }, outage: true })
  await insertSetting()
  expect(await findConnectionId()).not.toBe(connectionIdBefore)
  await singleConnection.destroy()
})

test('a lock wait timeout is an outage', async () => {
  const id = await makePublication({ price: 1 })
  const waitingConnection = connect(process.env.DATABASE_URL ?? '', { queryTimeoutMs: 2_000 })
  const priceUpdate = waitingConnection.updateTable('publications').set({ price: 2 }).where('id', '=', id)
  const error = await db.transaction().execute(async (lockHolder) => {
    await lockHolder.selectFrom('publications').select('id').where('id', '=', id).forUpdate().execute()
    return catchError(priceUpdate.execute())
  })
  await waitingConnection.destroy()
  expect(error).toMatchObject({ errno: 1205 })
  expect(isOutage(error)).toBe(true)
})

test('a transaction whose connection is killed fails as an outage, not as a failed rollback', async () => {
  const error = await catchError(
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number }>`select connection_id() as id`.execute(trx)
      await sql`kill ${sql.lit(rows[0]?.id ?? 0)}`.execute(db)
      await sql`select 1`.execute(trx)
    }),
  )
  expect({ error, outage: isOutage(error) }).toMatchObject({ outage: true })
})

test('retries a transaction once when its connection is killed, even while waiting for a lock', async () => {
  const id = await makePublication({ price: 1 })
  const raisePrice = (trx: Trx) =>
    trx
      .updateTable('publications')
      .set((eb) => ({ price: eb('price', '+', 1) }))
      .where('id', '=', id)
      .execute()
  let attempts = 0
  let retriedTransaction: Promise<void> | undefined
  await db.transaction().execute(async (lockHolder) => {
    await lockHolder.selectFrom('publications').select('id').where('id', '=', id).forUpdate().execute()
    retriedTransaction = withTransaction(async (trx) => {
      attempts += 1
      const { rows } = await sql<{ id: number }>`select connection_id() as id`.execute(trx)
      if (attempts === 1) void killWaitingConnection(rows[0]?.id ?? 0)
      await raisePrice(trx)
    })
    await waitFor('a second attempt', async () => attempts === 2)
  })
  await retriedTransaction
  const row = await db.selectFrom('publications').select('price').where('id', '=', id).executeTakeFirst()
  expect([attempts, row?.price]).toEqual([2, 2])
})

/** Reads the list of connections, because the server updates its list of transactions only every 100 ms. */
async function killWaitingConnection(connectionId: number) {
  await waitFor('the connection to wait for the lock', async () => {
    const { rows } = await sql`
      select 1 from information_schema.processlist
      where id = ${connectionId} and command in ('Query', 'Execute') and info like 'update%'`.execute(db)
    return rows.length > 0
  })
  await sql`kill ${sql.lit(connectionId)}`.execute(db)
}

test('the lock wait timeout ends a waiting query before the query timeout', async () => {
  const id = await makePublication()
  const shortTimeoutDb = connect(process.env.DATABASE_URL ?? '', { queryTimeoutMs: 2_000 })
  const lockRow = (trx: Trx) =>
    trx.selectFrom('publications').select('id').where('id', '=', id).forUpdate().execute()
  const error = await catchError(
    db.transaction().execute(async (lockHolder) => {
      await lockRow(lockHolder)
      await shortTimeoutDb.transaction().execute(lockRow)
    }),
  )
  await shortTimeoutDb.destroy()
  expect(error).toMatchObject({ errno: 1205 })
})

test('a server that stops responding after its greeting is an outage, and the next query succeeds', async () => {
  const proxy = await startDatabaseProxy(process.env.DATABASE_URL ?? '')
  const shortTimeoutDb = connect(proxy.url, { queryTimeoutMs: 200, acquireTimeoutMs: 1_000 })
  proxy.break({ when: 'sql_mode', what: 'silence' })
  expect(isOutage(await catchError(sql`select 1`.execute(shortTimeoutDb)))).toBe(true)
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(shortTimeoutDb)
  expect(rows).toEqual([{ one: 1 }])
  await shortTimeoutDb.destroy()
  await proxy.close()
})

test('returns flags as booleans, even when a column is selected twice, and null as null', async () => {
  const id = await makePublication({ active: true, is_download: false })
  const { rows } = await sql<Record<string, unknown>>`
    select active, is_download, publications.*, null as nothing from publications where id = ${id}`.execute(
    db,
  )
  expect(rows).toMatchObject([{ active: true, is_download: false, nothing: null }])
})
