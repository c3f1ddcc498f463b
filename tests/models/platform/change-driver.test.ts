import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isShownTableWrite } from '#app/models/platform/catalogue-version/change-driver.server.ts'
import {
  cacheUntilChange,
  readCatalogueVersion,
} from '#app/models/platform/catalogue-version/version.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { makePublication } from '#tests/factories/publications.ts'

test.each<[string, boolean]>([
  ['insert into `publications` (`name`) values (?)', true],
  ['insert ignore into `revisions` (`id`) values (?)', true],
  ['replace into settings (name) values (?)', true],
  ['  UPDATE `publications` SET `price` = ?', true],
  ['update `publications`, `price_change_lines` set `price` = `price_after` where true', true],
  ['update `price_change_lines` join `publications` on true set `price` = 1', true],
  ['delete from `publication_models` where `id` = ?', true],
  ['delete from `publication_files`', true],
  ['select * from `publications` for update', false],
  ['insert into `order_lines` (`name`) select `name` from `publications`', false],
  ["insert into `history` (`entity`) values ('publications')", false],
  [
    'update `order_lines` set `publication_id` = 1 where `publication_id` in (select `id` from `publications`)',
    false,
  ],
  ['delete from `cart_items` where `publication_id` in (select `id` from `publications`)', false],
  ['update `publications_seen` set `x` = 1', false],
])('the statement «%s» changes the content of public pages: %s', (statement, isExpected) => {
  expect(isShownTableWrite(statement)).toBe(isExpected)
})

async function setPrice(id: number, price: number, connection = db) {
  await connection.updateTable('publications').set({ price }).where('id', '=', id).execute()
}

test('changes the catalogue version when the transaction commits', async () => {
  const id = await makePublication()
  const versionBefore = await readCatalogueVersion()
  await withTransaction(async (trx) => {
    await setPrice(id, 1_000, trx)
    expect(await readCatalogueVersion()).toBe(versionBefore)
  })
  const versionAfter = await readCatalogueVersion()
  expect(versionAfter).not.toBe(versionBefore)
  expect(versionAfter).toMatch(/^[0-9a-f]{32}$/)
})

test('a rollback does not change the version, even at the next use of its connection', async () => {
  const id = await makePublication()
  const versionBefore = await readCatalogueVersion()
  const singleConnection = connect(process.env.DATABASE_URL ?? '', { connections: 1 })
  const failingTransaction = singleConnection.transaction().execute(async (trx) => {
    await setPrice(id, 1_000, trx)
    throw new Error('cancelled by the test')
  })
  await expect(failingTransaction).rejects.toThrow('cancelled by the test')
  await singleConnection.transaction().execute((trx) => trx.deleteFrom('cart_items').execute())
  await singleConnection.destroy()
  expect(await readCatalogueVersion()).toBe(versionBefore)
})

test.each<[string, (id: number) => Promise<unknown>]>([
  ['a single statement', (id) => setPrice(id, 2_000)],
  [
    'a statement written by hand',
    (id) => sql`update publications set price = 2000 where id = ${id}`.execute(db),
  ],
  ['a changed setting', () => saveSetting('shop', { quoteDays: 20 })],
])('changes the version after %s', async (_name, change) => {
  const id = await makePublication()
  const versionBefore = await readCatalogueVersion()
  await change(id)
  expect(await readCatalogueVersion()).not.toBe(versionBefore)
})

test('after a failed statement, the next statement on its connection is committed and changes the version', async () => {
  const singleConnection = connect(process.env.DATABASE_URL ?? '', { connections: 1 })
  const id = await makePublication()
  const versionBefore = await readCatalogueVersion()
  const failingStatement =
    sql`update publications set price = 1, no_such_column = 1 where id = ${id}`.execute(singleConnection)
  await expect(failingStatement).rejects.toThrow('no_such_column')
  await singleConnection.insertInto('settings').values({ name: 'x', value: '{}' }).execute()
  await singleConnection.destroy()
  expect(await db.selectFrom('settings').select('name').execute()).toEqual([{ name: 'x' }])
  expect(await readCatalogueVersion()).not.toBe(versionBefore)
})

test('writes to carts leave the catalogue version unchanged', async () => {
  const versionBefore = await readCatalogueVersion()
  await db.deleteFrom('carts').execute()
  await db
    .insertInto('carts')
    .values({ key_hash: 'a'.repeat(64) })
    .execute()
  expect(await readCatalogueVersion()).toBe(versionBefore)
})

test('callers waiting for a running read share the next read, and a read after a change returns its version', async () => {
  const id = await makePublication()
  const concurrentReads = [readCatalogueVersion(), readCatalogueVersion(), readCatalogueVersion()]
  await setPrice(id, 3_000)
  const readAfterChange = await readCatalogueVersion()
  const [, firstWaiting, secondWaiting] = await Promise.all(concurrentReads)
  expect(firstWaiting).toBe(secondWaiting)
  const storedVersion = await db.selectFrom('catalogue_version').select('stamp').executeTakeFirst()
  expect(readAfterChange).toBe(storedVersion?.stamp)
})

test('caches a value until this process changes it or another process’s change is detected', async () => {
  let loads = 0
  const findCached = cacheUntilChange(async (name: string) => `${name} ${++loads}`)
  expect([await findCached('a'), await findCached('a'), await findCached('b')]).toEqual(['a 1', 'a 1', 'b 2'])
  const id = await makePublication()
  expect(await findCached('a')).toBe('a 3')
  await sql`update catalogue_version set stamp = 'by another process'`.execute(db)
  expect(await findCached('a')).toBe('a 3')
  await readCatalogueVersion()
  expect(await findCached('a')).toBe('a 4')
  await setPrice(id, 4_000)
  expect(await findCached('a')).toBe('a 5')
})

test('retries a value that failed to load', async () => {
  let loads = 0
  const findCached = cacheUntilChange(async (_name: string) => {
    loads += 1
    if (loads === 1) throw new Error('failed load')
    return loads
  })
  await expect(findCached('m')).rejects.toThrow('failed load')
  expect(await findCached('m')).toBe(2)
})
