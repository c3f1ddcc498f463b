import { normaliseCep } from '#app/domain/accounts/cep.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** What the bank is told of a boleto: to register it, to write it off, to take another due date. */
export type RemittanceInstruction = 'register' | 'write-off' | 'change-due-date'

/** One boleto of a remittance file; `ourNumber` in the length of its bank. */
export type RemittanceBoleto = {
  instruction: RemittanceInstruction
  ourNumber: string
  documentNumber: string
  /** our own name for it, which the bank's records say again: 25 characters at the most */
  control: string
  documentDate: CivilDate
  dueDate: CivilDate
  value: Centavos
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

/** The agreement as records are written from it; a field a bank does not have is ''. `bank` is its code. */
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
}

/** What the records of every bank are written from. */
export type RemittanceFile = {
  account: RemittanceAccount
  company: { name: string; document: string }
  date: CivilDate
  /** 'HH:MM' */
  time: string
  /** which remittance this is, counted up file by file */
  sequence: number
}

/** A boleto on its way into a file; `place` is its record's number. */
export type BoletoFacts = { file: RemittanceFile; boleto: RemittanceBoleto; place: number }

/** The end of a file or batch: how many records up to and with the trailer, boletos, and the sum of their values. */
export type EndFacts = { file: RemittanceFile; records: number; boletos: number; total: Centavos }

/** The agreement of any bank with the same fields. */
export function accountOf(
  agreement: Pick<RemittanceAccount, 'bank' | 'agency' | 'account' | 'wallet'> & Partial<RemittanceAccount>,
): RemittanceAccount {
  const none = { agencyDigit: '', accountDigit: '', agreement: '', variation: '', companyCode: '' }
  return { ...none, ...agreement }
}

/** The code every bank has for an instruction: 01 entry, 02 request to write off, 06 other due date. */
export function instructionCode({ boleto }: BoletoFacts): string {
  return { register: '01', 'write-off': '02', 'change-due-date': '06' }[boleto.instruction]
}

/** '1' for a CPF, '2' for a CNPJ. */
export function documentKind(document: string): string {
  return document.length === 11 ? '1' : '2'
}

/** The 8 digits of the payer's CEP. */
export function payerCep({ boleto }: BoletoFacts): string {
  return normaliseCep(boleto.payer.cep) ?? ''
}
