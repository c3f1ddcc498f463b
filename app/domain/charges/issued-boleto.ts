import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { IssuerName } from '#app/domain/settings/issuer.ts'

/** A boleto as its issuer made it: bare digits in `barcode` (44) and `line` (47), the rest as printed. */
export type IssuedBoleto = {
  issuer: IssuerName
  /** which boleto of its order, from 0 */
  ordinal: number
  /** how we call it wherever the issuer asks: 'pedido-{order}-{ordinal}-{mark of the order}' */
  reference: string
  /** the gateway's name for it, null under the own agreement */
  externalId: string | null
  /** a gateway registers at once; under the own agreement a remittance file does */
  state: 'made' | 'registered'
  bank: string
  /** the range its number is of (boleto-number.ts), null for a gateway's */
  numberRange: string | null
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
  /** the issuer's own Pix for this very charge; we never make one for a registered boleto */
  pixPayload: string | null
}

/** A name of ours read back; one given before orders had a mark has none. */
export type BoletoName = { orderId: number; ordinal: number; mark: string | null }

/** Our name for the `ordinal`-th boleto of the order with this mark, the same however often it is asked for. */
export function boletoReference(orderId: number, ordinal: number, mark: string): string {
  return `pedido-${orderId}-${ordinal}-${mark}`
}

/**
 * What stands for a reference in a remittance's field for the company's own use, at the most 23 characters: order,
 * ordinal and mark, as '1052-0-3F9A01'. The mark tells it from a boleto of another life of the database.
 */
export function controlOf(reference: string): string {
  return reference.replace(/^pedido-/, '').toUpperCase()
}

/** True for a text that controlOf gives for some reference with a mark. */
export function isControl(text: string): boolean {
  return /^\d{1,10}-\d{1,3}-[0-9A-F]{6}$/.test(text)
}

/** The order and the boleto a reference of ours names, or undefined for anybody else's. */
export function parseBoletoReference(reference: string): BoletoName | undefined {
  const [, orderId, ordinal, mark = null] =
    /^pedido-(\d{1,10})-(\d{1,3})(?:-([0-9a-f]{6}))?$/.exec(reference) ?? []
  return orderId && ordinal ? { orderId: Number(orderId), ordinal: Number(ordinal), mark } : undefined
}
