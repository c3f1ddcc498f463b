import {
  type AgreementFields,
  type AgreementWith,
  digitsField,
  fileFormatField,
  knownField,
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
import { mod11OrZero, requireDigits } from '#app/domain/charges/boleto.ts'
import type { TrailerContext } from '#app/domain/charges/cnab/cnab-boleto.ts'
import {
  getDocumentKind,
  getFirstLateDay,
  getRegisteredTerms,
  getUnpaidDays,
  type RemittanceAccount,
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
  rawColumn,
  upperText,
  zeros,
} from '#app/domain/charges/cnab/cnab-layout.ts'
import type { OccurrenceTable } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import {
  boletoDocument400,
  buildHeaderName400,
  buildTermColumns400,
  company400,
  headerStart400,
  payerAddress400,
} from '#app/domain/charges/cnab/cnab-remittance-400.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

const bankCode = '104'

const agreementFields = {
  agency: digitsField(4),
  agencyPrinted: printedField,
  // Since 2021, the código do beneficiário has 7 digits.
  agreement: digitsField(6, 7),
  // RG is registered. The number begins with 14 if the beneficiary issues the boleto.
  wallet: knownField(/^[A-Z]{2}$/, ['RG']),
  format: fileFormatField,
} as const satisfies AgreementFields

type Agreement = AgreementWith<typeof bankCode, typeof agreementFields>

type SentAgreement = Omit<RemittanceAccountFields<typeof bankCode>, 'accountDigit'> & { agreement: string }

const modality = '14'

// Files contain six or seven digits and then a zero or a blank, so both lengths share a range.
function formatNumberRange(agreement: string): string {
  return `${bankCode}/${agreement.padEnd(7, '0')}`
}

function buildRules(bankAgreement: Agreement): AgreementRules<SentAgreement> {
  const { agreement } = bankAgreement
  return {
    range: formatNumberRange(agreement),
    buildNumberedBoleto: (ourNumber) => {
      const field = buildFreeField(agreement, ourNumber)
      return {
        freeField: field.freeField,
        agencyAndCode: `${bankAgreement.agency} / ${[agreement, ...(field.beneficiarioDv ?? [])].join('-')}`,
        ourNumberPrinted: `${field.fullOurNumber}-${field.ourNumberDv}`,
      }
    },
    remittance: prepareRemittance(bankAgreement),
    matchesHeader: (header) => formatNumberRange(header) === formatNumberRange(agreement),
  }
}

function prepareRemittance({
  bank,
  agreement,
  wallet,
  ...printedAccount
}: Agreement): RemittanceReadiness<SentAgreement> {
  // Files do not contain the account, so its length does not matter.
  const { accountFields, usableFields } = splitAccount(printedAccount, 0)
  return checkReadiness({ bank, agreement, wallet, ...accountFields }, { agency: usableFields.agency })
}

function listUnfitFields({ agreement }: Agreement): string[] {
  return agreement.length === 7 && Number(agreement) < firstSevenDigitCode ? ['agreement'] : []
}

/** Data of the free field. ourNumber15 lacks its two constants; 7-digit codes have no check digit. */
type FreeFieldInput = { beneficiario: string; ourNumber15: string; const1: string; const2: string }

export function buildCaixaFreeField({ beneficiario, ourNumber15, const1, const2 }: FreeFieldInput) {
  const beneficiarioDv = computeBeneficiarioDigit(beneficiario)
  const number = requireDigits(ourNumber15, 15, 'ourNumber15')
  const fullOurNumber = requireDigits(const1, 1, 'const1') + requireDigits(const2, 1, 'const2') + number
  const interleavedNumber = number.slice(0, 3) + const1 + number.slice(3, 6) + const2 + number.slice(6)
  const digits = beneficiario + (beneficiarioDv ?? '') + interleavedNumber
  const freeFieldDv = mod11OrZero(digits)
  const freeField = digits + freeFieldDv
  return { freeField, beneficiarioDv, freeFieldDv, fullOurNumber, ourNumberDv: mod11OrZero(fullOurNumber) }
}

const firstSevenDigitCode = 1_100_000

// Returns the check digit; null from 1100000 on, where codes use its position.
function computeBeneficiarioDigit(beneficiario: string): string | null {
  if (/^\d{7}$/.test(beneficiario) && Number(beneficiario) >= firstSevenDigitCode) return null
  return mod11OrZero(requireDigits(beneficiario, 6, 'beneficiario'))
}

function buildFreeField(beneficiario: string, ourNumber: string) {
  return buildCaixaFreeField({ beneficiario, ourNumber15: ourNumber, const1: '1', const2: '4' })
}

function padAgreement({ agreement }: RemittanceAccount, width: number): string {
  return agreement.padEnd(width, '0')
}

/** Instructions: 01 protests, 02 returns the bill, after the days of 392–393; 00 is one day. */
const unpaidInstructions400 = { protest: '0100', 'write-off': '0200' } as const

// Source: manual 67.126 v015; agreements of 7 digits use layout 007.
function buildRemittance400({ agreement }: RemittanceAccount): Remittance400 {
  const hasSevenDigits = agreement.length === 7
  const beneficiaryColumns: Column<RemittanceBoletoContext>[] = hasSevenDigits
    ? [blanks(18, 20), digits(21, 27, () => agreement)]
    : [digits(18, 21, ({ file }) => file.account.agency), digits(22, 27, () => agreement)]
  return {
    header: [
      ...headerStart400,
      digits(27, 30, ({ account }) => account.agency),
      upperText(31, 37, () => agreement),
      blanks(38, 46),
      ...buildHeaderName400('C ECON FEDERAL'),
      upperText(101, 103, () => (hasSevenDigits ? '007' : '')),
      blanks(104, 389),
      digits(390, 394, ({ sequence }) => sequence % 100_000),
    ],
    detail: [
      fixedColumn(1, 1, '1'),
      ...company400,
      ...beneficiaryColumns,
      fixedColumn(28, 31, '2000'), // the company issues and delivers the boleto
      upperText(32, 56, ({ boleto }) => boleto.control),
      digits(57, 73, ({ boleto }) => modality + boleto.ourNumber),
      blanks(74, 106),
      fixedColumn(107, 108, '01'),
      digits(109, 110, ({ boleto }) => instructions400[boleto.instruction]),
      ...boletoDocument400,
      fixedColumn(140, 142, bankCode),
      zeros(143, 147),
      ...buildTermColumns400(unpaidInstructions400),
      upperText(235, 274, ({ boleto }) => boleto.payer.name),
      ...payerAddress400,
      dateOrZeros(352, 357, (data) => (computeFineCents(data) > 0 ? getFirstLateDay(data) : null)),
      money(358, 367, computeFineCents),
      blanks(368, 389),
      zeros(390, 391),
      digits(392, 393, getUnpaidDays),
      fixedColumn(394, 394, '1'),
    ],
  }
}

/** Returns the fine in centavos, since CNAB 400 accepts no percentage. */
function computeFineCents(data: RemittanceBoletoContext): Centavos {
  return Math.floor((data.boleto.value * getRegisteredTerms(data).finePercent) / 10_000)
}

const instructions400 = { register: '01', 'write-off': '02', 'change-due-date': '05' } as const

const remittance240: Remittance240 = {
  agreement: [],
  accountDigits: [],
  name: 'CAIXA ECONOMICA FEDERAL',
  fileVersion: '101',
  batchVersion: '060',
  density: '00000',
  reserved: '',
  companyUse: '00',
  number: [
    zeros(38, 40),
    digits(41, 57, ({ boleto }) => modality + boleto.ourNumber),
    fixedColumn(58, 62, '11220'), // simple, registered, without paper, by the company
    upperText(63, 73, ({ boleto }) => boleto.documentNumber),
    blanks(74, 77),
  ],
  kind: '02',
  interest: '3',
  // Without protest, a boleto must be returned after some days; 000 is its due date.
  unpaidTemplates: { protest: '1dd200009', 'write-off': '3001ddd09', other: '300112009' },
  terms: { perDay: '1', rate: { decimals: 2, page: '26, 67' }, discount: '1', notice: ' ' },
  nameLength: 40,
  hasTotals: true,
  ownColumns: {
    company: {
      file: [
        blanks(9, 17),
        upperText(18, 18, ({ company }: RemittanceFile) => getDocumentKind(company.document)),
        digits(19, 32, ({ company }: RemittanceFile) => company.document),
        zeros(33, 52),
        digits(53, 57, ({ account }: RemittanceFile) => account.agency),
        upperText(58, 58, ({ account }: RemittanceFile) => account.agencyDigit),
        rawColumn(59, 72, ({ account }: RemittanceFile) => padAgreement(account, 14)),
      ],
      batch: [
        rawColumn(34, 53, ({ account }: RemittanceFile) => padAgreement(account, 20)),
        digits(54, 58, ({ account }: RemittanceFile) => account.agency),
        upperText(59, 59, ({ account }: RemittanceFile) => account.agencyDigit),
        rawColumn(60, 65, ({ account }: RemittanceFile) =>
          account.agreement.length === 6 ? account.agreement : '000000',
        ),
        zeros(66, 73),
      ],
    },
    fileEnd: [
      fixedColumn(164, 171, '10100000'),
      blanks(172, 191),
      upperText(192, 211, () => 'REMESSA-PRODUCAO'),
      blanks(212, 240),
    ],
    account: [
      digits(18, 22, ({ file }: RemittanceBoletoContext) => file.account.agency),
      upperText(23, 23, ({ file }: RemittanceBoletoContext) => file.account.agencyDigit),
      rawColumn(24, 37, ({ file }: RemittanceBoletoContext) => padAgreement(file.account, 14)),
    ],
    totals: [
      digits(24, 29, ({ boletos }: TrailerContext) => boletos),
      money(30, 46, ({ total }: TrailerContext) => total),
      zeros(47, 92),
      blanks(93, 240),
    ],
    fineEnd: ' '.repeat(151),
    fileTrailerEnd: '',
  },
}

const return400: Return400 = {
  details: {
    '1': {
      ...commonDetail400,
      control: [32, 56],
      ourNumber: [57, 73],
      digit: null,
      wallet: null, // always 01, for registered boletos
      agency: null,
      account: null,
      creditDate: [294, 299],
      reasons: [80, 82],
      reasonLength: 3,
    },
  },
  ignoredTypes: '2',
  header: { agreement: [[31, 37]], sequence: [390, 394] },
  totals: [],
}

const occurrences400: OccurrenceTable = {
  settled: '21 22',
  registered: '01',
  rejected: '99',
  'written-off': '02 23 24',
  'due-date-changed': '05',
  reversed: '33',
  unpayable: '25',
  other: '03 04 06 07 08 09 10 11 12 20 26 27 28 29 30 31 32 34 35',
}

const occurrences240: OccurrenceTable = {
  settled: '06 46',
  registered: '02',
  rejected: '03',
  'instruction-rejected': '26 30',
  'written-off': '09',
  'due-date-changed': '14',
  reversed: '44 47',
  unpayable: '25 53',
  other: '01 04 05 07 08 12 13 19 20 23 24 27 28 35 36 37 38 39 40 41 45 51 52 61 62',
}

const termDefaults: TermDefaults = {
  400: [
    declareField('protest', [157, 160], unpaidInstructions400['write-off'], {
      zeros: 'give back, as 02',
      blanks: 'give back, as 02',
      page: '40',
    }),
    declareField('write-off', [392, 393], 'dd', {
      zeros: '1 day after the due date',
      blanks: '5 days',
      page: '40',
    }),
    declareAmount400('interest', { zeros: 'none', page: '21' }),
    declareAmount400('discount', { zeros: 'none', page: '21' }),
    declareField('fine', [352, 367], '0'.repeat(16), { zeros: 'none', page: '21' }),
  ],
  240: declareTermDefaults240(remittance240, {
    protest: { zeros: 'no code', page: '68' },
    'write-off': {
      zeros: 'on the due date itself; 2, not to write off, goes with protest alone',
      blanks: '5 days',
      page: '68',
    },
    interest: { zeros: 'none', page: '67' },
    discount: { zeros: 'none', page: '67' },
    fine: { blanks: 'none', page: '88' },
  }),
}

/** Source: SIGCB. Numbers are unique per beneficiary, which the header of a file contains. */
export const caixa: Bank<typeof bankCode, typeof agreementFields, SentAgreement> = {
  code: bankCode,
  manuals: {
    400: { title: '67.126 v015', pages: { fields: '28–29', codes: '41' } },
    240: { title: 'MO 67.118 v010', pages: { fields: '54–57', codes: '69–70' } },
  },
  agreementFields,
  getNumberWidth: () => 15,
  getRules: buildRules,
  listUnfitFields,
  buildFreeField: ({ agreement }, ourNumber) => buildFreeField(agreement, ourNumber).freeField,
  extractBoletoNumber: (ourNumber) => (/^14\d{15}$/.test(ourNumber) ? ourNumber.slice(2) : ourNumber),
  findRecordRange: ({ agreement }) => (/^0*[1-9]\d*$/.test(agreement) ? formatNumberRange(agreement) : null),
  isNumberedByWallet: false,
  remittances: { 400: buildRemittance400, 240: remittance240 },
  returns: {
    400: return400,
    240: {
      ...febrabanSegmentT,
      agreement: [[59, 65]],
      ourNumber: [40, 56],
      digit: [57, 57],
      wallet: [58, 58],
      documentNumber: [59, 69],
    },
  },
  occurrences: { 400: occurrences400, 240: occurrences240 },
  termDefaults,
  supportedTerms: ['fine', 'interest', 'discount', 'acceptance', 'protest'],
}
