import { formatAccountRange, getRecordAccountRange } from '#app/domain/charges/banks/account-range.ts'
import {
  type AgreementFields,
  type AgreementWith,
  digitsField,
  fileFormatField,
  knownField,
} from '#app/domain/charges/banks/agreement-fields.ts'
import type {
  AgreementRules,
  Bank,
  Remittance240,
  Remittance400,
  Return400,
} from '#app/domain/charges/banks/bank.ts'
import {
  declareAmount400,
  declareField,
  declareFineRecord,
  declareTermDefaults240,
  type TermDefaults,
} from '#app/domain/charges/banks/term-defaults.ts'
import { mod10, requireDigits } from '#app/domain/charges/boleto.ts'
import {
  getFirstLateDay,
  getRegisteredTerms,
  getUnpaidDays,
  type RemittanceAccount,
  type RemittanceBoletoContext,
} from '#app/domain/charges/cnab/cnab-boleto.ts'
import { commonDetail400, febrabanSegmentT } from '#app/domain/charges/cnab/cnab-febraban.ts'
import { blanks, date, digits, fixedColumn, upperText, zeros } from '#app/domain/charges/cnab/cnab-layout.ts'
import type { OccurrenceTable } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import {
  boletoCore400,
  buildHeaderName400,
  buildTermColumns400,
  company400,
  headerStart400,
  payerAddress400,
} from '#app/domain/charges/cnab/cnab-remittance-400.ts'

const bankCode = '341'

// Source: note 5 of the manual, without wallets that have the client's number in the barcode.
const wallets = '104 108 109 110 111 112 115 121 147 150 174 175 177 180 188 191'.split(' ')

const agreementFields = {
  agency: digitsField(4),
  account: digitsField(5),
  wallet: knownField(/^\d{3}$/, wallets),
  format: fileFormatField,
} as const satisfies AgreementFields

type Agreement = AgreementWith<typeof bankCode, typeof agreementFields>
type SentAgreement = { bank: typeof bankCode; agency: string; account: string; wallet: string }

const accountNumbering = { code: bankCode, account: 5, wallet: 3 }

function buildRules({ bank, agency, account, wallet }: Agreement): AgreementRules<SentAgreement> {
  return {
    range: formatAccountRange(accountNumbering, { agency, account, wallet }),
    buildNumberedBoleto: (ourNumber) => {
      const field = buildItauFreeField({ carteira: wallet, ourNumber, agencia: agency, conta: account })
      return {
        freeField: field.freeField,
        agencyAndCode: `${agency} / ${account}-${field.accountDac}`,
        ourNumberPrinted: `${wallet}/${ourNumber}-${field.ourNumberDac}`,
      }
    },
    remittance: { agreement: { bank, agency, account, wallet }, missing: [] },
    matchesHeader: (header) => header.startsWith(agency) && header.includes(account),
  }
}

/** Data of the free field. Special carteiras use clientNumber and client, not agencia and conta. */
type FreeFieldInput = {
  carteira: string
  ourNumber: string
  agencia?: string
  conta?: string
  clientNumber?: string
  client?: string
}

/** The free field. Check digits (DAC) are null only for special carteiras without agencia and conta. */
type FreeField = {
  freeField: string
  ourNumberDac: string | null
  accountDac: string | null
  freeFieldDv: string | null
}

const specialWallets = new Set(['106', '107', '122', '142', '143', '195', '196', '198'])

const walletsWithoutAccount = new Set(['126', '131', '146', '150', '168'])

export function buildItauFreeField(input: FreeFieldInput): FreeField {
  const walletAndNumber =
    requireDigits(input.carteira, 3, 'carteira') + requireDigits(input.ourNumber, 8, 'ourNumber')
  if (specialWallets.has(input.carteira)) return buildSpecialFreeField(walletAndNumber, input)
  const account = formatAccount(input)
  const includesAccount = !walletsWithoutAccount.has(input.carteira)
  const ourNumberDac = mod10(includesAccount ? account + walletAndNumber : walletAndNumber)
  const accountDac = mod10(account)
  return {
    freeField: `${walletAndNumber}${ourNumberDac}${account}${accountDac}000`,
    ourNumberDac,
    accountDac,
    freeFieldDv: null,
  }
}

// Returns the free field of special wallets. The barcode excludes the account, but the DAC depends on it.
function buildSpecialFreeField(walletAndNumber: string, input: FreeFieldInput): FreeField {
  const clientReference =
    requireDigits(input.clientNumber ?? '', 7, 'yourNumber') + requireDigits(input.client ?? '', 5, 'client')
  const freeFieldDv = mod10(walletAndNumber + clientReference)
  const freeField = `${walletAndNumber}${clientReference}${freeFieldDv}0`
  if (input.agencia === undefined && input.conta === undefined) {
    return { freeField, freeFieldDv, ourNumberDac: null, accountDac: null }
  }
  const account = formatAccount(input)
  return {
    freeField,
    freeFieldDv,
    ourNumberDac: mod10(account + walletAndNumber),
    accountDac: mod10(account),
  }
}

function formatAccount({ agencia = '', conta = '' }: FreeFieldInput): string {
  return requireDigits(agencia, 4, 'agencia') + requireDigits(conta, 5, 'conta')
}

function buildFreeField({ agency, account, wallet }: RemittanceAccount, ourNumber: string): FreeField {
  return buildItauFreeField({ agencia: agency, conta: account, carteira: wallet, ourNumber })
}

function getNumberDigit({ file, boleto }: RemittanceBoletoContext): string {
  return buildFreeField(file.account, boleto.ourNumber).ourNumberDac ?? ''
}

function computeAccountDigit({ agency, account }: RemittanceAccount): string {
  return mod10(agency + account)
}

/** Letters of the wallets for dollars and for discounted bills. All other wallets have I (note 5 of the manual). */
const walletLetters: ReadonlyMap<string, string> = new Map([
  ['147', 'E'],
  ['150', 'U'],
  ['191', '1'],
])

/** Instructions: after the days of 392–393, 09 protests and 92 returns the bill; 10 prevents a protest. */
const unpaidInstructions400 = { protest: '0900', 'write-off': '9210' } as const

const remittance400: Remittance400 = {
  header: [
    ...headerStart400,
    digits(27, 30, ({ account }) => account.agency),
    zeros(31, 32),
    digits(33, 37, ({ account }) => account.account),
    digits(38, 38, ({ account }) => computeAccountDigit(account)),
    blanks(39, 46),
    ...buildHeaderName400('BANCO ITAU SA'),
    blanks(101, 394),
  ],
  detail: [
    fixedColumn(1, 1, '1'),
    ...company400,
    digits(18, 21, ({ file }) => file.account.agency),
    zeros(22, 23),
    digits(24, 28, ({ file }) => file.account.account),
    digits(29, 29, ({ file }) => computeAccountDigit(file.account)),
    blanks(30, 33),
    zeros(34, 37),
    upperText(38, 62, ({ boleto }) => boleto.control),
    digits(63, 70, ({ boleto }) => boleto.ourNumber),
    zeros(71, 83),
    digits(84, 86, ({ file }) => file.account.wallet),
    blanks(87, 107),
    upperText(108, 108, ({ file }) => walletLetters.get(file.account.wallet) ?? 'I'),
    ...boletoCore400,
    fixedColumn(140, 142, bankCode),
    zeros(143, 147),
    ...buildTermColumns400(unpaidInstructions400),
    upperText(235, 264, ({ boleto }) => boleto.payer.name),
    blanks(265, 274),
    ...payerAddress400,
    blanks(352, 385),
    zeros(386, 391),
    digits(392, 393, getUnpaidDays),
    blanks(394, 394),
  ],
  fine: [
    fixedColumn(1, 2, '22'),
    date(3, 10, getFirstLateDay),
    digits(11, 23, (data) => getRegisteredTerms(data).finePercent),
    blanks(24, 394),
  ],
}

const remittance240: Remittance240 = {
  agreement: [blanks(1, 20)],
  accountDigits: [blanks(19, 19), upperText(20, 20, computeAccountDigit)],
  name: 'BANCO ITAU SA',
  fileVersion: '040',
  batchVersion: '030',
  density: '00000',
  reserved: '000',
  companyUse: '00',
  number: [
    digits(38, 40, ({ file }) => file.account.wallet),
    digits(41, 48, ({ boleto }) => boleto.ourNumber),
    upperText(49, 49, getNumberDigit),
    blanks(50, 57),
    zeros(58, 62),
    upperText(63, 72, ({ boleto }) => boleto.documentNumber),
    blanks(73, 77),
  ],
  kind: '01',
  interest: '0',
  unpaidTemplates: { protest: '1dd000000', 'write-off': '3001dd000', other: '000000000' },
  terms: { perDay: '0', discount: '0', notice: '0' },
  nameLength: 30, // the bank reserves the last ten positions of the field
  hasTotals: true,
}

const return400: Return400 = {
  details: {
    '1': {
      ...commonDetail400,
      control: [38, 62],
      ourNumber: [86, 93],
      digit: [94, 94],
      wallet: [83, 85],
      agency: [18, 21],
      account: [24, 28],
      payerName: [325, 354],
      // The bank credits this amount ("Valor principal"), so the payer paid it plus the fee.
      isAfterFee: true,
      reasons: [378, 385],
      settlementCode: [393, 394],
    },
  },
  ignoredTypes: '234567',
  header: { agreement: [[27, 38]], sequence: [109, 113] },
  totals: [
    { span: [213, 220], kind: 'count', occurrences: null },
    { span: [221, 234], kind: 'sum', occurrences: null },
  ],
}

const otherOccurrences =
  '04 11 12 13 19 20 21 23 24 25 26 27 28 29 30 33 34 35 36 37 38 39 40 41 42 43 44 45 46 48 51 52 53 54 55 56 57 61 62 63 74 75 77 78 79 80 82 83 85 86 87 88 89 90 91 92 93 94'

const unpayableOccurrence = '32'

const occurrences400: OccurrenceTable = {
  settled: '06 07 08 10 59',
  registered: '02 64 71 73',
  rejected: '03 60',
  'instruction-rejected': '15 16 17 18',
  'written-off': '05 09 47 72',
  'due-date-changed': '14',
  reversed: '69',
  unpayable: unpayableOccurrence,
  other: `${otherOccurrences} 65`,
}

// Here 17 is a rejected change of data; at other banks, a payment after the write-off.
const occurrences240: OccurrenceTable = {
  settled: '06 08 10',
  registered: '02',
  rejected: '03 60',
  'instruction-rejected': '15 16 17 18',
  'written-off': '05 09 47',
  'due-date-changed': '14',
  unpayable: unpayableOccurrence,
  other: otherOccurrences,
}

const accountDefaultNote = "the account's standing order, or the bank's own rate where the account has it"

const termDefaults: TermDefaults = {
  400: [
    declareField('protest', [157, 160], unpaidInstructions400['write-off'], {
      zeros: "the account's standing order; 10 is no protest, 92 the write-off of 392",
      page: '32',
    }),
    declareField('write-off', [392, 393], 'dd', {
      zeros: "without 92 the account's standing order, else 120 days",
      page: '32, 34',
    }),
    declareAmount400('interest', { zeros: accountDefaultNote, page: '34' }),
    declareAmount400('discount', { zeros: 'none', page: '35' }),
    declareFineRecord({ page: '6, 12' }),
  ],
  240: declareTermDefaults240(remittance240, {
    protest: { zeros: "no instruction: the account's standing order; 3 is none", page: '20' },
    'write-off': {
      zeros: "no instruction: the account's standing order, else 120 days",
      page: '21',
    },
    interest: { zeros: accountDefaultNote, page: '9, 20' },
    discount: { zeros: 'none', page: '20' },
    fine: { page: '11' },
  }),
}

/** Sources: manuals Cobrança CNAB 400 and 240. Numbers are unique per account and wallet. */
export const itau: Bank<typeof bankCode, typeof agreementFields, SentAgreement> = {
  code: bankCode,
  manuals: {
    400: { title: 'CNAB 400, July 2021', pages: { fields: '20–21', codes: '35–37' } },
    240: { title: 'CNAB 240, January 2017', pages: { fields: '14–15', codes: '21–22' } },
  },
  agreementFields,
  getNumberWidth: () => 8,
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
      // Agency, account and digit identify the account, since there is no agreement number.
      agreement: [
        [54, 57],
        [66, 70],
        [72, 72],
      ],
      ourNumber: [41, 48],
      digit: [49, 49],
      wallet: [38, 40],
      documentNumber: [59, 68],
      reasons: [214, 221],
    },
  },
  occurrences: { 400: occurrences400, 240: occurrences240 },
  termDefaults,
  supportedTerms: ['fine', 'interest', 'discount', 'acceptance', 'protest'],
}
