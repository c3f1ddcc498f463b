import type { Centavos } from '#app/domain/platform/money.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { findMoneyBack } from '#app/models/payments/money-back.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'

const MAX_WAIVERS = 100

export type RefundWaiver = {
  orderId: number
  reason: string
  /** owed amount that the page showed, in centavos */
  seen: Centavos
  /** identifies the form, because a repeated submission must change nothing */
  token: string
}

/** Records that the shop will not refund the owed amount. Returns 'outdated' if the amount is no longer `seen`. */
export function waiveRefund(
  { orderId, reason, seen, token }: RefundWaiver,
  actor: Actor & { actorUserId: number },
): Promise<'waived' | 'nothing-owed' | 'outdated' | 'unknown-order'> {
  return withTransaction(async (trx) => {
    if (!(await lockOrder(trx, orderId))) return 'unknown-order'
    const knownWaiver = await trx
      .selectFrom('refund_waivers')
      .select('id')
      .where('token', '=', token)
      .executeTakeFirst()
    if (knownWaiver) return 'waived'
    const moneyBack = await findMoneyBack(orderId, { reader: trx })
    const value = moneyBack?.owed ?? 0
    if (value === 0) return 'nothing-owed'
    if (value !== seen) return 'outdated'
    await trx
      .insertInto('refund_waivers')
      .values({ order_id: orderId, value, reason, token, created_by: actor.actorUserId })
      .execute()
    await recordHistory(trx, {
      entity: 'order',
      entityId: orderId,
      action: 'refund-waived',
      ...actor,
      details: { value },
    })
    return 'waived'
  })
}

export function listWaivers(orderId: number) {
  return db
    .selectFrom('refund_waivers')
    .where('order_id', '=', orderId)
    .select(['id', 'value', 'reason', 'created_at as createdAt'])
    .orderBy('id')
    .limit(MAX_WAIVERS)
    .execute()
}
