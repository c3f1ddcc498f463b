import type { BoletoTerms } from '#app/domain/charges/boleto-terms.ts'
import type { Reversal } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { PixKind } from '#app/domain/settings/own-pix.ts'

/** `document` is a CPF or CNPJ; `zipCode` 8 digits. */
export type PixPayer = {
  name: string
  document: string
  street: string
  city: string
  state: string
  zipCode: string
}

/** Payable for `graceDays` after the due date; `receiver` is for a code that the shop builds itself. */
export type PixChargeRequest = {
  kind: PixKind
  txid: string
  key: string
  value: Centavos
  dueDate: CivilDate
  graceDays: number
  terms: BoletoTerms
  orderId: number
  payer: PixPayer
  receiver: { merchantName: string; merchantCity: string }
}

/** `payload` is null when the bank returns no usable code. */
export type RemotePixCharge = {
  txid: string
  state: 'open' | 'paid' | 'removed'
  value: Centavos
  payload: string | null
  payments: RemotePix[]
}

export type RemotePixRefund = {
  id: string
  state: 'processing' | 'done' | 'failed'
  value: Centavos
  /** end-to-end id of the return, which proves it */
  returnId: string | null
  kind: Reversal
  refundedOn: CivilDate
  reason: string | null
}

export type RemotePix = {
  endToEndId: string
  txid: string | null
  value: Centavos
  paidOn: CivilDate
  refunds: RemotePixRefund[]
}

/** Methods throw RemoteFault for retryable failures, PixRefused for final ones. */
export type PixBank = {
  /** idempotent: returns the existing charge of the txid in any state */
  charge(request: PixChargeRequest): Promise<RemotePixCharge>
  find(
    kind: PixKind,
    txid: string,
    receiver?: PixChargeRequest['receiver'],
  ): Promise<RemotePixCharge | undefined>
  /** refused when it is not open any more */
  remove(kind: PixKind, txid: string): Promise<void>
  payment(endToEndId: string): Promise<RemotePix | undefined>
  /** lists Pix with a txid received between the times, and counts unreadable ones */
  payments(from: Date, to: Date): Promise<{ received: RemotePix[]; unread: number }>
  /** idempotent by `id` */
  refund(endToEndId: string, id: string, value: Centavos): Promise<RemotePixRefund>
  /** the webhook address of this key; undefined for none */
  webhook(key: string): Promise<string | undefined>
  setWebhook(key: string, address: string): Promise<void>
}

export class PixRefused extends Error {
  override name = 'PixRefused'
}
