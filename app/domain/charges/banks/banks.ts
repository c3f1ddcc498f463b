import { type AgreementWith, hasValidFields } from '#app/domain/charges/banks/agreement-fields.ts'
import { bancoDoBrasil } from '#app/domain/charges/banks/banco-do-brasil.ts'
import type { AgreementRules, Bank } from '#app/domain/charges/banks/bank.ts'
import { bradesco } from '#app/domain/charges/banks/bradesco.ts'
import { caixa } from '#app/domain/charges/banks/caixa.ts'
import { itau } from '#app/domain/charges/banks/itau.ts'
import { santander } from '#app/domain/charges/banks/santander.ts'
import { sicredi } from '#app/domain/charges/banks/sicredi.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'

/** All banks by COMPE code. A new bank needs one file and one line here. */
const bankTable = {
  [bancoDoBrasil.code]: bancoDoBrasil,
  [itau.code]: itau,
  [bradesco.code]: bradesco,
  [santander.code]: santander,
  [caixa.code]: caixa,
  [sicredi.code]: sicredi,
}

type BankTable = typeof bankTable

export type CnabBank = keyof BankTable

type SentAgreement<AnyBank> = AnyBank extends Bank<infer _Code, infer _Fields, infer Sent> ? Sent : never

type BankAgreementTable<Code extends CnabBank> = {
  [AnyBank in Code]: AgreementWith<AnyBank, BankTable[AnyBank]['agreementFields']>
}[Code]

export type BankAgreement = BankAgreementTable<CnabBank>

export type RemittanceAgreement = SentAgreement<BankTable[CnabBank]>

export const banks: {
  [Code in CnabBank]: Bank<Code, BankTable[Code]['agreementFields'], SentAgreement<BankTable[Code]>>
} = bankTable

export const bankCodes: readonly CnabBank[] = [
  bancoDoBrasil.code,
  itau.code,
  bradesco.code,
  santander.code,
  caixa.code,
  sicredi.code,
]

/** Returns the format of the agreement's remittance files; null if it is chosen per file. */
export function findFileFormat({ format }: BankAgreement): CnabFormat | null {
  if (format === undefined) return null
  return format === '240' ? 240 : 400
}

export function parseBank(code: unknown): CnabBank | undefined {
  return bankCodes.find((knownCode) => knownCode === code)
}

export function getAgreementRules<Code extends CnabBank>(
  agreement: BankAgreementTable<Code>,
): AgreementRules<SentAgreement<BankTable[Code]>> {
  return banks[agreement.bank].getRules(agreement)
}

export function listUnfitFields<Code extends CnabBank>(agreement: BankAgreementTable<Code>): string[] {
  return banks[agreement.bank].listUnfitFields?.(agreement) ?? []
}

/** Returns the agreement with only its bank's fields, in the declared sequence; undefined if it is invalid. */
export function readAgreement(fields: Record<string, unknown>): BankAgreement | undefined {
  const code = parseBank(fields.bank)
  const names = ['bank', ...Object.keys(code ? banks[code].agreementFields : {}), 'nextRemittance']
  const knownEntries = names.filter((name) => name in fields).map((name) => [name, fields[name]] as const)
  const agreement = Object.fromEntries(knownEntries)
  return isAgreement(agreement) ? agreement : undefined
}

function isAgreement(fields: Record<string, unknown>): fields is BankAgreement {
  const code = parseBank(fields.bank)
  return code !== undefined && hasValidFields(banks[code].agreementFields, fields)
}
