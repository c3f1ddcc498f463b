import {
  type AgreementFields,
  type AgreementWith,
  agreedDaysField,
  digitsField,
  fileFormatField,
  knownField,
  optionalField,
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
} from '#app/domain/charges/banks/remittance-readiness.ts'
import {
  agreementDaysNote,
  declareAmount400,
  declareField,
  declareNoWriteOff400,
  declareTermDefaults240,
  type TermDefaults,
} from '#app/domain/charges/banks/term-defaults.ts'
import { mod11OrZero, requireDigits } from '#app/domain/charges/boleto.ts'
import {
  formatPayerCep,
  getDocumentKind,
  type RemittanceAccount,
  type RemittanceBoletoContext,
} from '#app/domain/charges/cnab/cnab-boleto.ts'
import { commonDetail400, febrabanSegmentT } from '#app/domain/charges/cnab/cnab-febraban.ts'
import {
  blanks,
  date,
  digits,
  fixedColumn,
  isoDate,
  upperText,
  zeros,
} from '#app/domain/charges/cnab/cnab-layout.ts'
import type { OccurrenceTable } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import {
  boletoCore400,
  buildPercentFine400,
  buildRuleColumns400,
  headerStart400,
} from '#app/domain/charges/cnab/cnab-remittance-400.ts'

const bankCode = '748'

const agreementFields = {
  agency: digitsField(4),
  unit: digitsField(2), // posto
  account: digitsField(5), // Código do beneficiário: the account without its digit
  accountDigit: optionalField(/^\d$/),
  agreedDays: agreedDaysField,
  // 1 is simple collection.
  wallet: knownField(/^\d$/, ['1']),
  format: fileFormatField,
} as const satisfies AgreementFields

type Agreement = AgreementWith<typeof bankCode, typeof agreementFields>

type SentAgreement = Omit<RemittanceAccountFields<typeof bankCode>, 'agencyDigit'> & { unit: string }

// Returns the number range of the account, which CNAB 400 contains only in the header.
function formatNumberRange(account: string): string {
  return `${bankCode}/${String(Number(account)).padStart(5, '0')}`
}

function buildRules(bankAgreement: Agreement): AgreementRules<SentAgreement> {
  const { agency, unit, account } = bankAgreement
  return {
    range: formatNumberRange(account),
    buildNumberedBoleto: (ourNumber) => {
      const { freeField, ourNumberDv } = buildFreeField(bankAgreement, ourNumber)
      return {
        freeField,
        agencyAndCode: `${agency}.${unit}.${account}`,
        ourNumberPrinted: `${ourNumber.slice(0, 2)}/${ourNumber.slice(2)}-${ourNumberDv}`,
      }
    },
    remittance: prepareRemittance(bankAgreement),
    matchesHeader: (header) => Number(header) === Number(account),
  }
}

function prepareRemittance({
  accountDigit = '',
  ...accountFields
}: Agreement): RemittanceReadiness<SentAgreement> {
  const { bank, agency, unit, account, wallet } = accountFields
  return checkReadiness(
    { bank, agency, unit, account, wallet, accountDigit },
    { account: agreementFields.accountDigit.pattern.test(accountDigit) },
  )
}

type FreeFieldInput = {
  carteira: string
  agencia: string
  posto: string
  beneficiario: string
  ourNumber: string // year, digit 2 to 9, sequence
}

export function buildSicrediFreeField(input: FreeFieldInput) {
  const agencia = requireDigits(input.agencia, 4, 'agencia')
  const accountDigits =
    agencia + requireDigits(input.posto, 2, 'posto') + requireDigits(input.beneficiario, 5, 'beneficiario')
  const ourNumber = requireDigits(input.ourNumber, 8, 'ourNumber')
  const ourNumberDv = mod11OrZero(accountDigits + ourNumber)
  // Code 1 means registered; 10 means that the boleto has a value.
  const digits = `1${requireDigits(input.carteira, 1, 'carteira')}${ourNumber}${ourNumberDv}${accountDigits}10`
  return { freeField: digits + mod11OrZero(digits), ourNumberDv }
}

type SicrediAccount = Pick<RemittanceAccount, 'agency' | 'unit' | 'account' | 'wallet'>

function buildFreeField({ agency, unit, account, wallet }: SicrediAccount, ourNumber: string) {
  return buildSicrediFreeField({
    carteira: wallet,
    agencia: agency,
    posto: unit,
    beneficiario: account,
    ourNumber,
  })
}

function formatFullNumber({ file, boleto }: RemittanceBoletoContext): string {
  return boleto.ourNumber + buildFreeField(file.account, boleto.ourNumber).ourNumberDv
}

// Instruction 06 protests after `dd` days.
const unpaidInstructions400 = { protest: '06dd', 'write-off': '0000' } as const

// Source: manual CNAB 400, August 2019. Its layout differs from those of other banks.
const remittance400: Remittance400 = {
  header: [
    ...headerStart400,
    digits(27, 31, ({ account }) => account.account),
    digits(32, 45, ({ company }) => company.document),
    blanks(46, 76),
    fixedColumn(77, 79, bankCode),
    upperText(80, 94, () => 'SICREDI'),
    isoDate(95, 102, (file) => file.date),
    blanks(103, 110),
    digits(111, 117, ({ sequence }) => sequence),
    blanks(118, 390),
    fixedColumn(391, 394, '2.00'),
  ],
  detail: [
    fixedColumn(1, 4, '1AAA'), // registered, simple, common print
    blanks(5, 16),
    fixedColumn(17, 19, 'AAA'), // reais; discount and interest as amounts
    blanks(20, 47),
    digits(48, 56, formatFullNumber),
    blanks(57, 62),
    isoDate(63, 70, ({ file }) => file.date),
    blanks(71, 71),
    fixedColumn(72, 74, 'N B'), // neither mailed nor printed by the bank
    blanks(75, 82),
    zeros(83, 92),
    buildPercentFine400(93, 96),
    blanks(97, 108),
    ...boletoCore400,
    blanks(140, 148),
    fixedColumn(149, 150, 'AN'),
    date(151, 156, ({ boleto }) => boleto.documentDate),
    ...buildRuleColumns400(unpaidInstructions400),
    upperText(219, 219, ({ boleto }) => getDocumentKind(boleto.payer.document)),
    zeros(220, 220),
    digits(221, 234, ({ boleto }) => boleto.payer.document),
    upperText(235, 274, ({ boleto }) => boleto.payer.name),
    upperText(275, 314, ({ boleto }) => boleto.payer.address),
    zeros(315, 325),
    blanks(326, 326),
    digits(327, 334, formatPayerCep),
    zeros(335, 339),
    blanks(340, 394),
  ],
  trailer: [
    fixedColumn(2, 5, `1${bankCode}`),
    digits(6, 10, ({ file }) => file.account.account),
    blanks(11, 394),
  ],
}

const remittance240: Remittance240 = {
  agreement: [blanks(1, 20)],
  accountDigits: [upperText(19, 19, ({ accountDigit }) => accountDigit), blanks(20, 20)],
  name: 'SICREDI',
  fileVersion: '081',
  batchVersion: '040',
  density: '01600',
  reserved: '   ',
  companyUse: '  ',
  number: [
    upperText(38, 57, formatFullNumber),
    fixedColumn(58, 62, '11122'),
    upperText(63, 77, ({ boleto }) => boleto.documentNumber),
  ],
  kind: '03',
  interest: '3',
  // The bank accepts only 60 days until the write-off.
  unpaidTemplates: { protest: '1dd106009', 'write-off': '300106009', other: '300106009' },
  terms: { perDay: '1', rate: { decimals: 2, page: '45–46' }, discount: '1', notice: '0' },
  nameLength: 40,
  hasTotals: false,
  ownColumns: { collecting: '00000 ' },
}

const return400: Return400 = {
  details: {
    '1': {
      ...commonDetail400,
      control: null,
      ourNumber: [48, 55],
      digit: [56, 56],
      wallet: null,
      agency: null,
      account: null,
      creditDate: [329, 336],
      reasons: [319, 328],
    },
  },
  ignoredTypes: '',
  header: { agreement: [[27, 31]], sequence: [111, 117], date: [95, 102] },
  trailerBank: [3, 5],
  totals: [],
}

const occurrences400: OccurrenceTable = {
  settled: '06 15 17',
  registered: '02',
  rejected: '03 24',
  'instruction-rejected': '27 30 32',
  'written-off': '09 10',
  'due-date-changed': '14',
  // 07 announces a payment (manual 2.1).
  other: '07 12 13 19 20 23 28 29 33 34 35 78 79 80 81 82 83 84 85',
}

const occurrences240: OccurrenceTable = {
  settled: '06 17',
  registered: '02',
  rejected: '03',
  'instruction-rejected': '26 30 36',
  'written-off': '09',
  'due-date-changed': '14',
  unpayable: '25',
  other: '07 08 12 13 19 20 23 24 27 28 51 52 78 79 80 81 82 83 84 85',
}

const termDefaults: TermDefaults = {
  400: [
    declareField('protest', [157, 160], unpaidInstructions400['write-off'], { zeros: 'none', page: '35' }),
    declareNoWriteOff400('36'),
    declareAmount400('interest', { zeros: 'none', page: '36' }),
    declareAmount400('discount', { zeros: 'none', page: '36' }),
    declareField('fine', [93, 96], '0000', { zeros: 'none', page: '34' }),
  ],
  240: declareTermDefaults240(remittance240, {
    protest: { zeros: 'no code', page: '46' },
    'write-off': {
      zeros: `no code; always 1 and 060 by the manual, where 1 is said to count in movement 31 alone: ${agreementDaysNote}`,
      page: '47',
    },
    interest: { zeros: 'no code; 3 is none', page: '45' },
    discount: { zeros: 'none', page: '46' },
    fine: { page: '55' },
  }),
}

/** Sources: manuals CNAB 400 and 240, August 2019. Our number starts with two digits of the year and one from 2 to 9. */
export const sicredi: Bank<typeof bankCode, typeof agreementFields, SentAgreement> = {
  code: bankCode,
  manuals: {
    400: { title: 'CNAB 400, August 2019', pages: { fields: '52–54', codes: '11–12' } },
    240: { title: 'CNAB 240, August 2019', pages: { fields: '64–70', codes: '65, 77' } },
  },
  agreementFields,
  getNumberWidth: () => 8,
  getNumbersOn: (day) => {
    const twoDigitYear = Number(day.slice(2, 4))
    const yearPrefix = twoDigitYear * 1_000_000
    return { first: yearPrefix + 200_001, last: yearPrefix + 999_999 }
  },
  getRules: buildRules,
  buildFreeField: (account, ourNumber) => buildFreeField(account, ourNumber).freeField,
  extractBoletoNumber: (ourNumber) => ourNumber,
  findRecordRange: ({ agreement }) =>
    /^0*[1-9]\d{0,4}$/.test(agreement) ? formatNumberRange(agreement) : null,
  isNumberedByWallet: false,
  remittances: { 400: remittance400, 240: remittance240 },
  returns: {
    400: return400,
    240: {
      ...febrabanSegmentT,
      agreement: [[59, 70]],
      ourNumber: [38, 45],
      digit: [46, 46],
      wallet: [58, 58],
      documentNumber: [59, 73],
    },
  },
  occurrences: { 400: occurrences400, 240: occurrences240 },
  termDefaults,
  supportedTerms: ['fine', 'interest', 'discount', 'protest'],
}
