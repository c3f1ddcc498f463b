import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import type { IssuedBoleto } from '#app/domain/charges/issued-boleto.ts'
import type { PaymentWay } from '#app/domain/payments/payment-way.ts'
import type { Reversal } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { ChargeRules } from '#app/domain/settings/charges.ts'
import type { gatewayName } from '#app/domain/settings/issuer.ts'

/** The payer. `reference` is our id; `document` is a CPF or CNPJ; `zipCode` has 8 digits. */
export type Payer = {
  reference: string
  name: string
  document: string
  email: string
  phone: string
  address: {
    zipCode: string
    street: string
    number: string
    complement: string
    province: string
    city: string
    state: string
  }
}

export type BoletoRequest = {
  reference: string
  orderId: number
  ordinal: number
  value: Centavos
  documentDate: CivilDate
  dueDate: CivilDate
  rules?: ChargeRules
  /** smallest amount that the issuer charges, even after a discount */
  minimum?: Centavos
  payer: Payer
}

export type BoletoDescription = Pick<BoletoRequest, 'reference' | 'orderId' | 'ordinal' | 'documentDate'>

/**
 * A charge at the gateway. `payment` stays set after a reversal if the gateway has a day of payment. `refunds` have
 * reached the payer. `reversal.value` is the paid amount, and `reversal.parts` are earlier refunds.
 */
export type RemoteBoleto = {
  externalId: string
  reference: string | null
  state: 'open' | 'paid' | 'cancelled' | 'reversed'
  value: Centavos
  payment: RemotePayment | null
  refunds: RemoteRefund[]
  reversal: { kind: Reversal; value: Centavos; date: CivilDate | null; parts: RemoteRefund[] } | null
}

/** A payment. `fee` is deducted by the gateway; null if unknown. */
export type RemotePayment = {
  value: Centavos
  paidOn: CivilDate
  creditedOn: CivilDate | null
  fee: Centavos | null
  way: PaymentWay
}

/** A refund. `key` stays the same each time the charge is read. */
export type RemoteRefund = { key: string; value: Centavos; date: CivilDate; document: string }

/** A gateway. All methods throw RemoteFault for failures that may be retried. */
export type RemoteIssuer = {
  /** returns charges that are not cancelled, newest first */
  find(reference: string): Promise<RemoteBoleto[]>
  /** throws IssuerRefused if the gateway no longer returns the charge's numbers */
  describe(externalId: string, boleto: BoletoDescription): Promise<IssuedBoleto>
  read(externalId: string): Promise<RemoteBoleto | undefined>
  /** cancels the charge, also repeatedly; throws IssuerRefused if a cancellation is no longer possible */
  cancel(externalId: string): Promise<void>
}

export type GatewayIssuer = {
  name: typeof gatewayName
  /** issues once per reference; throws RangeError for unusable data, IssuerRefused for a final rejection */
  issue(request: BoletoRequest): Promise<IssuedBoleto>
  remote: RemoteIssuer
}

/** The shop's own bank. Its boletos get the next number and are computed when they are recorded. */
export type OwnBankIssuer = { name: 'own-bank'; agreement: BankAgreement }

export type BoletoIssuer = GatewayIssuer | OwnBankIssuer

export class IssuerRefused extends Error {
  override name = 'IssuerRefused'
}
