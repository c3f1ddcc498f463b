import {
  type AgreementFields,
  type AgreementWith,
  agreedDaysField,
  digitsField,
  fileFormatField,
  knownField,
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
  agreementDaysNote,
  declareAmount400,
  declareField,
  declareTermDefaults240,
  type TermDefaults,
} from '#app/domain/charges/banks/term-defaults.ts'
import { mod11OrZero, requireDigits } from '#app/domain/charges/boleto.ts'
import {
  getDocumentKind,
  getFirstLateDay,
  getProtestDays,
  getRegisteredTerms,
  type RemittanceBoletoContext,
  type RemittanceFile,
} from '#app/domain/charges/cnab/cnab-boleto.ts'
import { commonDetail400, febrabanSegmentT } from '#app/domain/charges/cnab/cnab-febraban.ts'
import {
  blanks,
  type Column,
  dateOrZeros,
  digits,
  fixedColumn,
  money,
  upperText,
  zeros,
} from '#app/domain/charges/cnab/cnab-layout.ts'
import type { OccurrenceTable } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import {
  boletoCore400,
  buildHeaderName400,
  buildPercentFine400,
  buildTermColumns400,
  company400,
  headerStart400,
  payerAddress400,
} from '#app/domain/charges/cnab/cnab-remittance-400.ts'

const bankCode = '033'

const agreementFields = {
  agency: digitsField(4),
  agencyPrinted: printedField,
  account: digitsField(9),
  accountPrinted: printedField,
  agreement: digitsField(7), // Código do beneficiário (PSK)
  wallet: knownField(/^\d{3}$/, ['101']), // rápida com registro; the company prints the boleto
  companyCode: optionalField(/^\d{20}$/), // Código de transmissão of CNAB 400
  agreedDays: agreedDaysField,
  format: fileFormatField,
} as const satisfies AgreementFields

type Agreement = AgreementWith<typeof bankCode, typeof agreementFields>

type SentAgreement = RemittanceAccountFields<typeof bankCode> & { agreement: string; companyCode: string }

// Returns the number range of an account. CNAB 400 lacks the account's ninth digit.
function formatNumberRange(agency: string, account: string): string {
  return `${bankCode}/${agency}/${account.slice(0, 8)}`
}

function buildRules(bankAgreement: Agreement): AgreementRules<SentAgreement> {
  const { agency, account, agreement: convenio, wallet: carteira } = bankAgreement
  return {
    range: formatNumberRange(agency, account),
    buildNumberedBoleto: (ourNumber) => {
      const field = buildSantanderFreeField({ convenio, carteira, ourNumber: padNumber(ourNumber) })
      return {
        freeField: field.freeField,
        agencyAndCode: `${bankAgreement.agencyPrinted} / ${convenio}`,
        ourNumberPrinted: `${padNumber(ourNumber)}-${field.ourNumberDv}`,
      }
    },
    remittance: prepareRemittance(bankAgreement),
    matchesHeader: (header) => {
      // CNAB 240 contains the beneficiary, CNAB 400 the longer agency and account.
      const hasAgencyAndAccount = header.length > 9
      return hasAgencyAndAccount
        ? header.startsWith(agency) && header.includes(account.slice(0, 8))
        : Number(header) === Number(convenio)
    },
  }
}

function prepareRemittance({
  bank,
  agreement,
  wallet,
  companyCode = '',
  ...printedAccount
}: Agreement): RemittanceReadiness<SentAgreement> {
  const { accountFields, usableFields } = splitAccount(printedAccount, 9)
  const data = { bank, agreement, wallet, companyCode, ...accountFields }
  return checkReadiness(data, {
    ...usableFields,
    'company-code': agreementFields.companyCode.pattern.test(companyCode),
  })
}

type FreeFieldInput = { convenio: string; ourNumber: string; carteira: string; ios?: string }

export function buildSantanderFreeField(input: FreeFieldInput) {
  const convenio = requireDigits(input.convenio, 7, 'convenio')
  const ourNumber = requireDigits(input.ourNumber, 12, 'ourNumber')
  const ourNumberDv = mod11OrZero(ourNumber)
  const ending = requireDigits(input.ios ?? '0', 1, 'ios') + requireDigits(input.carteira, 3, 'carteira')
  return { freeField: `9${convenio}${ourNumber}${ourNumberDv}${ending}`, ourNumberDv }
}

// CNAB 400 has only seven digits of the number; elsewhere, five zeros precede them.
function padNumber(ourNumber: string): string {
  return ourNumber.padStart(12, '0')
}

function appendCheckDigit(ourNumber: string): string {
  return ourNumber + mod11OrZero(padNumber(ourNumber))
}

// Instructions: 06 protests after the days of 392–393; 07 never does; 00 is the bank's default.
const unpaidInstructions400 = { protest: '0600', 'write-off': '0700' } as const

const remittance400: Remittance400 = {
  header: [
    ...headerStart400,
    digits(27, 46, ({ account }) => account.companyCode),
    ...buildHeaderName400('SANTANDER'),
    zeros(101, 116),
    blanks(117, 391),
    zeros(392, 394),
  ],
  detail: [
    fixedColumn(1, 1, '1'),
    ...company400,
    digits(18, 37, ({ file }) => file.account.companyCode),
    upperText(38, 62, ({ boleto }) => boleto.control),
    digits(63, 70, ({ boleto }) => appendCheckDigit(boleto.ourNumber)),
    zeros(71, 76),
    blanks(77, 77),
    buildPercentFine400(78, 82, '4'),
    zeros(83, 97),
    blanks(98, 101),
    dateOrZeros(102, 107, (data) =>
      getRegisteredTerms(data).finePercent > 0 ? getFirstLateDay(data) : null,
    ),
    fixedColumn(108, 108, '5'),
    ...boletoCore400,
    fixedColumn(140, 142, bankCode),
    zeros(143, 147),
    ...buildTermColumns400(unpaidInstructions400),
    upperText(235, 274, ({ boleto }) => boleto.payer.name),
    ...payerAddress400,
    blanks(352, 382),
    // For an account of ten positions, the next fields are its ninth position and its digit.
    fixedColumn(383, 383, 'I'),
    upperText(384, 385, ({ file }) => `${file.account.account.slice(8)}${file.account.accountDigit}`),
    blanks(386, 391),
    digits(392, 393, getProtestDays),
    blanks(394, 394),
  ],
  trailer: [digits(2, 7, ({ records }) => records), money(8, 20, ({ total }) => total), zeros(21, 394)],
}

const companyStart: Column<RemittanceFile>[] = [
  blanks(9, 16),
  upperText(17, 17, ({ company }) => getDocumentKind(company.document)),
  digits(18, 32, ({ company }) => company.document),
]

function formatTransmission({ account }: RemittanceFile): string {
  return `${account.agency}0000${account.agreement}`
}

function formatAccount({ file }: RemittanceBoletoContext): string {
  return `${file.account.account}${file.account.accountDigit}`
}

const remittance240: Remittance240 = {
  agreement: [],
  accountDigits: [],
  name: 'BANCO SANTANDER',
  fileVersion: '040',
  batchVersion: '030',
  density: '',
  reserved: '',
  companyUse: '  ',
  number: [
    upperText(38, 42, (data) => formatAccount(data).slice(5)),
    blanks(43, 44),
    digits(45, 57, ({ boleto }) => appendCheckDigit(boleto.ourNumber)),
    fixedColumn(58, 60, '512'),
    blanks(61, 62),
    upperText(63, 77, ({ boleto }) => boleto.documentNumber),
  ],
  kind: '02',
  interest: '3',
  // The agreement determines the write-off, since CNAB 400 accepts only 15 and 30 days.
  unpaidTemplates: { protest: '1dd300000', 'write-off': '000300000', other: '000300000' },
  terms: { perDay: '1', rate: { decimals: 5, page: '18–20' }, discount: '1', notice: ' ' },
  nameLength: 40,
  hasTotals: false,
  ownColumns: {
    company: {
      file: [...companyStart, digits(33, 47, formatTransmission), blanks(48, 72)],
      batch: [blanks(34, 53), digits(54, 68, formatTransmission), blanks(69, 73)],
    },
    hasBlankTime: true,
    fileEnd: [fixedColumn(164, 166, '040'), blanks(167, 240)],
    batchEnd: [blanks(200, 240)],
    account: [
      digits(18, 21, ({ file }) => file.account.agency),
      upperText(22, 22, ({ file }) => file.account.agencyDigit),
      upperText(23, 32, formatAccount),
      upperText(33, 37, (data) => formatAccount(data).slice(0, 5)),
    ],
    collecting: '00000 ',
    contract: ' '.repeat(11),
    correspondent: '0'.repeat(12),
    thirdDiscount: ' '.repeat(24),
    fineEnd: ' '.repeat(151),
    totals: [blanks(24, 240)],
    fileTrailerEnd: '',
  },
}

const return400: Return400 = {
  details: {
    '1': {
      ...commonDetail400,
      control: [38, 62],
      ourNumber: [63, 69],
      digit: [70, 70],
      wallet: [108, 108],
      agency: [18, 21],
      account: [22, 29],
      payerName: [302, 337],
      reasons: [137, 145],
      reasonLength: 3,
    },
  },
  ignoredTypes: '2', // the URL of a Pix code
  header: { agreement: [[27, 46]], sequence: null },
  totals: [],
}

const occurrences400: OccurrenceTable = {
  settled: '06 07 08 17',
  registered: '02',
  rejected: '03',
  'instruction-rejected': '01 16 39',
  'written-off': '09 10',
  'due-date-changed': '14',
  unpayable: '37',
  other: '11 12 13 15 21 22 24 25 26 35 36 38 61 62 63 93 94',
}

const occurrences240: OccurrenceTable = {
  settled: '06 17',
  registered: '02',
  rejected: '03',
  'instruction-rejected': '26 30 32',
  'written-off': '09',
  'due-date-changed': '14',
  unpayable: '25 53',
  other: '04 05 11 12 13 19 20 23 24 27 28 29 51 52 61 91 92 93 94 A4',
}

const termDefaults: TermDefaults = {
  400: [
    declareField('protest', [157, 158], unpaidInstructions400['write-off'].slice(0, 2), {
      zeros: "the beneficiary's profile; 07 is none",
      page: '9, 23',
    }),
    declareField('write-off', [159, 160], unpaidInstructions400['write-off'].slice(2), {
      zeros: agreementDaysNote,
      page: '9, 23',
    }),
    declareAmount400('interest', { zeros: 'none', page: '9' }),
    declareAmount400('discount', { zeros: 'none', page: '9' }),
    declareField('fine', [78, 82], '00000', { zeros: 'none', page: '8' }),
  ],
  240: declareTermDefaults240(remittance240, {
    protest: { zeros: 'none; 3 is the profile', page: '20' },
    'write-off': { zeros: `no code; 3 is the profile: ${agreementDaysNote}`, page: '20' },
    interest: { zeros: 'no code; 3 is none', page: '20' },
    discount: { zeros: 'none', page: '20' },
    fine: { page: '5' },
  }),
}

/** Sources: manuals H7800 (CNAB 400) and H7815 (CNAB 240), April 2018. Numbers are unique per account. */
export const santander: Bank<typeof bankCode, typeof agreementFields, SentAgreement> = {
  code: bankCode,
  manuals: {
    400: { title: 'H7800 version 2.17', pages: { fields: '13–14', codes: '13–14' } },
    240: { title: 'H7815 version 2.9', pages: { fields: '10–11', codes: '22' } },
  },
  agreementFields,
  getNumberWidth: () => 7,
  getRules: buildRules,
  buildFreeField: ({ agreement: convenio, wallet: carteira }, ourNumber) =>
    buildSantanderFreeField({ convenio, carteira, ourNumber: padNumber(ourNumber) }).freeField,
  extractBoletoNumber: (ourNumber) => (/^0{5}\d{7}$/.test(ourNumber) ? ourNumber.slice(5) : ourNumber),
  findRecordRange: ({ agency, account }) =>
    /^\d{4}$/.test(agency) && /^\d{8,9}$/.test(account) && Number(account) > 0
      ? formatNumberRange(agency, account)
      : null,
  isNumberedByWallet: false,
  remittances: { 400: remittance400, 240: remittance240 },
  returns: {
    400: return400,
    240: {
      ...febrabanSegmentT,
      agreement: [[53, 61]],
      agency: [18, 21],
      account: [23, 31],
      ourNumber: [41, 52],
      digit: [53, 53],
      wallet: [54, 54],
      documentNumber: [55, 69],
      dueDate: [70, 77],
      value: [78, 92],
      control: [101, 125],
      payerKind: [128, 128],
      payerDocument: [129, 143],
      payerName: [144, 183],
      fee: [194, 208],
      reasons: [209, 218],
      // H7815, note 38, also counts header and trailer, but files of four companies do not.
      countsDetails: true,
    },
  },
  occurrences: { 400: occurrences400, 240: occurrences240 },
  termDefaults,
  supportedTerms: ['fine', 'interest', 'discount', 'protest'],
}
