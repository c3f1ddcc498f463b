import type { BoletoTerms } from '#app/domain/charges/boleto-terms.ts'
import type { Reversal } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { PixKind } from '#app/domain/settings/own-pix.ts'

/** The payer. `document` is a CPF or CNPJ; `zipCode` has 8 digits. */
export type PixPayer = {
  name: string
  document: string
  street: string
  city: string
  state: string
  zipCode: string
}

/** A new charge, payable until `graceDays` after its due date. Codes that the shop builds contain `receiver`. */
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

/** A charge at the bank; `payload` is null if there is no usable code. */
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
  /** end-to-end id of the refund, which proves the refund */
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

/** A bank. Methods throw RemoteFault for failures that may be retried and PixRefused for final ones. */
export type PixBank = {
  /** creates the charge, or returns the existing charge with this txid in any state */
  createCharge(request: PixChargeRequest): Promise<RemotePixCharge>
  findCharge(
    kind: PixKind,
    txid: string,
    receiver?: PixChargeRequest['receiver'],
  ): Promise<RemotePixCharge | undefined>
  /** throws PixRefused if the charge is no longer open */
  removeCharge(kind: PixKind, txid: string): Promise<void>
  findPayment(endToEndId: string): Promise<RemotePix | undefined>
  /** returns the payments with a txid of this period, and the number of payments that cannot be parsed */
  listPayments(from: Date, to: Date): Promise<{ payments: RemotePix[]; unreadCount: number }>
  /** refunds once per `id` */
  requestRefund(endToEndId: string, id: string, value: Centavos): Promise<RemotePixRefund>
  /** returns the webhook's address for this key; undefined if none is set */
  findWebhook(key: string): Promise<string | undefined>
  setWebhook(key: string, address: string): Promise<void>
}

export class PixRefused extends Error {
  override name = 'PixRefused'
}
