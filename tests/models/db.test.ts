import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '#app/models/connection.server.ts'
import { db, isDuplicate, isOutage, withTransaction } from '#app/models/db.server.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { proxied } from '#tests/support/tcp-proxy.ts'

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('a deadlock redoes the whole transaction and both succeed', async () => {
  const [a, b] = [await makePublication({ price: 1 }), await makePublication({ price: 1 })]
  const raise = (first: number, second: number) =>
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
  await Promise.all([raise(a, b), raise(b, a), raise(a, b), raise(b, a)])
  const rows = await db.selectFrom('publications').select('price').execute()
  expect(rows.map((row) => row.price)).toEqual([5, 5])
})

test('sessions are strict, in UTC and read what is committed', async () => {
  const { rows } = await sql<{ mode: string; zone: string }>`
    select @@session.sql_mode as mode, @@session.time_zone as zone`.execute(db)
  expect(rows[0]?.mode).toContain('STRICT_TRANS_TABLES')
  expect(rows[0]?.zone).toBe('+00:00')
})

test('a query that takes too long fails as an outage instead of hanging', async () => {
  const impatient = connect(process.env.DATABASE_URL ?? '', { queryTimeoutMs: 200 })
  const error = await errorOf(sql`select sleep(5)`.execute(impatient))
  await impatient.destroy()
  expect(isOutage(error)).toBe(true)
})

test('a server that is not there is an outage, a refused row is not', async () => {
  const nowhere = connect('mysql://root@127.0.0.1:9/none')
  expect(isOutage(await errorOf(sql`select 1`.execute(nowhere)))).toBe(true)
  await nowhere.destroy()
  const insert = () => db.insertInto('settings').values({ name: 'shop', value: '{}' }).execute()
  await insert()
  const refused = await errorOf(insert())
  expect([isDuplicate(refused), isDuplicate(refused, 'users_email'), isOutage(refused)]).toEqual([
    true,
    false,
    false,
  ])
})

test('a transaction whose connection is killed fails as an outage, not as a failed rollback', async () => {
  const error = await errorOf(
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number }>`select connection_id() as id`.execute(trx)
      await sql`kill ${sql.lit(rows[0]?.id ?? 0)}`.execute(db)
      await sql`select 1`.execute(trx)
    }),
  )
  expect({ error, outage: isOutage(error) }).toMatchObject({ outage: true })
})

test('a server that falls silent right after the greeting is an outage, not a wait for ever', async () => {
  const line = await proxied(process.env.DATABASE_URL ?? '')
  const impatient = connect(line.url, { queryTimeoutMs: 200, acquireTimeoutMs: 1_000 })
  line.break({ when: 'sql_mode', what: 'silence' })
  expect(isOutage(await errorOf(sql`select 1`.execute(impatient)))).toBe(true)
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(impatient)
  expect(rows).toEqual([{ one: 1 }])
  await impatient.destroy()
  await line.close()
})
