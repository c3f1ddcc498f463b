import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { confirmPayment, type ShownState, type StatusChange } from '#app/models/orders/order-status.server.ts'
import { findPaymentBlockers } from '#app/models/payments/payment-blockers.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'

export type ManualPayment = {
  shownState?: ShownState
  /** true if staff confirm that another order renewed a subscription of this order */
  isRenewalAccepted: boolean
}

type Blocker = 'account-removed' | 'renewed-elsewhere'

/** Marks an order as paid without a recorded payment, under the conditions of a payment (D157). */
export async function markAsPaid(
  orderId: number,
  actor: Actor,
  today: CivilDate,
  { shownState, isRenewalAccepted }: ManualPayment,
): Promise<StatusChange | Blocker> {
  const check: { blocker?: Blocker | undefined } = {}
  const hasNoBlocker = async (trx: Trx) => {
    check.blocker = await findBlocker(trx, orderId, isRenewalAccepted)
    return check.blocker === undefined
  }
  const change = await confirmPayment(orderId, actor, today, { shownState, condition: hasNoBlocker })
  return check.blocker ?? change
}

async function findBlocker(trx: Trx, orderId: number, acceptsRenewal: boolean): Promise<Blocker | undefined> {
  const { isAccountRemoved, isRenewedSince } = await findPaymentBlockers(trx, orderId)
  if (isAccountRemoved) return 'account-removed'
  return isRenewedSince && !acceptsRenewal ? 'renewed-elsewhere' : undefined
}
