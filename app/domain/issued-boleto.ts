import type { CivilDate } from '#app/domain/calendar.ts'
import type { Centavos } from '#app/domain/money.ts'

/** A slip as its issuer made it: bare digits in `barcode` (44) and `line` (47), the rest as printed. */
export type IssuedBoleto = {
  issuer: string
  bank: string
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
}
