import type { CarrierName, CarrierServiceCode } from '#app/domain/checkout/carriers/carriers.ts'

export type CarrierLabels<Name extends CarrierName = CarrierName> = {
  /** such as 'os Correios' or 'dos Correios' */
  name: string
  ofName: string
  services: Readonly<Record<CarrierServiceCode<Name>, string>>
  codeShape: string // how to type a code
  /** error for one code, and for a line of a list */
  codeWrong: string
  listedCodeWrong: string
  codeUnexpected: string
  listedCodeUnexpected: string
  trackingDelay: string // when the tracking page shows a new code
  invoiceKey: string // requirement of the carrier
}
