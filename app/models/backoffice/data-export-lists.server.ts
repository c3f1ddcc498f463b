import type { AccountOwner } from '#app/models/accounts/user.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const MAX_ENTRIES = 5_000

/** Returns the person's data for the LGPD export, except profile and orders. */
export async function findOtherRecords({ userId, profileId }: AccountOwner) {
  const [cart, checkoutDraft, unsentForms, photosWithoutOrder, emails, requests, units, company] =
    await Promise.all([
      listCart(userId),
      findDraft(userId),
      listUnsentForms(userId),
      listPhotosWithoutOrder(userId),
      listEmails(userId),
      listRequests(userId),
      listUnitRecords(profileId),
      listMemberships({ userId, profileId }),
    ])
  const shipments = await listDirectShipments(profileId)
  const mailChoices = await findMailChoices(userId)
  return {
    cart,
    checkoutDraft,
    unsentForms,
    photosWithoutOrder,
    ...emails,
    ...requests,
    ...units,
    ...company,
    shipments,
    mailChoices,
  }
}

async function findMailChoices(userId: number) {
  const row = await db
    .selectFrom('mailboxes')
    .select(['reminders_off_at', 'revisions_off_at', 'refused_at', 'refusal_code'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the colleagues of the person's company and the companies for which the person acts or acted. */
async function listMemberships({ userId, profileId }: AccountOwner) {
  const members = db
    .selectFrom('company_members')
    .select(['company_members.email', 'role', 'invited_at', 'accepted_at', 'ended_at', 'end_reason'])
    .orderBy('company_members.id')
    .limit(MAX_ENTRIES)
  const [colleagues, companies] = await Promise.all([
    members.where('profile_id', '=', profileId).execute(),
    members
      .innerJoin('profiles', 'profiles.id', 'company_members.profile_id')
      .select('profiles.shown_name as company')
      .where('company_members.user_id', '=', userId)
      .execute(),
  ])
  return { colleagues, companies }
}

function listCart(userId: number) {
  return db
    .selectFrom('cart_items')
    .innerJoin('carts', 'carts.id', 'cart_items.cart_id')
    .innerJoin('publications', 'publications.id', 'cart_items.publication_id')
    .select(['publication_id', 'publications.name', 'quantity', 'renews_subscription_id'])
    .where('user_id', '=', userId)
    .orderBy('cart_items.id')
    .limit(MAX_ENTRIES)
    .execute()
}

async function findDraft(userId: number): Promise<unknown> {
  const draft = await db
    .selectFrom('checkout_drafts')
    .innerJoin('carts', 'carts.id', 'checkout_drafts.cart_id')
    .select(['data', 'checkout_drafts.updated_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return draft ? { fields: JSON.parse(draft.data), updated_at: draft.updated_at } : null
}

async function listUnsentForms(userId: number) {
  const rows = await db
    .selectFrom('unsent_forms')
    .select(['address', 'data', 'created_at'])
    .where('user_id', '=', userId)
    // Forms of staff pages are omitted because they contain data of other people.
    .where('address', 'not like', '/admin%')
    .orderBy('id')
    .execute()
  return rows.map(({ data, ...row }) => ({ ...row, fields: JSON.parse(data) }))
}

function listPhotosWithoutOrder(userId: number) {
  return db
    .selectFrom('photos')
    .leftJoin('carts', 'carts.id', 'photos.cart_id')
    .select(['photos.name', 'photos.type', 'photos.bytes', 'photos.created_at'])
    .where('claimed_at', 'is', null)
    .where((eb) => eb.or([eb('photos.user_id', '=', userId), eb('carts.user_id', '=', userId)]))
    .orderBy('photos.id')
    .limit(MAX_ENTRIES)
    .execute()
}

async function listEmails(userId: number) {
  const [formerEmails, emailRequests] = await Promise.all([
    db
      .selectFrom('email_changes')
      .select(['old_email as email', 'created_at as changed_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .limit(MAX_ENTRIES)
      .execute(),
    db
      .selectFrom('email_requests')
      .select(['new_email as email', 'created_at', 'expires_at', 'used_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .limit(MAX_ENTRIES)
      .execute(),
  ])
  return { formerEmails, emailRequests }
}

async function listRequests(userId: number) {
  const [deletionRequests, passwordLinks, preparedFiles] = await Promise.all([
    db
      .selectFrom('deletion_requests')
      .select(['created_at', 'due_at', 'undone_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .limit(MAX_ENTRIES)
      .execute(),
    db
      .selectFrom('password_resets')
      .select(['created_at', 'expires_at', 'used_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .limit(MAX_ENTRIES)
      .execute(),
    db
      .selectFrom('prepared_files')
      .select(['kind', 'name', 'created_at', 'expires_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .limit(MAX_ENTRIES)
      .execute(),
  ])
  return { deletionRequests, passwordLinks, preparedFiles }
}

async function listUnitRecords(profileId: number) {
  const [reminders, renewals, copies] = await Promise.all([
    db
      .selectFrom('expiry_reminders')
      .innerJoin('subscriptions', 'subscriptions.id', 'expiry_reminders.subscription_id')
      .select(['subscription_id', 'expiry_reminders.due', 'step', 'notified_on'])
      .where('profile_id', '=', profileId)
      .orderBy('notified_on')
      .limit(MAX_ENTRIES)
      .execute(),
    db
      .selectFrom('renewals')
      .innerJoin('subscriptions', 'subscriptions.id', 'renewals.subscription_id')
      .select(['renewals.subscription_id', 'renewals.order_line_id', 'due_before', 'due_after', 'applied_at'])
      .where('profile_id', '=', profileId)
      .orderBy('renewals.id')
      .limit(MAX_ENTRIES)
      .execute(),
    listCopies(profileId),
  ])
  return { reminders, renewals, copies }
}

async function listCopies(profileId: number) {
  const copies = await db
    .selectFrom('copies')
    .select(['publication_id', 'subscription_id', 'number', 'stamp', 'made_on'])
    .where('profile_id', '=', profileId)
    .orderBy('id')
    .limit(MAX_ENTRIES)
    .execute()
  return copies.map(({ stamp, ...copy }) => ({ ...copy, stamp: JSON.parse(stamp) }))
}

/** Returns shipments without an order. All other shipments are exported with their orders. */
function listDirectShipments(profileId: number) {
  return db
    .selectFrom('shipments')
    .leftJoin('addresses', 'addresses.id', 'shipments.address_id')
    .select(['shipments.id', 'type', 'status', 'track_code', 'note', 'creation_date', 'send_date'])
    .select(['complete_date', 'return_date', 'cancelled_at', 'cancel_reason'])
    .select(['zip_code', 'street', 'number', 'complement'])
    .select(['province', 'city', 'state'])
    .where('profile_id', '=', profileId)
    .where('direct_shipping', '=', true)
    .orderBy('shipments.id')
    .limit(MAX_ENTRIES)
    .execute()
}
