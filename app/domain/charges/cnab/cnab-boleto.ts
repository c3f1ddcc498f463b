import { normaliseCep } from '#app/domain/accounts/cep.ts'
import {
  type BoletoTerms,
  getAcceptanceDays,
  hasInterestRate,
  noTerms,
} from '#app/domain/charges/boleto-terms.ts'
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

export type RemittanceBoletoContext = { file: RemittanceFile; boleto: RemittanceBoleto; recordNumber: number }

export type TrailerContext = { file: RemittanceFile; records: number; boletos: number; total: Centavos }

export function toRemittanceAccount(
  agreement: Pick<RemittanceAccount, 'bank' | 'agency' | 'account' | 'wallet'> & Partial<RemittanceAccount>,
): RemittanceAccount {
  const emptyFields = {
    agencyDigit: '',
    accountDigit: '',
    agreement: '',
    variation: '',
    companyCode: '',
    unit: '',
  }
  return { ...emptyFields, ...agreement }
}

export function getInstructionCode({ boleto }: RemittanceBoletoContext): string {
  return instructionCodes[boleto.instruction]
}

const instructionCodes = { register: '01', 'write-off': '02', 'change-due-date': '06' } as const

/** Returns the terms to register. A write-off or a change of the due date registers no terms. */
export function getRegisteredTerms({ boleto }: RemittanceBoletoContext): BoletoTerms {
  return boleto.instruction === 'register' ? (boleto.terms ?? noTerms) : noTerms
}

/** The end of an unpaid boleto, and the calendar days from the due date until that end (at least one). */
export type UnpaidEnd = { end: 'protest' | 'write-off'; days: number }

export function findUnpaidRule({ boleto }: RemittanceBoletoContext): UnpaidEnd | null {
  if (boleto.instruction !== 'register') return null
  const { terms = noTerms, dueDate } = boleto
  if (terms.protestDays > 0) return { end: 'protest', days: terms.protestDays }
  return { end: 'write-off', days: getAcceptanceDays(terms, dueDate) }
}

export function getUnpaidDays(data: RemittanceBoletoContext): number {
  return findUnpaidRule(data)?.days ?? 0
}

export function getProtestDays(data: RemittanceBoletoContext): number {
  return getRegisteredTerms(data).protestDays
}

export function hasFine({ instruction, terms = noTerms }: RemittanceBoleto): boolean {
  return instruction === 'register' && terms.finePercent > 0
}

/** Returns true for a monthly rate of interest, which CNAB 400 does not support. */
export function needsCnab240({ instruction, terms = noTerms }: RemittanceBoleto): boolean {
  return instruction === 'register' && hasInterestRate(terms)
}

export function getFirstLateDay({ boleto }: RemittanceBoletoContext): CivilDate {
  return addDays(boleto.dueDate, 1)
}

export function getDocumentKind(document: string): string {
  return document.length === 11 ? '1' : '2'
}

export function formatPayerCep({ boleto }: RemittanceBoletoContext): string {
  return normaliseCep(boleto.payer.cep) ?? ''
}
