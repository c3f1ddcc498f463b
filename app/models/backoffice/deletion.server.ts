import { sql } from 'kysely'
import { makeRemovedEmail, undoDays } from '#app/domain/accounts/data-retention.ts'
import { toIdentity, toIdentityRow } from '#app/domain/accounts/identity.ts'
import { unpaidStatuses } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { clearAddresses } from '#app/models/accounts/address.server.ts'
import { endAccountMemberships } from '#app/models/accounts/colleagues/membership.server.ts'
import { findOpenDeletion, selectOpenDeletionRequests } from '#app/models/accounts/deletion-request.server.ts'
import { endUserLinks } from '#app/models/accounts/link.server.ts'
import { deleteMailbox } from '#app/models/accounts/mailbox/mailbox.server.ts'
import { indexPeople } from '#app/models/accounts/person-words.server.ts'
import { deleteSecondFactor } from '#app/models/accounts/second-factor/second-factor.server.ts'
import { clearSecurityEvents } from '#app/models/accounts/security/security-event.server.ts'
import { endUserSessions } from '#app/models/accounts/session.server.ts'
import { type AccountOwner, isStaff, lockUser } from '#app/models/accounts/user.server.ts'
import { clearMailAddresses } from '#app/models/backoffice/mail.server.ts'
import { cancelOrder } from '#app/models/orders/order-status.server.ts'
import { listMoneyOwed } from '#app/models/payments/money-back.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { readIds } from '#app/models/platform/read-ids.server.ts'
import { stampAccount } from '#app/models/platform/updated-at.server.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

const DAY_MS = 24 * 3_600_000
const deletionEffects = ['mail-deletion-requested'] as const

/** Counts unpaid and unreviewed orders, active subscriptions and downloads that a deletion would lose. */
export async function countLosses(profileId: number, today: CivilDate, reader: DbOrTrx = db) {
  const [orders, units] = await Promise.all([
    selectOpenOrders(profileId, reader)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    reader
      .selectFrom('subscriptions')
      .select(['status', 'due'])
      .where('profile_id', '=', profileId)
      .where('suspended_at', 'is', null)
      .where(selectOpenWithdrawal(today), 'is', null)
      .execute(),
  ])
  const isReleased = ({ status, due }: (typeof units)[number]) =>
    due === null && status === subscriptionStatus.downloadReleased
  const subscriptions = units.filter(({ due }) => due !== null && due >= today).length
  return { orders: orders.count, subscriptions, downloads: units.filter(isReleased).length }
}

/**
 * Deactivates the account and queues a mail. After seven days the data are anonymised (LGPD, art. 18, VI). A
 * repeat changes nothing. Returns 'losses' if the customer must first accept losses. Returns 'staff' for staff
 * accounts because only a superuser closes them.
 */
export function requestDeletion(
  { userId, profileId }: AccountOwner,
  {
    areLossesAccepted,
    today,
    now = new Date(),
  }: { areLossesAccepted: boolean; today: CivilDate; now?: Date },
): Promise<{ dueAt: Date } | 'losses' | 'staff'> {
  return withTransaction(async (trx) => {
    const user = await lockUser(trx, userId)
    if (isStaff(user)) return 'staff'
    const knownRequest = await findOpenDeletion(userId, trx)
    if (knownRequest) return knownRequest
    const { orders, subscriptions, downloads } = await countLosses(profileId, today, trx)
    if (orders + subscriptions + downloads > 0 && !areLossesAccepted) return 'losses'
    const dueAt = new Date(now.getTime() + undoDays * DAY_MS)
    await deactivateUser(trx, userId)
    await enqueueDeletion(trx, userId, dueAt)
    return { dueAt }
  })
}

/** Reactivates the account. Returns false if no deletion is pending. */
export function undoDeletion(userId: number, actorUserId: number | null): Promise<boolean> {
  return withTransaction(async (trx) => {
    await lockUser(trx, userId)
    const update = await trx
      .updateTable('deletion_requests')
      .set({ undone_at: new Date() })
      .where('user_id', '=', userId)
      .where('done_at', 'is', null)
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    if (update.numUpdatedRows === 0n) return false
    await setActive(trx, userId, true)
    await recordAccountAction(trx, { userId, action: 'deletion-undone', actorUserId })
    return true
  })
}

/** Returns the data of the mail about a requested deletion, or undefined if the request was undone or completed. */
export function findDeletionNotice(requestId: number) {
  return selectOpenDeletionRequests(db)
    .innerJoin('users', 'users.id', 'deletion_requests.user_id')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.email', 'profiles.name as contactName', 'due_at as dueAt'])
    .where('deletion_requests.id', '=', requestId)
    .executeTakeFirst()
}

export async function findUserToBeDeleted(email: string): Promise<number | undefined> {
  const row = await selectOpenDeletionRequests(db)
    .innerJoin('users', 'users.id', 'deletion_requests.user_id')
    .select('users.id')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.id
}

export async function listDueDeletions(now: Date, limit: number): Promise<number[]> {
  const rows = await selectOpenDeletionRequests(db)
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Cancels open orders and anonymises personal data in one transaction. `removedName` replaces required names.
 * Orders stay as long as tax law requires. Returns false if the deletion was undone or done before.
 */
export async function anonymiseAccount(requestId: number, removedName: string): Promise<boolean> {
  const request = await findOpenRequest(requestId, db)
  if (!request) return false
  return withTransaction(async (trx) => {
    await lockUser(trx, request.userId)
    if (!(await findOpenRequest(requestId, trx))) return false
    await cancelOpenOrders(trx, request.profileId)
    // Mails are cleared first because the next steps delete the rows with the person's other addresses.
    await clearMailAddresses(trx, request, makeRemovedEmail(request.userId))
    await deleteOwnRows(trx, request)
    await clearDocuments(trx, request, removedName)
    await clearPerson(trx, request, removedName)
    await clearUserHistory(trx, request)
    await trx
      .updateTable('deletion_requests')
      .set({ done_at: new Date() })
      .where('id', '=', requestId)
      .execute()
    await recordAccountAction(trx, {
      userId: request.userId,
      action: 'account-anonymised',
      actorUserId: null,
    })
    return true
  })
}

type DeletionRequest = NonNullable<Awaited<ReturnType<typeof findOpenRequest>>>

function findOpenRequest(requestId: number, reader: DbOrTrx) {
  return selectOpenDeletionRequests(reader)
    .innerJoin('users', 'users.id', 'deletion_requests.user_id')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id as userId', 'users.email', 'profiles.id as profileId'])
    .where('deletion_requests.id', '=', requestId)
    .executeTakeFirst()
}

async function deactivateUser(trx: Trx, userId: number) {
  await setActive(trx, userId, false)
  await endUserLinks(trx, userId)
  await endUserSessions(trx, userId)
}

async function enqueueDeletion(trx: Trx, userId: number, dueAt: Date) {
  const insertion = await trx
    .insertInto('deletion_requests')
    .values({ user_id: userId, due_at: dueAt })
    .executeTakeFirstOrThrow()
  await recordAccountAction(trx, { userId, action: 'deletion-requested', actorUserId: userId })
  await addToOutbox(trx, deletionEffects, String(insertion.insertId))
}

async function cancelOpenOrders(trx: Trx, profileId: number) {
  const orders = await selectOpenOrders(profileId, trx).select('id').execute()
  const actor = { actorUserId: null, source: 'account-deletion' }
  for (const { id } of orders) await cancelOrder(id, actor, undefined, {}, trx)
}

function selectOpenOrders(profileId: number, reader: DbOrTrx) {
  return reader.selectFrom('orders').where('profile_id', '=', profileId).where('status', 'in', unpaidStatuses)
}

/** Deletes data that no order needs. Unclaimed photos lose their owner, so the cleanup job deletes them. */
export async function deleteOwnRows(
  trx: Trx,
  { userId, profileId }: { userId: number; profileId: number },
): Promise<void> {
  const ownCarts = await readIds(
    trx.selectFrom('carts').select('id').where('user_id', '=', userId).forUpdate(),
  )
  await trx.deleteFrom('cart_items').where('cart_id', 'in', ownCarts).execute()
  await trx.deleteFrom('checkout_drafts').where('cart_id', 'in', ownCarts).execute()
  await trx.deleteFrom('carts').where('user_id', '=', userId).execute()
  await trx
    .updateTable('photos')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .where('claimed_at', 'is', null)
    .execute()
  await trx.deleteFrom('saved_views').where('user_id', '=', userId).execute()
  await trx.deleteFrom('list_columns').where('user_id', '=', userId).execute()
  await trx.deleteFrom('unsent_forms').where('user_id', '=', userId).execute()
  await deleteSecondFactor(trx, userId)
  await deleteMailbox(trx, userId)
  await trx.deleteFrom('login_challenges').where('user_id', '=', userId).execute()
  await clearSecurityEvents(trx, userId)
  await trx.deleteFrom('aircraft').where('profile_id', '=', profileId).execute()
  await trx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  await trx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
  await trx.deleteFrom('email_requests').where('user_id', '=', userId).execute()
  await endUserSessions(trx, userId)
}

/** Anonymises copies and certificates. Leaves their numbers and dates, because certificates must remain verifiable. */
async function clearDocuments(trx: Trx, { userId, profileId }: DeletionRequest, removedName: string) {
  // Expired files are deleted by the cleanup job.
  const longAgo = new Date(0)
  await trx
    .updateTable('prepared_files')
    .set({ expires_at: longAgo })
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('for_profile_id', '=', profileId)]))
    .execute()
  await trx
    .updateTable('copies')
    .set({ stamp: JSON.stringify({ name: removedName, document: '', email: '' }) })
    .where('profile_id', '=', profileId)
    .execute()
  await trx
    .updateTable('copies')
    .set({ stamp: sql<string>`json_set(stamp, '$.person', ${removedName})` })
    .where('person_user_id', '=', userId)
    .execute()
  await trx
    .updateTable('certificates')
    .set({ holder_name: removedName, holder_document: '', facts_hash: erasedFactsHash })
    .where('profile_id', '=', profileId)
    .execute()
  const ownOrders = await readIds(trx.selectFrom('orders').select('id').where('profile_id', '=', profileId))
  // The bank account is needed for refunds that are still owed.
  const owedOrders = await listMoneyOwed({ profileId }, trx)
  await trx
    .updateTable('withdrawal_requests')
    .set({ reason: null, refund_to: null })
    .where('order_id', 'in', ownOrders)
    .where('order_id', 'not in', nonEmptyIds(owedOrders.map(({ orderId }) => orderId)))
    .where('handled_at', 'is not', null)
    .execute()
}

/** Anonymises the person and suspends units, except paid ones that must still be shipped. */
async function clearPerson(trx: Trx, { userId, profileId, email }: DeletionRequest, removedName: string) {
  await trx
    .updateTable('contact_messages')
    .set({ name: removedName, email: makeRemovedEmail(userId), phone: null, text: '' })
    .where('user_id', '=', userId)
    .execute()
  await endAccountMemberships(trx, { userId, profileId, email }, makeRemovedEmail(userId))
  await clearAddresses(trx, profileId)
  const { is_company: _, ...clearedColumns } = toIdentityRow(toIdentity(false, { name: removedName }))
  await trx
    .updateTable('profiles')
    .set({ ...clearedColumns, contributor: null, is_partner: false })
    .where('id', '=', profileId)
    .execute()
  await trx
    .updateTable('users')
    .set({ email: makeRemovedEmail(userId), password_hash: null, is_active: false })
    .where('id', '=', userId)
    .execute()
  await indexPeople(trx, [profileId])
  await trx
    .updateTable('subscriptions')
    .set((eb) => ({ suspended_at: new Date(), lock_version: eb('lock_version', '+', 1) }))
    .where('profile_id', '=', profileId)
    .where('suspended_at', 'is', null)
    .where('status', '!=', subscriptionStatus.awaitingDispatch)
    .execute()
}

async function clearUserHistory(trx: Trx, { userId }: DeletionRequest) {
  await trx
    .updateTable('history')
    .set({ details: null })
    .where('entity', '=', 'user')
    .where('entity_id', '=', userId)
    .where('details', 'is not', null)
    .execute()
}

async function setActive(trx: Trx, userId: number, isActive: boolean) {
  await trx.updateTable('users').set({ is_active: isActive }).where('id', '=', userId).execute()
  await stampAccount(trx, userId)
}

/** Hash of the certificate's number alone, because a hash of the certified data would allow guessing the data. */
const erasedFactsHash = sql<string>`sha2(concat('forgotten ', number), 256)`

type AccountAction = { userId: number; action: string; actorUserId: number | null }

function recordAccountAction(trx: Trx, { userId, ...action }: AccountAction): Promise<number> {
  return recordHistory(trx, { entity: 'user', entityId: userId, ...action })
}
