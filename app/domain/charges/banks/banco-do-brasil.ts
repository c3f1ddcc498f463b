import {
  type AgreementFields,
  type AgreementWith,
  agreedDaysField,
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
  splitCheckDigit,
} from '#app/domain/charges/banks/remittance-readiness.ts'
import {
  agreementDaysNote,
  declareAmount400,
  declareField,
  declareFineRecord,
  declareNoWriteOff400,
  declareTermDefaults240,
  type TermDefaults,
} from '#app/domain/charges/banks/term-defaults.ts'
import { mod11Remainder, requireDigits } from '#app/domain/charges/boleto.ts'
import {
  getFirstLateDay,
  getProtestDays,
  getRegisteredTerms,
  type RemittanceAccount,
  type RemittanceBoletoContext,
  type RemittanceFile,
} from '#app/domain/charges/cnab/cnab-boleto.ts'
import { commonDetail400, febrabanSegmentT } from '#app/domain/charges/cnab/cnab-febraban.ts'
import {
  blanks,
  type Column,
  date,
  digits,
  fixedColumn,
  upperText,
  zeros,
} from '#app/domain/charges/cnab/cnab-layout.ts'
import { febrabanOccurrences, type OccurrenceTable } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import {
  boletoCore400,
  buildHeaderName400,
  buildTermColumns400,
  company400,
  headerStart400,
  payerAddress400,
} from '#app/domain/charges/cnab/cnab-remittance-400.ts'

const bankCode = '001'

const agreementFields = {
  agencyPrinted: printedField,
  accountPrinted: printedField,
  agreement: digitsField(6, 7),
  wallet: digitsField(2),
  variation: optionalField(/^\d{3}$/),
  agreedDays: agreedDaysField,
  format: fileFormatField,
} as const satisfies AgreementFields

type Agreement = AgreementWith<typeof bankCode, typeof agreementFields>

type SentAgreement = RemittanceAccountFields<typeof bankCode> & { agreement: string; variation: string }

function buildRules(agreement: Agreement): AgreementRules<SentAgreement> {
  const { agencyPrinted, accountPrinted, agreement: convenio, wallet: carteira } = agreement
  return {
    range: formatNumberRange(convenio),
    buildNumberedBoleto: (ourNumber) => {
      const field = buildBancoDoBrasilFreeField({
        convenio,
        ourNumber,
        carteira,
        ...parseAgencyAndAccount(agreement),
      })
      return {
        freeField: field.freeField,
        agencyAndCode: `${agencyPrinted} / ${accountPrinted}`,
        ourNumberPrinted: [field.fullOurNumber, ...(field.ourNumberDv ?? [])].join('-'),
      }
    },
    remittance: prepareRemittance(agreement),
    matchesHeader: (header) => !convenio || Number(header) === Number(convenio),
  }
}

type PrintedAccount = Pick<Agreement, 'agencyPrinted' | 'accountPrinted'>

/** Returns agency and account. Only barcodes of 6-digit agreements contain them. */
function parseAgencyAndAccount({ agencyPrinted, accountPrinted }: PrintedAccount): {
  agencia: string
  conta: string
} {
  const agencia = splitCheckDigit(agencyPrinted, 4)?.number ?? ''
  const conta = splitCheckDigit(accountPrinted, 8)?.number ?? ''
  return { agencia: agencia.padStart(4, '0'), conta: conta.padStart(8, '0') }
}

function listUnfitFields({ agreement, agencyPrinted, accountPrinted }: Agreement): string[] {
  if (agreement.length === 7) return []
  return [
    ...(splitCheckDigit(agencyPrinted, 4) ? [] : ['agencyPrinted']),
    ...(splitCheckDigit(accountPrinted, 8) ? [] : ['accountPrinted']),
  ]
}

/** Returns the number range of all wallets, because our number contains the agreement but no wallet. */
function formatNumberRange(agreement: string): string {
  return `${bankCode}/${agreement}`
}

function prepareRemittance({
  bank,
  agreement,
  wallet,
  variation = '',
  ...printedAccount
}: Agreement): RemittanceReadiness<SentAgreement> {
  const { accountFields, usableFields } = splitAccount(printedAccount, 8)
  const data = { bank, agreement, wallet, variation, ...accountFields }
  return checkReadiness(data, {
    ...usableFields,
    variation: agreementFields.variation.pattern.test(variation),
  })
}

/** Data of the free field. The convênio's length (4, 6, 7 or 8) selects the layout. */
type FreeFieldInput = {
  convenio: string
  ourNumber: string
  carteira: string
  agencia?: string
  conta?: string
}

type FreeField = { freeField: string; fullOurNumber: string; ourNumberDv: string | null }

export function buildBancoDoBrasilFreeField(input: FreeFieldInput): FreeField {
  const { convenio, ourNumber } = input
  requireDigits(input.carteira, 2, 'carteira')
  if (convenio.length === 7) return buildLongNumberField(input, 10)
  if (convenio.length === 8) return buildLongNumberField(input, 9)
  if (convenio.length === 6 && ourNumber.length === 17) return buildClientNumberField(input)
  if (convenio.length === 6) return buildShortNumberField(input, 5)
  if (convenio.length === 4) return buildShortNumberField(input, 7)
  throw new RangeError(`convenio is not 4, 6, 7 or 8 digits: ${convenio}`)
}

// Returns the free field of a 17-digit number: convênio and number, without a check digit.
function buildLongNumberField(
  { convenio, ourNumber, carteira }: FreeFieldInput,
  ourNumberLength: number,
): FreeField {
  const fullOurNumber =
    requireDigits(convenio, 17 - ourNumberLength, 'convenio') +
    requireDigits(ourNumber, ourNumberLength, 'ourNumber')
  return { freeField: `000000${fullOurNumber}${carteira}`, fullOurNumber, ourNumberDv: null }
}

// Returns the free field of an 11-digit number: convênio and number, then agency, account and carteira.
function buildShortNumberField(input: FreeFieldInput, ourNumberLength: number): FreeField {
  const fullOurNumber =
    requireDigits(input.convenio, 11 - ourNumberLength, 'convenio') +
    requireDigits(input.ourNumber, ourNumberLength, 'ourNumber')
  const account =
    requireDigits(input.agencia ?? '', 4, 'agencia') + requireDigits(input.conta ?? '', 8, 'conta')
  const digit = (11 - mod11Remainder(fullOurNumber)) % 11
  return {
    freeField: fullOurNumber + account + input.carteira,
    fullOurNumber,
    ourNumberDv: digit === 10 ? 'X' : String(digit),
  }
}

// Returns the free field of a number chosen by the client: service code 21, carteira 16 or 18.
function buildClientNumberField({ convenio, ourNumber, carteira }: FreeFieldInput): FreeField {
  if (carteira !== '16' && carteira !== '18') {
    throw new RangeError(`17-digit ourNumber needs carteira 16 or 18: ${carteira}`)
  }
  const fullOurNumber = requireDigits(ourNumber, 17, 'ourNumber')
  return {
    freeField: `${requireDigits(convenio, 6, 'convenio')}${fullOurNumber}21`,
    fullOurNumber,
    ourNumberDv: null,
  }
}

function buildFreeField(
  { agreement, wallet, agency, account }: RemittanceAccount,
  ourNumber: string,
): FreeField {
  return buildBancoDoBrasilFreeField({
    convenio: agreement,
    carteira: wallet,
    ourNumber,
    agencia: agency.padStart(4, '0'),
    conta: account.padStart(8, '0'),
  })
}

function formatWholeNumber({ file, boleto }: RemittanceBoletoContext): string {
  const { fullOurNumber, ourNumberDv } = buildFreeField(file.account, boleto.ourNumber)
  return `${fullOurNumber}${ourNumberDv ?? ''}`
}

const headerEnd400: Column<RemittanceFile>[] = [
  ...buildHeaderName400('BANCODOBRASIL'),
  digits(101, 107, ({ sequence }) => sequence),
]

const headerAccount400: Column<RemittanceFile>[] = [
  digits(27, 30, ({ account }) => account.agency),
  upperText(31, 31, ({ account }) => account.agencyDigit),
  digits(32, 39, ({ account }) => account.account),
  upperText(40, 40, ({ account }) => account.accountDigit),
]

const detailAccount400: Column<RemittanceBoletoContext>[] = [
  digits(18, 21, ({ file }) => file.account.agency),
  upperText(22, 22, ({ file }) => file.account.agencyDigit),
  digits(23, 30, ({ file }) => file.account.account),
  upperText(31, 31, ({ file }) => file.account.accountDigit),
]

// Instructions: 06 protests after the calendar days of 392–393; 07 never protests.
const unpaidInstructions400 = { protest: '0600', 'write-off': '0700' } as const

const detailEnd400: Column<RemittanceBoletoContext>[] = [
  blanks(102, 106),
  digits(107, 108, ({ file }) => file.account.wallet),
  ...boletoCore400,
  fixedColumn(140, 142, bankCode),
  zeros(143, 146),
  blanks(147, 147),
  ...buildTermColumns400(unpaidInstructions400),
  upperText(235, 271, ({ boleto }) => boleto.payer.name),
  blanks(272, 274),
  ...payerAddress400,
  blanks(352, 391),
  digits(392, 393, getProtestDays),
  blanks(394, 394),
]

// Service 99 contains a fine; code 2 means a percentage.
const fine400: Column<RemittanceBoletoContext>[] = [
  fixedColumn(1, 4, '5992'),
  date(5, 10, getFirstLateDay),
  digits(11, 22, (data) => getRegisteredTerms(data).finePercent),
  blanks(23, 394),
]

const remittance400SixDigits: Remittance400 = {
  header: [
    ...headerStart400,
    ...headerAccount400,
    digits(41, 46, ({ account }) => account.agreement),
    ...headerEnd400,
    blanks(108, 394),
  ],
  detail: [
    fixedColumn(1, 1, '1'),
    ...company400,
    ...detailAccount400,
    digits(32, 37, ({ file }) => file.account.agreement),
    upperText(38, 62, ({ boleto }) => boleto.control),
    upperText(63, 74, formatWholeNumber),
    zeros(75, 78),
    blanks(79, 85),
    digits(86, 88, ({ file }) => file.account.variation),
    zeros(89, 101),
    ...detailEnd400,
  ],
  fine: fine400,
}

const remittance400SevenDigits: Remittance400 = {
  header: [
    ...headerStart400,
    ...headerAccount400,
    zeros(41, 46),
    ...headerEnd400,
    blanks(108, 129),
    digits(130, 136, ({ account }) => account.agreement),
    blanks(137, 394),
  ],
  detail: [
    fixedColumn(1, 1, '7'),
    ...company400,
    ...detailAccount400,
    digits(32, 38, ({ file }) => file.account.agreement),
    upperText(39, 63, ({ boleto }) => boleto.control),
    digits(64, 70, ({ file }) => file.account.agreement),
    digits(71, 80, ({ boleto }) => boleto.ourNumber),
    zeros(81, 84),
    blanks(85, 91),
    digits(92, 94, ({ file }) => file.account.variation),
    zeros(95, 101),
    ...detailEnd400,
  ],
  fine: fine400,
}

const remittance240: Remittance240 = {
  agreement: [
    digits(1, 9, ({ agreement }) => agreement),
    fixedColumn(10, 13, '0014'),
    digits(14, 15, ({ wallet }) => wallet),
    digits(16, 18, ({ variation }) => variation),
    blanks(19, 20),
  ],
  accountDigits: [upperText(19, 19, ({ accountDigit }) => accountDigit), blanks(20, 20)],
  name: 'BANCO DO BRASIL S.A.',
  fileVersion: '083',
  batchVersion: '042',
  density: '00000',
  reserved: '   ',
  companyUse: '  ',
  number: [
    upperText(38, 57, formatWholeNumber),
    // The simple wallet 17 has kind 7.
    upperText(58, 58, ({ file }) => (file.account.wallet === '17' ? '7' : '1')),
    fixedColumn(59, 62, '1122'),
    upperText(63, 77, ({ boleto }) => boleto.documentNumber),
  ],
  kind: '02',
  interest: '3',
  // The bank ignores the days until the write-off (224–227) because the agreement sets them.
  unpaidTemplates: { protest: '1dd000009', 'write-off': '300000009', other: '300000009' },
  terms: { perDay: '1', rate: { decimals: 2, page: '10' }, discount: '1', notice: '0' },
  nameLength: 40,
  hasTotals: false,
}

// Layout CBR643: records of both types have the same fields at their end.
const detail400 = {
  ...commonDetail400,
  wallet: [107, 108],
  agency: [18, 21],
  account: [23, 30],
  creditDate: [176, 181],
  fee: [182, 188],
} as const

const return400: Return400 = {
  details: {
    '1': { ...detail400, control: [38, 62], ourNumber: [63, 73], digit: [74, 74], reasons: [81, 82] },
    '7': { ...detail400, control: [39, 63], ourNumber: [64, 80], digit: null, reasons: [87, 88] },
  },
  ignoredTypes: '2345',
  header: {
    agreement: [
      [150, 156],
      [41, 46],
    ],
    sequence: [101, 107],
  },
  // The trailer's totals are of the whole portfolio, not of the file, so they are not compared.
  totals: [],
}

const shortNumberPattern = /^\d{11}[\dX]?$/

const occurrences400: OccurrenceTable = {
  settled: '05 06 07 08 15',
  registered: '02',
  rejected: '03',
  'written-off': '09 10',
  'due-date-changed': '14',
  reversed: '44',
  other: '11 12 13 16 19 20 21 22 23 24 25 26 28 31 32 33 34 35 36 37 38 39 41 42 46 61 72 96 97 98',
}

const termDefaults: TermDefaults = {
  400: [
    declareField('protest', [157, 160], unpaidInstructions400['write-off'], {
      zeros: 'no instruction: protest after 3 banking days in wallets 31 and 17 vinculada; 07 is none',
      page: '11, and 240 p. 10',
    }),
    declareNoWriteOff400('6, and 240 p. 10'),
    declareAmount400('interest', {
      zeros: "the agreement's rate; where that is 0, the bank's own: ask for none at the agency",
      page: '12',
    }),
    declareAmount400('discount', { zeros: 'none', page: '12' }),
    declareFineRecord({ page: '2, 7' }),
  ],
  240: declareTermDefaults240(remittance240, {
    protest: {
      zeros: 'protest after 3 banking days in wallets 31 and 17 vinculada',
      blanks: 'as zeros',
      page: '10',
    },
    'write-off': { zeros: agreementDaysNote, blanks: agreementDaysNote, page: '10' },
    interest: {
      zeros: "as 3, which the bank does not read: the agreement's rate; ask for none at the agency",
      page: '10',
    },
    discount: { zeros: 'none', page: '10' },
    fine: { page: '13' },
  }),
}

/** Our number starts with the agreement. It has 17 digits, or 11 and a check digit for 6-digit agreements. */
export const bancoDoBrasil: Bank<typeof bankCode, typeof agreementFields, SentAgreement> = {
  code: bankCode,
  manuals: {
    400: {
      title: 'CBR641 (remessa.pdf)',
      returns: 'CBR643 (retorno.pdf)',
      pages: { fields: '4–5', codes: '22–23' },
    },
    240: { title: 'CNAB 240, August 2017', pages: { fields: '21–23', codes: '21' } },
  },
  agreementFields,
  getNumberWidth: (agreement) => (agreement.length === 6 ? 5 : 10),
  getRules: buildRules,
  listUnfitFields,
  buildFreeField: (account, ourNumber) => buildFreeField(account, ourNumber).freeField,
  extractBoletoNumber: (ourNumber) => {
    if (ourNumber.length === 17) return ourNumber.slice(7)
    return shortNumberPattern.test(ourNumber) ? ourNumber.slice(6, 11) : ourNumber
  },
  findRecordRange: ({ ourNumber }) => {
    if (/^\d{17}$/.test(ourNumber)) return formatNumberRange(ourNumber.slice(0, 7))
    return shortNumberPattern.test(ourNumber) ? formatNumberRange(ourNumber.slice(0, 6)) : null
  },
  isNumberedByWallet: false,
  remittances: {
    400: ({ agreement }) => (agreement.length === 6 ? remittance400SixDigits : remittance400SevenDigits),
    240: remittance240,
  },
  returns: {
    400: return400,
    240: {
      ...febrabanSegmentT,
      agreement: [[33, 41]],
      ourNumber: [38, 57],
      digit: null,
      // This character is the kind of wallet, not the wallet.
      wallet: [58, 58],
      documentNumber: [59, 73],
    },
  },
  occurrences: { 400: occurrences400, 240: febrabanOccurrences },
  termDefaults,
  supportedTerms: ['fine', 'interest', 'discount', 'protest'],
}
