import { formatAccountRange, getRecordAccountRange } from '#app/domain/charges/banks/account-range.ts'
import {
  type AgreementFields,
  type AgreementWith,
  digitsField,
  fileFormatField,
  optionalField,
  printedField,
} from '#app/domain/charges/banks/agreement-fields.ts'
import type {
  AgreementRules,
  Bank,
  Remittance240,
  Remittance400,
  Return400,
} from '#app/domain/charges/banks/bank.ts'
import {
  checkReadiness,
  type RemittanceAccountFields,
  type RemittanceReadiness,
  splitAccount,
} from '#app/domain/charges/banks/remittance-readiness.ts'
import {
  declareAmount400,
  declareField,
  declareTermDefaults240,
  type TermDefaults,
} from '#app/domain/charges/banks/term-defaults.ts'
import { mod11Remainder, requireDigits } from '#app/domain/charges/boleto.ts'
import {
  formatPayerCep,
  type RemittanceAccount,
  type RemittanceBoletoContext,
} from '#app/domain/charges/cnab/cnab-boleto.ts'
import { commonDetail400, febrabanSegmentT } from '#app/domain/charges/cnab/cnab-febraban.ts'
import { blanks, digits, fixedColumn, upperText, zeros } from '#app/domain/charges/cnab/cnab-layout.ts'
import { febrabanOccurrences, type OccurrenceTable } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import {
  boletoCore400,
  buildHeaderName400,
  buildPercentFine400,
  buildTermColumns400,
  headerStart400,
} from '#app/domain/charges/cnab/cnab-remittance-400.ts'

const bankCode = '237'

const agreementFields = {
  agency: digitsField(4),
  agencyPrinted: printedField,
  account: digitsField(7),
  accountPrinted: printedField,
  wallet: digitsField(2),
  // The bank assigns this number to the company.
  companyCode: optionalField(/^\d{1,20}$/),
  format: fileFormatField,
} as const satisfies AgreementFields

type Agreement = AgreementWith<typeof bankCode, typeof agreementFields>

type SentAgreement = RemittanceAccountFields<typeof bankCode> & { companyCode: string }

const accountNumbering = { code: bankCode, account: 7, wallet: 2 }

function buildRules(bankAgreement: Agreement): AgreementRules<SentAgreement> {
  const { agency: agencia, account: conta, wallet: carteira } = bankAgreement
  return {
    range: formatAccountRange(accountNumbering, bankAgreement),
    buildNumberedBoleto: (ourNumber) => {
      const field = buildBradescoFreeField({ agencia, carteira, ourNumber, conta })
      return {
        freeField: field.freeField,
        agencyAndCode: `${bankAgreement.agencyPrinted} / ${bankAgreement.accountPrinted}`,
        ourNumberPrinted: `${carteira}/${ourNumber}-${field.ourNumberDv}`,
      }
    },
    remittance: prepareRemittance(bankAgreement),
    matchesHeader: (header) =>
      !bankAgreement.companyCode || Number(header) === Number(bankAgreement.companyCode),
  }
}

function prepareRemittance({
  bank,
  wallet,
  companyCode = '',
  ...printedAccount
}: Agreement): RemittanceReadiness<SentAgreement> {
  const { accountFields, usableFields } = splitAccount(printedAccount, 7)
  const data = { bank, wallet, companyCode, ...accountFields }
  return checkReadiness(data, {
    ...usableFields,
    'company-code': agreementFields.companyCode.pattern.test(companyCode),
  })
}

type FreeFieldInput = { agencia: string; carteira: string; ourNumber: string; conta: string }
type FreeField = { freeField: string; ourNumberDv: string }

/** Returns the free field. The check digit has weights 2–7; remainder 1 is written as P. Throws RangeError. */
export function buildBradescoFreeField(input: FreeFieldInput): FreeField {
  const walletAndNumber =
    requireDigits(input.carteira, 2, 'carteira') + requireDigits(input.ourNumber, 11, 'ourNumber')
  const agencia = requireDigits(input.agencia, 4, 'agencia')
  const conta = requireDigits(input.conta, 7, 'conta')
  const digit = (11 - mod11Remainder(walletAndNumber, [2, 3, 4, 5, 6, 7])) % 11
  return {
    freeField: `${agencia}${walletAndNumber}${conta}0`,
    ourNumberDv: digit === 10 ? 'P' : String(digit),
  }
}

function buildFreeField({ agency, account, wallet }: RemittanceAccount, ourNumber: string): FreeField {
  return buildBradescoFreeField({ agencia: agency, conta: account, carteira: wallet, ourNumber })
}

function getNumberDigit({ file, boleto }: RemittanceBoletoContext): string {
  return buildFreeField(file.account, boleto.ourNumber).ourNumberDv
}

/** The first instruction protests (06) or returns the bill (18). The second contains the days to wait. */
const unpaidInstructions400 = { protest: '06dd', 'write-off': '18dd' } as const

const remittance400: Remittance400 = {
  header: [
    ...headerStart400,
    digits(27, 46, ({ account }) => account.companyCode),
    ...buildHeaderName400('BRADESCO'),
    blanks(101, 108),
    fixedColumn(109, 110, 'MX'),
    digits(111, 117, ({ sequence }) => sequence),
    blanks(118, 394),
  ],
  detail: [
    fixedColumn(1, 1, '1'),
    zeros(2, 6),
    blanks(7, 7),
    zeros(8, 19),
    blanks(20, 20),
    zeros(21, 21),
    digits(22, 24, ({ file }) => file.account.wallet),
    digits(25, 29, ({ file }) => file.account.agency),
    digits(30, 36, ({ file }) => file.account.account),
    upperText(37, 37, ({ file }) => file.account.accountDigit),
    upperText(38, 62, ({ boleto }) => boleto.control),
    zeros(63, 65),
    buildPercentFine400(66, 70, '2'),
    digits(71, 81, ({ boleto }) => boleto.ourNumber),
    upperText(82, 82, getNumberDigit),
    zeros(83, 92),
    fixedColumn(93, 94, '2N'), // the company prints the boleto; no direct debit
    blanks(95, 105),
    fixedColumn(106, 106, '2'),
    blanks(107, 108),
    ...boletoCore400,
    zeros(140, 147),
    ...buildTermColumns400(unpaidInstructions400),
    upperText(235, 274, ({ boleto }) => boleto.payer.name),
    upperText(275, 314, formatWholeAddress),
    blanks(315, 326),
    digits(327, 334, formatPayerCep),
    blanks(335, 394),
  ],
}

// Returns the address as one text. A long text loses its city first, which the bank finds by CEP.
function formatWholeAddress({ boleto }: RemittanceBoletoContext): string {
  const { address, city, state } = boleto.payer
  return `${address} ${city} ${state}`
}

const remittance240: Remittance240 = {
  agreement: [digits(1, 20, ({ companyCode }) => companyCode)],
  accountDigits: [upperText(19, 19, ({ accountDigit }) => accountDigit), blanks(20, 20)],
  name: 'BRADESCO',
  fileVersion: '084',
  batchVersion: '042',
  density: '01600',
  reserved: '   ',
  companyUse: '  ',
  number: [
    digits(38, 40, ({ file }) => file.account.wallet),
    zeros(41, 45),
    digits(46, 56, ({ boleto }) => boleto.ourNumber),
    upperText(57, 57, getNumberDigit),
    fixedColumn(58, 62, '11122'),
    upperText(63, 77, ({ boleto }) => boleto.documentNumber),
  ],
  kind: '02',
  interest: '3',
  unpaidTemplates: { protest: '1dd200009', 'write-off': '3001ddd09', other: '300200009' },
  terms: { perDay: '1', rate: { decimals: 2, page: '13, 24' }, discount: '1', notice: '2' },
  nameLength: 40,
  hasTotals: true,
}

const return400: Return400 = {
  details: {
    '1': {
      ...commonDetail400,
      control: [38, 62],
      ourNumber: [71, 81],
      digit: [82, 82],
      wallet: [22, 24],
      agency: [25, 29],
      account: [30, 36],
      reasons: [319, 328],
    },
  },
  ignoredTypes: '234567',
  header: { agreement: [[27, 46]], sequence: [109, 113] },
  totals: [
    { span: [58, 62], kind: 'count', occurrences: ['02'] },
    { span: [63, 74], kind: 'sum', occurrences: ['02'] },
    { span: [87, 91], kind: 'count', occurrences: ['06'] },
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

const termDefaults: TermDefaults = {
  400: [
    declareField('protest', [157, 158], unpaidInstructions400['write-off'].slice(0, 2), {
      zeros: 'none; 18 is the write-off, which shares the field',
      page: '20',
    }),
    declareField('write-off', [159, 160], unpaidInstructions400['write-off'].slice(2), {
      zeros: "with 00 before them no write-off of this boleto: the agreement's days",
      page: '20',
    }),
    declareAmount400('interest', { zeros: 'none, unless a letter gave the agency a rate', page: '21' }),
    declareAmount400('discount', { zeros: 'none', page: '11' }),
    declareField('fine', [66, 70], '00000', { zeros: 'none', page: '17' }),
  ],
  240: declareTermDefaults240(remittance240, {
    protest: { zeros: 'no code', page: '25' },
    'write-off': { zeros: "no code; 2, not to write off, is not read: the agreement's days", page: '25' },
    interest: { zeros: 'no code; 3 is none', page: '24' },
    discount: { zeros: 'none', page: '24' },
    fine: { page: '15, 40' },
  }),
}

/** Source: manual 4008.524.0121. Numbers are unique per account and wallet. */
export const bradesco: Bank<typeof bankCode, typeof agreementFields, SentAgreement> = {
  code: bankCode,
  manuals: {
    400: {
      title: '4008.524.0121 (400_posicoes.pdf)',
      pages: { fields: '39–41', codes: '45–46' },
    },
    240: { title: '240_posicoes.pdf', pages: { fields: '18–19', codes: '27–28' } },
  },
  agreementFields,
  getNumberWidth: () => 11,
  getRules: buildRules,
  buildFreeField: (account, ourNumber) => buildFreeField(account, ourNumber).freeField,
  extractBoletoNumber: (ourNumber) => ourNumber,
  findRecordRange: (record) => getRecordAccountRange(accountNumbering, record),
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
  termDefaults,
  supportedTerms: ['fine', 'interest', 'discount', 'acceptance', 'protest'],
}
