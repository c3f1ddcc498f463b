import {
  type BankAgreement,
  banks,
  findFileFormat,
  getAgreementRules,
} from '#app/domain/charges/banks/banks.ts'
import { buildBarcode, convertBarcodeToLine } from '#app/domain/charges/boleto.ts'
import { formatBoletoNumber } from '#app/domain/charges/boleto-number.ts'
import {
  calculateBoletoTerms,
  defaultChargeRules,
  getLastAcceptanceDay,
} from '#app/domain/charges/boleto-terms.ts'
import type { IssuedBoleto } from '#app/domain/charges/issued-boleto.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { ChargeRules } from '#app/domain/settings/charges.ts'

export type OwnBankRequest = {
  reference: string
  orderId: number
  ordinal: number
  value: Centavos
  documentDate: CivilDate
  dueDate: CivilDate
  rules?: ChargeRules
}

/** Returns a boleto of the shop's own bank. Throws RangeError for data that boletos cannot contain. */
export function buildOwnBankBoleto(
  agreement: BankAgreement,
  { number, ...request }: OwnBankRequest & { number: number },
): IssuedBoleto {
  const { orderId, rules = defaultChargeRules, ...boletoData } = request
  const agreementRules = getAgreementRules(agreement)
  const ourNumber = formatBoletoNumber(agreement, number)
  const { freeField, ...printedNumbers } = agreementRules.buildNumberedBoleto(ourNumber)
  const { value, dueDate } = request
  const { supportedTerms = [], remittances } = banks[agreement.bank]
  const hasMonthlyRate = findFileFormat(agreement) === 240 && remittances[240].terms?.rate !== undefined
  const monthlyRateUse = hasMonthlyRate ? 'below-a-centavo' : 'never'
  const terms = calculateBoletoTerms(rules, request, { supportedTerms, monthlyRateUse })
  const barcode = buildBarcode({ bank: agreement.bank, dueDate, valueCents: value, freeField })
  return {
    ...boletoData,
    ...printedNumbers,
    ourNumber,
    issuer: 'own-bank',
    state: 'made',
    externalId: null,
    pixPayload: null,
    bank: agreement.bank,
    numberRange: agreementRules.range,
    wallet: agreement.wallet,
    documentNumber: String(orderId),
    barcode,
    line: convertBarcodeToLine(barcode),
    terms,
    payableUntil: getLastAcceptanceDay(terms, dueDate, {
      supportedTerms,
      agreedDays: readAgreedDays(agreement),
    }),
  }
}

/** Returns the days of acceptance after the due date that the agreement sets outside remittance files. */
function readAgreedDays(agreement: BankAgreement): number {
  return 'agreedDays' in agreement ? Number(agreement.agreedDays ?? 0) : 0
}
