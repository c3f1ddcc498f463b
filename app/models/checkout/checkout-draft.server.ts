import { randomBytes } from 'node:crypto'
import { checkoutProfiles, toCheckoutProfile } from '#app/models/accounts/user.server.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'

/** Checkout fields by name, without passwords, and the idempotency token for placing the order. */
export type CheckoutDraft = { token: string; fields: Record<string, string> }

export async function findOrCreateDraft(cartId: number, reader: DbOrTrx = db): Promise<CheckoutDraft> {
  return (await findDraft(cartId, reader)) ?? (await createDraft(cartId, reader))
}

/** Reads the draft. If `profileId` is given, the same statement reads the account's data as well. */
export async function readDraft(cartId: number, profileId: number | undefined) {
  if (profileId === undefined) return { draft: await findDraft(cartId, db), profile: undefined }
  const row = await checkoutProfiles
    .leftJoin('checkout_drafts', (join) => join.on('cart_id', '=', cartId))
    .select(['token', 'data'])
    .where('profiles.id', '=', profileId)
    .executeTakeFirstOrThrow()
  const { token, data } = row
  const draft = token !== null && data !== null ? toDraft({ token, data }) : undefined
  return { draft, profile: toCheckoutProfile(row) }
}

/** Creates the cart's draft. Two concurrent requests return the same draft. */
export async function createDraft(cartId: number, writer: DbOrTrx = db): Promise<CheckoutDraft> {
  const newDraft = { token: makeCheckoutToken(), fields: {} }
  const { numInsertedOrUpdatedRows } = await writer
    .insertInto('checkout_drafts')
    .ignore()
    .values({ cart_id: cartId, token: newDraft.token, data: '{}' })
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows) return newDraft
  const concurrentDraft = await findDraft(cartId, writer)
  return concurrentDraft ?? newDraft
}

/** Returns an idempotency token for an order form, 32 hex digits. */
export function makeCheckoutToken(): string {
  return randomBytes(16).toString('hex')
}

export async function saveDraft(
  cartId: number,
  fields: Record<string, string>,
  writer: DbOrTrx = db,
): Promise<void> {
  await writer
    .updateTable('checkout_drafts')
    .set({ data: JSON.stringify(fields), updated_at: new Date() })
    .where('cart_id', '=', cartId)
    .execute()
}

export type DraftOwner = { cartId: number; userId: number | null; draft: CheckoutDraft }

/**
 * Returns a draft by the token of the customer's page, or undefined after the order is placed. The session may
 * have ended, so callers may save input in the draft but must not show its data.
 */
export async function findDraftByToken(token: string): Promise<DraftOwner | undefined> {
  const row = await draftByTokenQuery.first(db, { token })
  return row && { cartId: row.cartId, userId: row.userId, draft: toDraft(row) }
}

const draftByTokenQuery = compileQuery((value: ValueSlots<{ token: string }>) =>
  db
    .selectFrom('checkout_drafts')
    .innerJoin('carts', 'carts.id', 'checkout_drafts.cart_id')
    .select(['cart_id as cartId', 'user_id as userId', 'token', 'data'])
    .where('token', '=', value('token')),
)

/** Deletes old drafts and returns their number. */
export async function deleteForgottenDrafts(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('checkout_drafts')
    .where('updated_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}

async function findDraft(cartId: number, reader: DbOrTrx): Promise<CheckoutDraft | undefined> {
  const row = await reader
    .selectFrom('checkout_drafts')
    .select(['token', 'data'])
    .where('cart_id', '=', cartId)
    .executeTakeFirst()
  return row && toDraft(row)
}

function toDraft({ token, data }: { token: string; data: string }): CheckoutDraft {
  return { token, fields: JSON.parse(data) }
}
