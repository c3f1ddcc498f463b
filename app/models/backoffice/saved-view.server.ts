import { maxViews, parseColumnKeys, type ViewedList } from '#app/domain/backoffice/list-view.ts'
import { lockUser } from '#app/models/accounts/user.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'

type Owned = { userId: number; list: ViewedList }

export function listViews(of: Owned) {
  return selectViews(of).select(['id', 'name', 'query']).orderBy('name').limit(maxViews).execute()
}

/** Saves a view under a name. Returns 'saved' also if the name already has this query. */
export function saveView(
  of: Owned,
  { name, query }: { name: string; query: string },
): Promise<'saved' | 'name-taken' | 'too-many'> {
  return withTransaction(async (trx) => {
    await lockUser(trx, of.userId)
    const same = await findByName(trx, of, name)
    if (same) return same.query === query ? 'saved' : 'name-taken'
    if ((await countViews(trx, of)) >= maxViews) return 'too-many'
    const row = { user_id: of.userId, list: of.list, name, query }
    await trx.insertInto('saved_views').values(row).execute()
    return 'saved'
  })
}

export function renameView(
  of: Owned,
  { id, name }: { id: number; name: string },
): Promise<'saved' | 'name-taken' | 'unknown'> {
  return withTransaction(async (trx) => {
    await lockUser(trx, of.userId)
    const same = await findByName(trx, of, name)
    if (same && same.id !== id) return 'name-taken'
    const own = await findOwnView(trx, of, id)
    if (!own) return 'unknown'
    await trx.updateTable('saved_views').set({ name }).where('id', '=', id).execute()
    return 'saved'
  })
}

/** Deletes a view. Returns false if it is deleted or another person's. */
export async function deleteView({ userId, list }: Owned, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the columns that the person chose; undefined if none were chosen. */
export async function findColumns({ userId, list }: Owned): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('list_columns')
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .select('column_keys')
    .executeTakeFirst()
  return parseColumnKeys(row?.column_keys)
}

/** Saves the columns; an empty list restores the default. */
export async function saveColumns({ userId, list }: Owned, keys: readonly string[]): Promise<void> {
  const text = keys.join('.')
  if (parseColumnKeys(text) === undefined) {
    await db.deleteFrom('list_columns').where('user_id', '=', userId).where('list', '=', list).execute()
    return
  }
  await db
    .insertInto('list_columns')
    .values({ user_id: userId, list, column_keys: text })
    .onDuplicateKeyUpdate({ column_keys: text })
    .execute()
}

function findByName(trx: Trx, of: Owned, name: string) {
  return selectViews(of, trx).where('name', '=', name).select(['id', 'query']).executeTakeFirst()
}

function findOwnView(trx: Trx, of: Owned, id: number) {
  return selectViews(of, trx).where('id', '=', id).select('id').executeTakeFirst()
}

async function countViews(trx: Trx, of: Owned): Promise<number> {
  const { count } = await selectViews(of, trx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function selectViews({ userId, list }: Owned, reader: DbOrTrx = db) {
  return reader.selectFrom('saved_views').where('user_id', '=', userId).where('list', '=', list)
}
