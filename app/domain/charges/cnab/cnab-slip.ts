import { normaliseCep } from '#app/domain/accounts/cep.ts'
import { isValidCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf } from '#app/domain/accounts/cpf.ts'
import { STATES } from '#app/domain/accounts/states.ts'
import { mod10 } from '#app/domain/charges/boleto.ts'
import { buildFreeField } from '#app/domain/charges/boleto-free-field.ts'
import { foldedUpper } from '#app/domain/charges/cnab/cnab-layout.ts'
import type { CnabBank } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { type CivilDate, isCivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/**
 * Under which agreement slips are sent; bare digits, check digits apart. `variation` is Banco do Brasil's of the
 * wallet; `companyCode` the number Bradesco gave the company.
 */
export type RemittanceAgreement =
  | {
      bank: '001'
      agency: string
      agencyDigit: string
      account: string
      accountDigit: string
      agreement: string
      wallet: string
      variation: string
    }
  | { bank: '341'; agency: string; account: string; wallet: string }
  | {
      bank: '237'
      agency: string
      agencyDigit: string
      account: string
      accountDigit: string
      wallet: string
      companyCode: string
    }

/** What the bank is told of a slip: to register it, to write it off, to take another due date. */
export type RemittanceInstruction = 'register' | 'write-off' | 'change-due-date'

/** One slip of a remittance file; `ourNumber` in the length of its bank: 10 digits (001), 8 (341), 11 (237). */
export type RemittanceSlip = {
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

export type SlipFault =
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

/** Why a bank would refuse a slip; none when it can be sent. A slip is only registered with the payer's whole address. */
export function slipFaults(bank: CnabBank, slip: RemittanceSlip): SlipFault[] {
  return slipChecks.filter(([, holds]) => !holds(slip, bank)).map(([fault]) => fault)
}

const numberLengths: Record<CnabBank, number> = { '001': 10, '341': 8, '237': 11 }

const slipChecks: readonly (readonly [SlipFault, (slip: RemittanceSlip, bank: CnabBank) => boolean])[] = [
  [
    'our-number',
    ({ ourNumber }, bank) => /^\d+$/.test(ourNumber) && ourNumber.length === numberLengths[bank],
  ],
  ['document-number', ({ documentNumber }) => isWithin(documentNumber, 10)],
  ['document-date', ({ documentDate }) => isCivilDate(documentDate)],
  ['due-date', ({ dueDate, documentDate }) => isCivilDate(dueDate) && dueDate >= documentDate],
  ['value', ({ value }) => Number.isSafeInteger(value) && value > 0 && value <= 9_999_999_999],
  ['payer-document', ({ payer }) => isValidCpf(payer.document) || isValidCnpj(payer.document)],
  ['payer-name', ({ payer }) => isWithin(payer.name)],
  ['payer-address', ({ payer }) => isWithin(payer.address)],
  ['payer-city', ({ payer }) => isWithin(payer.city)],
  ['payer-state', ({ payer }) => STATES.some((state) => state === payer.state)],
  ['payer-cep', ({ payer }) => normaliseCep(payer.cep) !== null],
]

function isWithin(text: string, length = Number.POSITIVE_INFINITY): boolean {
  const folded = foldedUpper(text)
  return folded.length > 0 && folded.length <= length
}

/** What the records of every bank are written from; a field a bank does not have is ''. */
export type RemittanceFile = {
  account: {
    bank: CnabBank
    agency: string
    agencyDigit: string
    account: string
    accountDigit: string
    agreement: string
    wallet: string
    variation: string
    companyCode: string
  }
  company: { name: string; document: string }
  date: CivilDate
  /** 'HH:MM' */
  time: string
  /** which remittance this is, counted up file by file */
  sequence: number
}

/** A slip on its way into a file; `place` is its record's number. */
export type SlipFacts = { file: RemittanceFile; slip: RemittanceSlip; place: number }

/** The end of a file or batch: how many records up to and with the trailer, slips, and the sum of their values. */
export type EndFacts = { file: RemittanceFile; records: number; slips: number; total: Centavos }

/** The agreement of any bank with the same fields. */
export function accountOf(agreement: RemittanceAgreement): RemittanceFile['account'] {
  const none = { agencyDigit: '', accountDigit: '', agreement: '', variation: '', companyCode: '' }
  if (agreement.bank !== '341') return { ...none, ...agreement }
  return { ...none, ...agreement, accountDigit: mod10(agreement.agency + agreement.account) }
}

/** The code all three banks have for an instruction: 01 entry, 02 request to write off, 06 other due date. */
export function instructionCode({ slip }: SlipFacts): string {
  return { register: '01', 'write-off': '02', 'change-due-date': '06' }[slip.instruction]
}

/** The check digit of a slip's number; '' at Banco do Brasil, whose numbers of 17 digits have none. */
export function numberDigit({ file, slip }: SlipFacts): string {
  const { bank, agency: agencia, account: conta, wallet: carteira } = file.account
  const { ourNumber } = slip
  if (bank === '237') return buildFreeField({ bank, agencia, conta, carteira, ourNumber }).ourNumberDv
  return bank === '341'
    ? (buildFreeField({ bank, agencia, conta, carteira, ourNumber }).ourNumberDac ?? '')
    : ''
}

/** '1' for a CPF, '2' for a CNPJ. */
export function documentKind(document: string): string {
  return document.length === 11 ? '1' : '2'
}

/** The 8 digits of the payer's CEP. */
export function payerCep({ slip }: SlipFacts): string {
  return normaliseCep(slip.payer.cep) ?? ''
}
