import type { CarrierName, CarrierServiceCode } from '#app/domain/checkout/carriers/carriers.ts'

/** Texts of a carrier. */
export type CarrierLabels<Name extends CarrierName = CarrierName> = {
  /** 'os Correios', 'dos Correios' */
  name: string
  ofName: string
  services: Readonly<Record<CarrierServiceCode<Name>, string>>
  /** how a code is typed */
  codeShape: string
  /** of one code, and of a line of a pasted list */
  codeWrong: string
  listedCodeWrong: string
  codeUnexpected: string
  listedCodeUnexpected: string
  /** when the page that follows a shipment knows a new code */
  trackingDelay: string
  /** what the carrier wants beside the goods */
  invoiceKey: string
}
