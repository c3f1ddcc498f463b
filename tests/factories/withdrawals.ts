import { requestWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { answerWithdrawal } from '#app/models/orders/withdrawal-answer.server.ts'
import { byStaff } from '#tests/factories/actors.ts'

export const rejection = { outcome: 'refused', reason: 'O lacre do manual foi aberto.' } as const
export const acceptance = { outcome: 'accepted' } as const

type OrderCopies = { orderId: number; profileId: number; lineIds: readonly number[] }

/** Requests the withdrawal of these copies, in time for orders that were paid in November 2026. */
export async function makeWithdrawalRequest(
  { orderId, profileId, lineIds }: OrderCopies,
  today = '2026-11-09',
) {
  const request = { orderId, profileId, lineIds: [...lineIds], reason: null, refundTo: null }
  const outcome = await requestWithdrawal(request, { actorUserId: null, source: 'customer' }, today)
  if (typeof outcome === 'string') throw new Error(outcome)
  return outcome.id
}

export async function acceptWithdrawal(order: OrderCopies, today?: string): Promise<number> {
  const id = await makeWithdrawalRequest(order, today)
  await answerWithdrawal(id, acceptance, byStaff)
  return id
}
