import type { Reversal } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** States of a refund. An 'asked' refund may already exist at the bank; a 'processing' refund does. */
export const pixRefundStates = ['asked', 'processing', 'done', 'failed'] as const
export type PixRefundState = (typeof pixRefundStates)[number]

export function isPixRefundOpen(state: PixRefundState): boolean {
  return state === 'asked' || state === 'processing'
}

export const pixRefundDays = 90 // after the Pix was settled (API Pix, PixDevolucaoInvalida)

export function makePixEventKey(endToEndId: string): string {
  return `pix/${endToEndId}`
}

export function parseEndToEndId(eventKey: string): string | null {
  const [, id = null] = /^pix\/([a-zA-Z0-9]{32})$/.exec(eventKey) ?? []
  return id
}

export type PixReturn = {
  id: string
  state: 'processing' | 'done' | 'failed'
  value: Centavos
  returnId: string | null
  kind: Reversal
  refundedOn: CivilDate
  reason: string | null
}
