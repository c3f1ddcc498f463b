import { type BankAgreement, banks, findFileFormat, underAgreement } from '#app/domain/charges/banks/banks.ts'
import { barcodeToLine, buildBarcode } from '#app/domain/charges/boleto.ts'
import { boletoNumberText } from '#app/domain/charges/boleto-number.ts'
import { acceptedUntil, boletoTerms, noRules } from '#app/domain/charges/boleto-terms.ts'
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
export function ownBankBoleto(
  agreement: BankAgreement,
  { number, ...request }: OwnBankRequest & { number: number },
): IssuedBoleto {
  const { orderId, rules = noRules, ...given } = request
  const facts = underAgreement(agreement)
  const ourNumber = boletoNumberText(agreement, number)
  const { freeField, ...printed } = facts.numbered(ourNumber)
  const { value, dueDate } = request
  const { carries = [], remittances } = banks[agreement.bank]
  const hasRate = findFileFormat(agreement) === 240 && remittances[240].terms?.rate !== undefined
  const countsByRate = hasRate ? 'below-a-centavo' : 'never'
  const terms = boletoTerms(rules, request, { carries, countsByRate })
  const barcode = buildBarcode({ bank: agreement.bank, dueDate, valueCents: value, freeField })
  return {
    ...given,
    ...printed,
    ourNumber,
    issuer: 'own-bank',
    state: 'made',
    externalId: null,
    pixPayload: null,
    bank: agreement.bank,
    numberRange: facts.range,
    wallet: agreement.wallet,
    documentNumber: String(orderId),
    barcode,
    line: barcodeToLine(barcode),
    terms,
    payableUntil: acceptedUntil(terms, dueDate, { carries, agreedDays: readAgreedDays(agreement) }),
  }
}

/** Returns the days after the due date on which the agreement accepts payment, if files have none. */
function readAgreedDays(agreement: BankAgreement): number {
  return 'agreedDays' in agreement ? Number(agreement.agreedDays ?? 0) : 0
}
