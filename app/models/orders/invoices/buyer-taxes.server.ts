import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { type DbOrTrx, db, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'

/** Returns the account's present tax data and the copy in the order. */
function readBuyerTaxes(orderId: number, reader: DbOrTrx) {
  return reader
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .select(['payer_ie', 'payer_contributor', 'profiles.ie', 'profiles.contributor', 'anonymised_at'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
}

type BuyerTaxes = NonNullable<Awaited<ReturnType<typeof readBuyerTaxes>>>

function doTaxesDiffer({ payer_ie, payer_contributor, ie, contributor, anonymised_at }: BuyerTaxes): boolean {
  // Older orders have no copy of the tax data.
  if (payer_ie === null || anonymised_at) return false
  return payer_ie !== (ie ?? '') || payer_contributor !== contributor
}

export async function areBuyerTaxesChanged(orderId: number): Promise<boolean> {
  const taxes = await readBuyerTaxes(orderId, db)
  return taxes !== undefined && doTaxesDiffer(taxes)
}

/** Copies the account's tax data to the order, because staff correct tax data in the account. */
export function renewBuyerTaxes(orderId: number, actor: Actor): Promise<boolean> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) return false
    const taxes = await readBuyerTaxes(orderId, trx)
    if (!taxes || !doTaxesDiffer(taxes)) return false
    const { ie, contributor } = taxes
    await trx
      .updateTable('orders')
      .set({ payer_ie: ie ?? '', payer_contributor: contributor })
      .where('id', '=', orderId)
      .execute()
    await recordHistory(trx, { entity: 'order', entityId: orderId, action: 'buyer-taxes-renewed', ...actor })
    return true
  })
}
