import { requestWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { answerWithdrawal } from '#app/models/orders/withdrawal-answer.server.ts'
import { byStaff } from '#tests/factories/actors.ts'

export const refused = { outcome: 'refused', reason: 'O lacre do manual foi aberto.' } as const
export const accepted = { outcome: 'accepted' } as const

type Owned = { orderId: number; profileId: number; lineIds: readonly number[] }

/** Requests the withdrawal of these copies, in time for orders that were paid in November 2026. */
export async function askWithdrawal({ orderId, profileId, lineIds }: Owned, today = '2026-11-09') {
  const wish = { orderId, profileId, lineIds: [...lineIds], reason: null, refundTo: null }
  const answer = await requestWithdrawal(wish, { actorUserId: null, source: 'customer' }, today)
  if (typeof answer === 'string') throw new Error(answer)
  return answer.id
}

export async function acceptWithdrawal(order: Owned, today?: string): Promise<number> {
  const id = await askWithdrawal(order, today)
  await answerWithdrawal(id, accepted, byStaff)
  return id
}
