import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { type DbOrTrx, db, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'

/** Returns the account's present tax data and the copy stored with the order. */
function read(orderId: number, reader: DbOrTrx) {
  return reader
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .select(['payer_ie', 'payer_contributor', 'profiles.ie', 'profiles.contributor', 'anonymised_at'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
}

type Both = NonNullable<Awaited<ReturnType<typeof read>>>

function doTaxesDiffer({ payer_ie, payer_contributor, ie, contributor, anonymised_at }: Both): boolean {
  if (payer_ie === null || anonymised_at) return false
  return payer_ie !== (ie ?? '') || payer_contributor !== contributor
}

export async function areBuyerTaxesChanged(orderId: number): Promise<boolean> {
  const both = await read(orderId, db)
  return both !== undefined && doTaxesDiffer(both)
}

/** Copies the account's tax data to the order, so that staff's corrections apply to it. */
export function renewBuyerTaxes(orderId: number, actor: Actor): Promise<boolean> {
  return withTransaction(async (trx) => {
    if (!(await lockOrder(trx, orderId))) return false
    const both = await read(orderId, trx)
    if (!both || !doTaxesDiffer(both)) return false
    const { ie, contributor } = both
    await trx
      .updateTable('orders')
      .set({ payer_ie: ie ?? '', payer_contributor: contributor })
      .where('id', '=', orderId)
      .execute()
    await recordHistory(trx, { entity: 'order', entityId: orderId, action: 'buyer-taxes-renewed', ...actor })
    return true
  })
}
