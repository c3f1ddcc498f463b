import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import type { IssuedBoleto } from '#app/domain/charges/issued-boleto.ts'
import type { PaymentWay } from '#app/domain/payments/payment-way.ts'
import type { Reversal } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { ChargeRules } from '#app/domain/settings/charges.ts'
import type { gatewayName } from '#app/domain/settings/issuer.ts'

/** `reference` is our id of the customer; `document` a CPF or CNPJ; `zipCode` 8 digits. */
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
  /** the issuer makes no charge below this amount, also after its discount */
  minimum?: Centavos
  payer: Payer
}

export type BoletoDescription = Pick<BoletoRequest, 'reference' | 'orderId' | 'ordinal' | 'documentDate'>

/**
 * `paid` stays after a reversal; `refunds` reached the payer. `reversed.parts` are earlier refunds; `on` may be
 * unknown.
 */
export type RemoteBoleto = {
  externalId: string
  reference: string | null
  state: 'open' | 'paid' | 'cancelled' | 'reversed'
  value: Centavos
  paid: RemotePayment | null
  refunds: RemoteRefund[]
  reversed: { kind: Reversal; on: CivilDate | null; parts: RemoteRefund[] } | null
}

/** `fee` is the gateway's; null when unknown. */
export type RemotePayment = {
  value: Centavos
  paidOn: CivilDate
  creditedOn: CivilDate | null
  fee: Centavos | null
  way: PaymentWay
}

/** `key` is the same however often the charge is read. */
export type RemoteRefund = { key: string; value: Centavos; on: CivilDate; document: string }

/** All methods throw RemoteFault for retryable failures. */
export type RemoteIssuer = {
  /** not cancelled, newest first */
  find(reference: string): Promise<RemoteBoleto[]>
  /** throws IssuerRefused when the gateway no longer returns the charge's numbers */
  describe(externalId: string, boleto: BoletoDescription): Promise<IssuedBoleto>
  read(externalId: string): Promise<RemoteBoleto | undefined>
  /** idempotent; throws IssuerRefused when it can no longer be cancelled */
  cancel(externalId: string): Promise<void>
}

export type GatewayIssuer = {
  name: typeof gatewayName
  /** idempotent; throws RangeError for data outside a boleto's limits, IssuerRefused for a final refusal */
  issue(request: BoletoRequest): Promise<IssuedBoleto>
  remote: RemoteIssuer
}

/** Our own bank's boleto is built when it is recorded, with the next number. */
export type OwnBankIssuer = { name: 'own-bank'; agreement: BankAgreement }

export type BoletoIssuer = GatewayIssuer | OwnBankIssuer

export class IssuerRefused extends Error {
  override name = 'IssuerRefused'
}
