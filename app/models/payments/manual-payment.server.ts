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

/** Marks an order as paid without a recorded payment. The conditions of a payment apply (D157). */
export async function markAsPaid(
  orderId: number,
  actor: Actor,
  today: CivilDate,
  { shownState, isRenewalAccepted }: ManualPayment,
): Promise<StatusChange | Blocker> {
  const checkResult: { blocker?: Blocker | undefined } = {}
  const hasNoBlocker = async (trx: Trx) => {
    checkResult.blocker = await findBlocker(trx, orderId, isRenewalAccepted)
    return checkResult.blocker === undefined
  }
  const change = await confirmPayment(orderId, actor, today, { shownState, condition: hasNoBlocker })
  return checkResult.blocker ?? change
}

async function findBlocker(
  trx: Trx,
  orderId: number,
  isRenewalAccepted: boolean,
): Promise<Blocker | undefined> {
  const { isAccountRemoved, isRenewedSince } = await findPaymentBlockers(trx, orderId)
  if (isAccountRemoved) return 'account-removed'
  return isRenewedSince && !isRenewalAccepted ? 'renewed-elsewhere' : undefined
}
