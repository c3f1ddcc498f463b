import { randomBytes } from 'node:crypto'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'

/** Form fields by name, never a password, and the order's idempotency token (D20). */
export type CheckoutDraft = { token: string; fields: Record<string, string> }

/** The token is created on the first checkout visit. */
export async function findOrMakeDraft(cartId: number, reader: DbOrTrx = db): Promise<CheckoutDraft> {
  const known = await findDraft(cartId, reader)
  if (known) return known
  const token = newCheckoutToken()
  await reader.insertInto('checkout_drafts').ignore().values({ cart_id: cartId, token, data: '{}' }).execute()
  return (await findDraft(cartId, reader)) ?? { token, fields: {} }
}

/** Idempotency token of an order's form: 32 hexadecimal digits (D20). */
export function newCheckoutToken(): string {
  return randomBytes(16).toString('hex')
}

/** Does nothing without a draft. */
export async function saveDraft(
  cartId: number,
  fields: Record<string, string>,
  reader: DbOrTrx = db,
): Promise<void> {
  await reader
    .updateTable('checkout_drafts')
    .set({ data: JSON.stringify(fields), updated_at: new Date() })
    .where('cart_id', '=', cartId)
    .execute()
}

/** Only the customer's own page knows the token, but its session may be over: may save input, not show data. */
export async function findCustomerOfToken(token: string): Promise<number | undefined> {
  const draft = await db
    .selectFrom('checkout_drafts')
    .innerJoin('carts', 'carts.id', 'checkout_drafts.cart_id')
    .select('user_id')
    .where('token', '=', token)
    .where('user_id', 'is not', null)
    .executeTakeFirst()
  return draft?.user_id ?? undefined
}

/** Personal data of people who never bought; returns how many. */
export async function deleteForgottenDrafts(before: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('checkout_drafts')
    .where('updated_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

async function findDraft(cartId: number, reader: DbOrTrx): Promise<CheckoutDraft | undefined> {
  const row = await reader
    .selectFrom('checkout_drafts')
    .select(['token', 'data'])
    .where('cart_id', '=', cartId)
    .executeTakeFirst()
  return row && { token: row.token, fields: JSON.parse(row.data) }
}
