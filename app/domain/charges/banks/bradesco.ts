import { accountRange, accountRangeOfRecord } from '#app/domain/charges/banks/account-range.ts'
import {
  type AgreementFields,
  type AgreementWith,
  digitsField,
  optional,
  printed,
} from '#app/domain/charges/banks/agreement-fields.ts'
import type {
  AgreementFacts,
  Bank,
  Remittance240,
  Remittance400,
  Return400,
} from '#app/domain/charges/banks/bank.ts'
import {
  inNames,
  inParts,
  type RemittanceReadiness,
  readiness,
} from '#app/domain/charges/banks/remittance-readiness.ts'
import { mod11Remainder, needDigits } from '#app/domain/charges/boleto.ts'
import {
  type BoletoFacts,
  payerCep,
  type RemittanceAccount,
  registeredTerms,
  type Unpaid,
} from '#app/domain/charges/cnab/cnab-boleto.ts'
import { febrabanSegmentT } from '#app/domain/charges/cnab/cnab-febraban.ts'
import {
  blanks,
  date,
  digits,
  fixed,
  part,
  twoDigits,
  words,
  zeros,
} from '#app/domain/charges/cnab/cnab-layout.ts'
import { febrabanOccurrences, type OccurrenceTable } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import {
  boletoCore400,
  boletoTermsWith400,
  headerName400,
  headerStart400,
} from '#app/domain/charges/cnab/cnab-remittance-400.ts'

const code = '237'

const agreementFields = {
  agency: digitsField(4),
  agencyPrinted: printed,
  account: digitsField(7),
  accountPrinted: printed,
  wallet: digitsField(2),
  // The number the bank gave the company.
  companyCode: optional(/^\d{1,20}$/),
} as const satisfies AgreementFields

type Agreement = AgreementWith<typeof code, typeof agreementFields>

type Sent = {
  bank: typeof code
  agency: string
  agencyDigit: string
  account: string
  accountDigit: string
  wallet: string
  companyCode: string
}

const counting = { code, account: 7, wallet: 2 }

function under(of: Agreement): AgreementFacts<Sent> {
  const { agency: agencia, account: conta, wallet: carteira } = of
  return {
    range: accountRange(counting, of),
    numbered: (ourNumber) => {
      const field = bradescoFreeField({ agencia, carteira, ourNumber, conta })
      return {
        freeField: field.freeField,
        agencyAndCode: `${of.agencyPrinted} / ${of.accountPrinted}`,
        ourNumberPrinted: `${carteira}/${ourNumber}-${field.ourNumberDv}`,
      }
    },
    remittance: remittanceOf(of),
    isNamedBy: (header) => !of.companyCode || Number(header) === Number(of.companyCode),
  }
}

function remittanceOf({ bank, wallet, companyCode = '', ...of }: Agreement): RemittanceReadiness<Sent> {
  const agency = inParts(of.agencyPrinted, 4, of.agency)
  const account = inParts(of.accountPrinted, 7, of.account)
  const facts = { bank, wallet, companyCode, ...inNames(agency, account) }
  return readiness(facts, {
    agency,
    account,
    'company-code': agreementFields.companyCode.pattern.test(companyCode),
  })
}

type FreeFieldInput = { agencia: string; carteira: string; ourNumber: string; conta: string }
type FreeField = { freeField: string; ourNumberDv: string }

/** Zero-filled. The printed check digit: weights 2–7, remainder 1 prints P. Throws RangeError for a wrong length. */
export function bradescoFreeField(input: FreeFieldInput): FreeField {
  const number = needDigits(input.carteira, 2, 'carteira') + needDigits(input.ourNumber, 11, 'ourNumber')
  const agencia = needDigits(input.agencia, 4, 'agencia')
  const digit = (11 - mod11Remainder(number, [2, 3, 4, 5, 6, 7])) % 11
  return {
    freeField: `${agencia}${number}${needDigits(input.conta, 7, 'conta')}0`,
    ourNumberDv: digit === 10 ? 'P' : String(digit),
  }
}

function fieldOf({ agency, account, wallet }: RemittanceAccount, ourNumber: string): FreeField {
  return bradescoFreeField({ agencia: agency, conta: account, carteira: wallet, ourNumber })
}

function numberDigit({ file, boleto }: BoletoFacts): string {
  return fieldOf(file.account, boleto.ourNumber).ourNumberDv
}

// Manual 4008.524.0121.
const remittance400: Remittance400 = {
  header: [
    ...headerStart400,
    digits(27, 46, ({ account }) => account.companyCode),
    ...headerName400,
    words(80, 94, () => 'BRADESCO'),
    date(95, 100, (file) => file.date),
    blanks(101, 108),
    fixed(109, 110, 'MX'),
    digits(111, 117, ({ sequence }) => sequence),
    blanks(118, 394),
    fixed(395, 400, '000001'),
  ],
  detail: [
    fixed(1, 1, '1'),
    zeros(2, 6),
    blanks(7, 7),
    zeros(8, 19),
    blanks(20, 20),
    zeros(21, 21),
    digits(22, 24, ({ file }) => file.account.wallet),
    digits(25, 29, ({ file }) => file.account.agency),
    digits(30, 36, ({ file }) => file.account.account),
    words(37, 37, ({ file }) => file.account.accountDigit),
    words(38, 62, ({ boleto }) => boleto.control),
    zeros(63, 65),
    part(66, 70, fine400),
    digits(71, 81, ({ boleto }) => boleto.ourNumber),
    words(82, 82, numberDigit),
    zeros(83, 92),
    // The company prints the boleto; none is made for a debit.
    fixed(93, 94, '2N'),
    blanks(95, 105),
    fixed(106, 106, '2'),
    blanks(107, 108),
    ...boletoCore400,
    zeros(140, 147),
    ...boletoTermsWith400(instructions400),
    words(235, 274, ({ boleto }) => boleto.payer.name),
    words(275, 314, wholeAddress),
    blanks(315, 326),
    digits(327, 334, payerCep),
    blanks(335, 394),
    digits(395, 400, ({ place }) => place),
  ],
}

function fine400(facts: BoletoFacts): string {
  const { finePercent } = registeredTerms(facts)
  return finePercent > 0 ? `2${String(finePercent).padStart(4, '0')}` : '00000'
}

/** 06: protest, 18: give back, each with its days in the second instruction: there is never both. */
function instructions400({ end, days }: Unpaid): string {
  return `${end === 'protest' ? '06' : '18'}${twoDigits(days)}`
}

function unpaid240({ end, days }: Unpaid): string {
  return end === 'protest' ? `1${twoDigits(days)}200009` : `30010${twoDigits(days)}09`
}

// One field holds the whole address; the bank finds the city by CEP, so the street must not be cut for it.
function wholeAddress({ boleto }: BoletoFacts): string {
  const { address, city, state } = boleto.payer
  return `${address} ${city} ${state}`
}

const remittance240: Remittance240 = {
  agreement: [digits(1, 20, ({ companyCode }) => companyCode)],
  accountDigits: [words(19, 19, ({ accountDigit }) => accountDigit), blanks(20, 20)],
  name: 'BRADESCO',
  fileVersion: '084',
  batchVersion: '042',
  density: '01600',
  reserved: '   ',
  use: '  ',
  number: [
    digits(38, 40, ({ file }) => file.account.wallet),
    zeros(41, 45),
    digits(46, 56, ({ boleto }) => boleto.ourNumber),
    words(57, 57, numberDigit),
    fixed(58, 62, '11122'),
    words(63, 77, ({ boleto }) => boleto.documentNumber),
  ],
  kind: '02',
  interest: '3',
  unpaid: unpaid240,
  unasked: '300200009',
  terms: { perDay: '1', discount: '1', notice: '2' },
  nameLength: 40,
  hasTotals: true,
}

const return400: Return400 = {
  details: {
    '1': {
      control: [38, 62],
      ourNumber: [71, 81],
      digit: [82, 82],
      wallet: [22, 24],
      agency: [25, 29],
      account: [30, 36],
      payerName: null,
      creditDate: [296, 301],
      fee: [176, 188],
      isAfterFee: false,
      reasons: [319, 328],
      settlementCode: null,
    },
  },
  besideTypes: '234567',
  header: { agreement: [[27, 46]], sequence: [109, 113] },
  totals: [
    { span: [58, 62], of: 'count', occurrences: ['02'] },
    { span: [63, 74], of: 'sum', occurrences: ['02'] },
    { span: [87, 91], of: 'count', occurrences: ['06'] },
  ],
}

const occurrences400: OccurrenceTable = {
  settled: '06 15 17',
  registered: '02',
  rejected: '03 24',
  'instruction-rejected': '27 30 32',
  'written-off': '09 10',
  'due-date-changed': '14',
  reversed: '22 40',
  other: '11 12 13 16 18 19 20 21 23 28 33 34 35 55 68 69',
}

/** Manual 4008.524.0121. Numbers are unique per account and wallet. */
export const bradesco: Bank<typeof code, typeof agreementFields, Sent> = {
  code,
  manuals: { 400: '4008.524.0121 (400_posicoes.pdf)', 240: '240_posicoes.pdf' },
  agreementFields,
  numberWidth: () => 11,
  under,
  freeFieldOf: (account, ourNumber) => fieldOf(account, ourNumber).freeField,
  boletoNumberOf: (ourNumber) => ourNumber,
  rangeOfRecord: (record) => accountRangeOfRecord(counting, record),
  isNumberedByWallet: true,
  remittances: { 400: remittance400, 240: remittance240 },
  returns: {
    400: return400,
    240: {
      ...febrabanSegmentT,
      agreement: [[33, 52]],
      ourNumber: [46, 56],
      digit: [57, 57],
      wallet: [38, 40],
      documentNumber: [59, 73],
    },
  },
  occurrences: { 400: occurrences400, 240: febrabanOccurrences },
  carries: ['fine', 'interest', 'discount', 'acceptance', 'protest'],
}
