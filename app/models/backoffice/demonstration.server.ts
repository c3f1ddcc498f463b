import { deleteUnusedAddress } from '#app/models/accounts/address.server.ts'
import { findOpenDeletion } from '#app/models/accounts/deletion-request.server.ts'
import { isStaff } from '#app/models/accounts/user.server.ts'
import { anonymiseAccount, deleteOwnRows } from '#app/models/backoffice/deletion.server.ts'
import {
  deleteOrdersByProfile,
  listBoletoFilesByProfile,
  listBoundProfiles,
} from '#app/models/backoffice/demonstration-orders.server.ts'
import { type DbOrTrx, db, isReferenced, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

const ACCOUNTS_AT_ONCE = 50

export async function countDemonstrationRecords() {
  const [accounts, others, orders] = await Promise.all([
    countUsers(true),
    countUsers(false),
    db
      .selectFrom('orders')
      .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('is_demonstration', '=', true)
      .executeTakeFirstOrThrow(),
  ])
  return { accounts, others, orders: orders.count }
}

/** Returns true if there are accounts whose passwords are public in the README. */
export async function hasDemonstrationAccounts(): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('is_demonstration', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * `emptied` counts accounts that were anonymised and not deleted, because other records refer to them.
 * `keptOrders` counts orders that stay because bank or gateway know their customer.
 */
export type RemovalCounts = { accounts: number; emptied: number; orders: number; keptOrders: number }

/** Returns the next accounts and the files of their boletos. The files must be deleted before the rows. */
export async function listNextDemonstrationBatch() {
  const users = await db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id as userId', 'profiles.id as profileId', 'is_staff', 'is_superuser'])
    .where('is_demonstration', '=', true)
    .orderBy('users.id')
    .limit(ACCOUNTS_AT_ONCE)
    .execute()
  const profileIds = users.flatMap(({ profileId }) => profileId ?? [])
  const boundProfileIds = new Set(await listBoundProfiles(db, profileIds))
  const unboundProfileIds = profileIds.filter((id) => !boundProfileIds.has(id))
  return { users, boundProfileIds, files: await listBoletoFilesByProfile(db, unboundProfileIds) }
}

type Batch = Awaited<ReturnType<typeof listNextDemonstrationBatch>>
type Account = Batch['users'][number]

/** Deletes accounts and orders. Anonymises accounts that bank or gateway know or to which other records refer. */
export async function removeDemonstrationBatch(
  { users, boundProfileIds }: Batch,
  removedName: string,
): Promise<RemovalCounts> {
  const counts = { accounts: 0, emptied: 0, orders: 0, keptOrders: 0 }
  for (const account of users) {
    const isBound = account.profileId !== null && boundProfileIds.has(account.profileId)
    const accountProfileIds = listProfileIds(account)
    if (isBound) counts.keptOrders += await countOrders(db, accountProfileIds)
    else counts.orders += await withTransaction((trx) => deleteOrdersByProfile(trx, accountProfileIds))
    const isDeleted = !isBound && !isStaff(account) && (await deleteAccount(account))
    if (!isDeleted) await anonymiseDemonstrationAccount(account, removedName)
    counts[isDeleted ? 'accounts' : 'emptied'] += 1
  }
  return counts
}

function listProfileIds({ profileId }: Account): number[] {
  return profileId === null ? [] : [profileId]
}

/** Deletes the account. Returns false if another person's row refers to it. */
async function deleteAccount(account: Account): Promise<boolean> {
  try {
    await withTransaction((trx) => deleteAccountRows(trx, account))
    return true
  } catch (error) {
    if (isReferenced(error)) return false
    throw error
  }
}

async function deleteAccountRows(trx: Trx, { userId, profileId }: Account) {
  if (profileId !== null) {
    const { billing_address_id, shipping_address_id } = await trx
      .selectFrom('profiles')
      .select(['billing_address_id', 'shipping_address_id'])
      .where('id', '=', profileId)
      .executeTakeFirstOrThrow()
    await deleteOwnRows(trx, { userId, profileId })
    await trx.deleteFrom('revision_notice_recipients').where('profile_id', '=', profileId).execute()
    await trx.deleteFrom('recall_recipients').where('profile_id', '=', profileId).execute()
    await trx.deleteFrom('profiles').where('id', '=', profileId).execute()
    for (const id of [billing_address_id, shipping_address_id]) await deleteUnusedAddress(trx, id)
  }
  // The cleanup job deletes expired files and photos without owner and order.
  await trx
    .updateTable('photos')
    .set({ user_id: null, claimed_at: null })
    .where('user_id', '=', userId)
    .execute()
  await trx
    .updateTable('prepared_files')
    .set({ user_id: null, expires_at: new Date(0) })
    .where('user_id', '=', userId)
    .execute()
  await trx.deleteFrom('contact_messages').where('user_id', '=', userId).execute()
  await trx.deleteFrom('mails').where('user_id', '=', userId).execute()
  await trx.deleteFrom('deletion_requests').where('user_id', '=', userId).execute()
  await trx.deleteFrom('history').where('entity', '=', 'user').where('entity_id', '=', userId).execute()
  await trx.deleteFrom('users').where('id', '=', userId).execute()
}

/** Anonymises an account. Clears is_demonstration last because an interrupted run must find the account again. */
async function anonymiseDemonstrationAccount({ userId }: Account, removedName: string): Promise<void> {
  if (!(await findOpenDeletion(userId)))
    await db.insertInto('deletion_requests').values({ user_id: userId, due_at: new Date() }).execute()
  const request = await db
    .selectFrom('deletion_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await anonymiseAccount(request.id, removedName)
  await db
    .updateTable('users')
    .set({
      is_demonstration: false,
      is_staff: false,
      is_superuser: false,
      is_active: false,
      password_hash: null,
    })
    .where('id', '=', userId)
    .execute()
}

async function countUsers(isDemonstration: boolean): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('is_demonstration', '=', isDemonstration)
    .executeTakeFirstOrThrow()
  return row.count
}

async function countOrders(reader: DbOrTrx, profileIds: readonly number[]): Promise<number> {
  const row = await reader
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('profile_id', 'in', nonEmptyIds(profileIds))
    .executeTakeFirstOrThrow()
  return row.count
}
