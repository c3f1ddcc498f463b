import type { BoletoTerms } from '#app/domain/charges/boleto-terms.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { IssuerName } from '#app/domain/settings/issuer.ts'

/** A boleto from its issuer. `barcode` has 44 and `line` 47 digits. */
export type IssuedBoleto = {
  issuer: IssuerName
  ordinal: number
  /** our reference: 'pedido-{order}-{ordinal}-{the order's mark}' */
  reference: string
  externalId: string | null // the gateway's id; null for a boleto of the shop's own bank
  state: 'made' | 'registered' // gateways register immediately, banks by a remittance file
  bank: string
  numberRange: string | null // range (boleto-number.ts); null for a gateway
  agencyAndCode: string
  wallet: string
  ourNumber: string
  ourNumberPrinted: string
  documentNumber: string
  documentDate: CivilDate
  dueDate: CivilDate
  value: Centavos
  barcode: string
  line: string
  terms: BoletoTerms
  payableUntil: CivilDate | null // last payable day, from getLastAcceptanceDay
  /** the issuer's Pix of this charge; the shop never creates one for a registered boleto */
  pixPayload: string | null
}

/** The parts of a reference. Old references have no `mark`. */
export type BoletoReference = { orderId: number; ordinal: number; mark: string | null }

export function formatBoletoReference(orderId: number, ordinal: number, mark: string): string {
  return `pedido-${orderId}-${ordinal}-${mark}`
}

/** Returns up to 23 characters: '1052-0-3F9A01'. Its mark differs if a recreated database reuses an order's number. */
export function formatControlNumber(reference: string): string {
  return reference.replace(/^pedido-/, '').toUpperCase()
}

export function isControlNumber(text: string): boolean {
  return /^\d{1,10}-\d{1,3}-[0-9A-F]{6}$/.test(text)
}

export function parseBoletoReference(reference: string): BoletoReference | undefined {
  const [, orderId, ordinal, mark = null] =
    /^pedido-(\d{1,10})-(\d{1,3})(?:-([0-9a-f]{6}))?$/.exec(reference) ?? []
  return orderId && ordinal ? { orderId: Number(orderId), ordinal: Number(ordinal), mark } : undefined
}
