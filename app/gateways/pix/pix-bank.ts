import type { BoletoTerms } from '#app/domain/charges/boleto-terms.ts'
import type { Reversal } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { PixKind } from '#app/domain/settings/own-pix.ts'

/** `document` a CPF or CNPJ; `zipCode` 8 digits. */
export type PixPayer = {
  name: string
  document: string
  street: string
  city: string
  state: string
  zipCode: string
}

/** `graceDays` after the due date it can still be paid; `receiver` stands in a code the shop has to make itself. */
export type PixChargeRequest = {
  kind: PixKind
  txid: string
  key: string
  value: Centavos
  dueDate: CivilDate
  graceDays: number
  /** those of its boleto; an immediate charge has none */
  terms: BoletoTerms
  orderId: number
  payer: PixPayer
  receiver: { merchantName: string; merchantCity: string }
}

/** `payload` is null where the bank gives no usable code. */
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
  /** what proves it: the end-to-end id of the return */
  returnId: string | null
  kind: Reversal
  refundedOn: CivilDate
  reason: string | null
}

/** Money that came in by Pix. */
export type RemotePix = {
  endToEndId: string
  txid: string | null
  value: Centavos
  paidOn: CivilDate
  refunds: RemotePixRefund[]
}

/** Methods throw RemoteFault for what may be retried, PixRefused for a final no. */
export type PixBank = {
  /** Idempotent: what the txid names already is given back, whatever its state. */
  charge(request: PixChargeRequest): Promise<RemotePixCharge>
  find(
    kind: PixKind,
    txid: string,
    receiver?: PixChargeRequest['receiver'],
  ): Promise<RemotePixCharge | undefined>
  /** Refused when it is not open any more. */
  remove(kind: PixKind, txid: string): Promise<void>
  payment(endToEndId: string): Promise<RemotePix | undefined>
  /** With a txid, received from `from` to `to`, and how many of them could not be read. */
  payments(from: Date, to: Date): Promise<{ received: RemotePix[]; unread: number }>
  /** Idempotent by `id`. */
  refund(endToEndId: string, id: string, value: Centavos): Promise<RemotePixRefund>
  /** The address the bank calls for this key; undefined for none. */
  webhook(key: string): Promise<string | undefined>
  setWebhook(key: string, address: string): Promise<void>
}

export class PixRefused extends Error {
  override name = 'PixRefused'
}
