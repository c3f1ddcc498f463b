import { maxViews, parseColumnKeys, type ViewedList } from '#app/domain/backoffice/list-view.ts'
import { lockUser } from '#app/models/accounts/user.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'

type ViewOwner = { userId: number; list: ViewedList }

export function listViews(owner: ViewOwner) {
  return selectViews(owner).select(['id', 'name', 'query']).orderBy('name').limit(maxViews).execute()
}

/** Saves a view under a name. Returns 'saved' as well if a view with this name already has this query. */
export function saveView(
  owner: ViewOwner,
  { name, query }: { name: string; query: string },
): Promise<'saved' | 'name-taken' | 'too-many'> {
  return withTransaction(async (trx) => {
    await lockUser(trx, owner.userId)
    const sameNamedView = await findViewByName(trx, owner, name)
    if (sameNamedView) return sameNamedView.query === query ? 'saved' : 'name-taken'
    const viewCount = await countViews(trx, owner)
    if (viewCount >= maxViews) return 'too-many'
    const row = { user_id: owner.userId, list: owner.list, name, query }
    await trx.insertInto('saved_views').values(row).execute()
    return 'saved'
  })
}

export function renameView(
  owner: ViewOwner,
  { id, name }: { id: number; name: string },
): Promise<'saved' | 'name-taken' | 'unknown'> {
  return withTransaction(async (trx) => {
    await lockUser(trx, owner.userId)
    const sameNamedView = await findViewByName(trx, owner, name)
    if (sameNamedView && sameNamedView.id !== id) return 'name-taken'
    const ownView = await findOwnView(trx, owner, id)
    if (!ownView) return 'unknown'
    await trx.updateTable('saved_views').set({ name }).where('id', '=', id).execute()
    return 'saved'
  })
}

/** Deletes a view. Returns false if there is no such view or it belongs to another person. */
export async function deleteView({ userId, list }: ViewOwner, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the columns that the person chose, or undefined before the first choice. */
export async function findColumns({ userId, list }: ViewOwner): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('list_columns')
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .select('column_keys')
    .executeTakeFirst()
  return parseColumnKeys(row?.column_keys)
}

/** Saves the columns. An empty list restores the default columns. */
export async function saveColumns({ userId, list }: ViewOwner, keys: readonly string[]): Promise<void> {
  const joinedKeys = keys.join('.')
  if (parseColumnKeys(joinedKeys) === undefined) {
    await db.deleteFrom('list_columns').where('user_id', '=', userId).where('list', '=', list).execute()
    return
  }
  await db
    .insertInto('list_columns')
    .values({ user_id: userId, list, column_keys: joinedKeys })
    .onDuplicateKeyUpdate({ column_keys: joinedKeys })
    .execute()
}

function findViewByName(trx: Trx, owner: ViewOwner, name: string) {
  return selectViews(owner, trx).where('name', '=', name).select(['id', 'query']).executeTakeFirst()
}

function findOwnView(trx: Trx, owner: ViewOwner, id: number) {
  return selectViews(owner, trx).where('id', '=', id).select('id').executeTakeFirst()
}

async function countViews(trx: Trx, owner: ViewOwner): Promise<number> {
  const { count } = await selectViews(owner, trx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function selectViews({ userId, list }: ViewOwner, reader: DbOrTrx = db) {
  return reader.selectFrom('saved_views').where('user_id', '=', userId).where('list', '=', list)
}
