import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import type { IssuedBoleto } from '#app/domain/charges/issued-boleto.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { gatewayName } from '#app/domain/settings/issuer.ts'

/** Who a boleto is made out to; `reference` is our name for the customer, document a CPF or CNPJ, zipCode 8 digits. */
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

/** What a boleto is asked for; the reference makes a repeated request the same boleto. */
export type BoletoRequest = {
  reference: string
  orderId: number
  ordinal: number
  value: Centavos
  documentDate: CivilDate
  dueDate: CivilDate
  payer: Payer
}

/** What we call a boleto that somebody else made; the rest is read back. */
export type BoletoDescription = Pick<BoletoRequest, 'reference' | 'orderId' | 'ordinal' | 'documentDate'>

/** A boleto as the gateway knows it now; `paid` is what was paid, also where that was taken back since, else null. */
export type RemoteBoleto = {
  externalId: string
  reference: string | null
  state: 'open' | 'paid' | 'cancelled' | 'reversed'
  value: Centavos
  paid: { value: Centavos; paidOn: CivilDate; creditedOn: CivilDate | null } | null
}

/** An issuer that can be asked at any time. All throw RemoteFault for what may be tried again. */
export type RemoteIssuer = {
  /** The charges made under a reference that were not cancelled, the newest first. */
  find(reference: string): Promise<RemoteBoleto[]>
  /** The numbers of a charge there is, as a boleto to keep; throws IssuerRefused when they are not told any more. */
  describe(externalId: string, boleto: BoletoDescription): Promise<IssuedBoleto>
  /** undefined when it knows no such boleto */
  read(externalId: string): Promise<RemoteBoleto | undefined>
  /** Fine when it is cancelled already; throws IssuerRefused when it no longer can be. */
  cancel(externalId: string): Promise<void>
}

/** A payment gateway, which numbers and registers boletos itself. */
export type GatewayIssuer = {
  name: typeof gatewayName
  /** The same request gives the same boleto. Throws RangeError for what no boleto can carry, IssuerRefused for a final no. */
  issue(request: BoletoRequest): Promise<IssuedBoleto>
  remote: RemoteIssuer
}

/** The own agreement with a bank: its boletos are made where they are recorded, with the next number (D67). */
export type OwnBankIssuer = { name: 'own-bank'; agreement: BankAgreement }

/** Somebody who makes payable boletos. */
export type BoletoIssuer = GatewayIssuer | OwnBankIssuer

/** A final no of the issuer, in its words. */
export class IssuerRefused extends Error {
  override name = 'IssuerRefused'
}
