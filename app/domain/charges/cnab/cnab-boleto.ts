import { normaliseCep } from '#app/domain/accounts/cep.ts'
import { type BoletoTerms, daysToAccept, hasInterestRate, noTerms } from '#app/domain/charges/boleto-terms.ts'
import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

export type RemittanceInstruction = 'register' | 'write-off' | 'change-due-date'

export type RemittanceBoleto = {
  instruction: RemittanceInstruction
  ourNumber: string
  documentNumber: string
  control: string // our reference of up to 25 characters, which the bank returns
  documentDate: CivilDate
  dueDate: CivilDate
  value: Centavos
  terms?: BoletoTerms
  payer: {
    document: string
    name: string
    address: string
    district: string
    city: string
    state: string
    cep: string
  }
}

/** An account. Fields that the bank does not have are ''; `unit` is a branch of the agency. */
export type RemittanceAccount = {
  bank: string
  agency: string
  agencyDigit: string
  account: string
  accountDigit: string
  agreement: string
  wallet: string
  variation: string
  companyCode: string
  unit: string
}

export type RemittanceFile = {
  account: RemittanceAccount
  company: { name: string; document: string }
  date: CivilDate
  time: string // 'HH:MM'
  sequence: number
}

export type BoletoFacts = { file: RemittanceFile; boleto: RemittanceBoleto; place: number }

export type EndFacts = { file: RemittanceFile; records: number; boletos: number; total: Centavos }

export function toRemittanceAccount(
  agreement: Pick<RemittanceAccount, 'bank' | 'agency' | 'account' | 'wallet'> & Partial<RemittanceAccount>,
): RemittanceAccount {
  const none = { agencyDigit: '', accountDigit: '', agreement: '', variation: '', companyCode: '', unit: '' }
  return { ...none, ...agreement }
}

export function instructionCode({ boleto }: BoletoFacts): string {
  return { register: '01', 'write-off': '02', 'change-due-date': '06' }[boleto.instruction]
}

/** Returns a boleto's terms. A write-off or a new due date has none. */
export function registeredTerms({ boleto }: BoletoFacts): BoletoTerms {
  return boleto.instruction === 'register' ? (boleto.terms ?? noTerms) : noTerms
}

/** How an unpaid boleto ends, and after how many calendar days from the due date, at least one. */
export type Unpaid = { end: 'protest' | 'write-off'; days: number }

export function findUnpaidRule({ boleto }: BoletoFacts): Unpaid | null {
  if (boleto.instruction !== 'register') return null
  const { terms = noTerms, dueDate } = boleto
  if (terms.protestDays > 0) return { end: 'protest', days: terms.protestDays }
  return { end: 'write-off', days: daysToAccept(terms, dueDate) }
}

export function unpaidDays(facts: BoletoFacts): number {
  return findUnpaidRule(facts)?.days ?? 0
}

export function protestDays(facts: BoletoFacts): number {
  return registeredTerms(facts).protestDays
}

export function hasFine({ instruction, terms = noTerms }: RemittanceBoleto): boolean {
  return instruction === 'register' && terms.finePercent > 0
}

/** Returns true for a monthly rate of interest, which CNAB 400 does not support. */
export function needs240({ instruction, terms = noTerms }: RemittanceBoleto): boolean {
  return instruction === 'register' && hasInterestRate(terms)
}

export function lateFrom({ boleto }: BoletoFacts): CivilDate {
  return addDays(boleto.dueDate, 1)
}

export function documentKind(document: string): string {
  return document.length === 11 ? '1' : '2'
}

export function payerCep({ boleto }: BoletoFacts): string {
  return normaliseCep(boleto.payer.cep) ?? ''
}
