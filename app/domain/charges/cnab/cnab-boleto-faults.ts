import { normaliseCep } from '#app/domain/accounts/cep.ts'
import { isValidCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf } from '#app/domain/accounts/cpf.ts'
import { STATES } from '#app/domain/accounts/states.ts'
import { banks, type RemittanceAgreement } from '#app/domain/charges/banks/banks.ts'
import { type RemittanceBoleto, toRemittanceAccount } from '#app/domain/charges/cnab/cnab-boleto.ts'
import { toUpperAscii } from '#app/domain/charges/cnab/cnab-layout.ts'
import { isCivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

export type BoletoFault =
  | 'our-number'
  | 'document-number'
  | 'document-date'
  | 'due-date'
  | 'value'
  | 'payer-document'
  | 'payer-name'
  | 'payer-address'
  | 'payer-city'
  | 'payer-state'
  | 'payer-cep'

/** Returns the faults that prevent registration. Banks require the payer's complete address. */
export function listBoletoFaults(agreement: RemittanceAgreement, boleto: RemittanceBoleto): BoletoFault[] {
  const width = banks[agreement.bank].getNumberWidth(toRemittanceAccount(agreement).agreement)
  return boletoChecks.filter(([, isValid]) => !isValid(boleto, width)).map(([fault]) => fault)
}

const maxValue: Centavos = 99_999_999_99

const boletoChecks: readonly (readonly [
  BoletoFault,
  (boleto: RemittanceBoleto, numberWidth: number) => boolean,
])[] = [
  ['our-number', ({ ourNumber }, width) => /^\d+$/.test(ourNumber) && ourNumber.length === width],
  ['document-number', ({ documentNumber }) => fitsLength(documentNumber, 10)],
  ['document-date', ({ documentDate }) => isCivilDate(documentDate)],
  ['due-date', ({ dueDate, documentDate }) => isCivilDate(dueDate) && dueDate >= documentDate],
  ['value', ({ value }) => Number.isSafeInteger(value) && value > 0 && value <= maxValue],
  ['payer-document', ({ payer }) => isValidCpf(payer.document) || isValidCnpj(payer.document)],
  ['payer-name', ({ payer }) => fitsLength(payer.name)],
  ['payer-address', ({ payer }) => fitsLength(payer.address)],
  ['payer-city', ({ payer }) => fitsLength(payer.city)],
  ['payer-state', ({ payer }) => STATES.some((state) => state === payer.state)],
  ['payer-cep', ({ payer }) => normaliseCep(payer.cep) !== null],
]

function fitsLength(text: string, maxLength = Number.POSITIVE_INFINITY): boolean {
  const foldedText = toUpperAscii(text)
  return foldedText.length > 0 && foldedText.length <= maxLength
}
