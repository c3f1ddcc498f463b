import type { BankColumns240, Remittance240, Terms240 } from '#app/domain/charges/banks/bank.ts'
import { type BoletoTerms, hasInterestRate } from '#app/domain/charges/boleto-terms.ts'
import {
  findUnpaidRule,
  formatPayerCep,
  getDocumentKind,
  getFirstLateDay,
  getInstructionCode,
  getRegisteredTerms,
  hasFine,
  type RemittanceAccount,
  type RemittanceBoleto,
  type RemittanceBoletoContext,
  type RemittanceFile,
  type TrailerContext,
} from '#app/domain/charges/cnab/cnab-boleto.ts'
import {
  blanks,
  type Column,
  date,
  dateOrZeros,
  digits,
  fixedColumn,
  money,
  rawColumn,
  toUpperAscii,
  upperText,
  writeDays,
  writeFields,
  writeRecord,
  zeros,
} from '#app/domain/charges/cnab/cnab-layout.ts'

/** Returns one batch with segments P and Q for each boleto, and R for a fine (FEBRABAN CNAB 240). */
export function writeRemittance240(
  layout: Remittance240,
  file: RemittanceFile,
  boletos: readonly RemittanceBoleto[],
): string[] {
  const segmentP = makeSegmentP(layout)
  const segmentQ = makeSegmentQ(layout)
  const segmentR = layout.terms && makeSegmentR(layout.terms, layout.ownColumns)
  const details: string[] = []
  const addDetail = (columns: readonly Column<RemittanceBoletoContext>[], boleto: RemittanceBoleto) =>
    details.push(writeRecord(240, columns, { file, boleto, recordNumber: details.length + 1 }))
  for (const boleto of boletos) {
    addDetail(segmentP, boleto)
    addDetail(segmentQ, boleto)
    if (segmentR && hasFine(boleto)) addDetail(segmentR, boleto)
  }
  const total = boletos.reduce((sum, { value }) => sum + value, 0)
  const headers = [
    writeRecord(240, makeFileHeader(layout), file),
    writeRecord(240, makeBatchHeader(layout), file),
  ]
  const batchRecords = details.length + 2 // with the batch's header and trailer
  const batch = { file, boletos: boletos.length, total, records: batchRecords }
  return [...headers, ...details, ...writeTrailers(layout, batch)]
}

function writeTrailers(layout: Remittance240, batch: TrailerContext): string[] {
  const wholeFile = { ...batch, records: batch.records + 2 }
  return [
    writeRecord(240, makeBatchTrailer(layout), batch),
    writeRecord(240, makeFileTrailer(layout), wholeFile),
  ]
}

const accountField: Column<RemittanceAccount>[] = [
  digits(1, 5, ({ agency }) => agency),
  upperText(6, 6, ({ agencyDigit }) => agencyDigit),
  digits(7, 18, ({ account }) => account),
]

function formatAgreement({ agreement }: Remittance240, { account }: RemittanceFile): string {
  return writeRecord(20, agreement, account)
}

function formatAccount({ accountDigits }: Remittance240, { account }: RemittanceFile): string {
  return writeRecord(20, [...accountField, ...accountDigits], account)
}

function makeFileHeader(layout: Remittance240): Column<RemittanceFile>[] {
  return [
    digits(1, 3, ({ account }) => account.bank),
    zeros(4, 8),
    ...(layout.ownColumns?.company?.file ?? [
      blanks(9, 17),
      upperText(18, 18, ({ company }: RemittanceFile) => getDocumentKind(company.document)),
      digits(19, 32, ({ company }: RemittanceFile) => company.document),
      rawColumn(33, 52, (file: RemittanceFile) => formatAgreement(layout, file)),
      rawColumn(53, 72, (file: RemittanceFile) => formatAccount(layout, file)),
    ]),
    upperText(73, 102, ({ company }) => company.name),
    upperText(103, 132, () => layout.name),
    blanks(133, 142),
    fixedColumn(143, 143, '1'),
    date(144, 151, (file) => file.date),
    rawColumn(152, 157, ({ time }) =>
      layout.ownColumns?.hasBlankTime ? ' '.repeat(6) : `${time.replace(':', '')}00`,
    ),
    digits(158, 163, ({ sequence }) => sequence),
    ...(layout.ownColumns?.fileEnd ?? [
      digits(164, 166, () => layout.fileVersion),
      digits(167, 171, () => layout.density),
      blanks(172, 225),
      rawColumn(226, 228, () => layout.reserved),
      blanks(229, 240),
    ]),
  ]
}

function makeBatchHeader(layout: Remittance240): Column<RemittanceFile>[] {
  return [
    digits(1, 3, ({ account }) => account.bank),
    fixedColumn(4, 8, '00011'), // batch 0001, record type 1
    fixedColumn(9, 11, 'R01'),
    rawColumn(12, 13, () => layout.companyUse),
    digits(14, 16, () => layout.batchVersion),
    blanks(17, 17),
    upperText(18, 18, ({ company }) => getDocumentKind(company.document)),
    digits(19, 33, ({ company }) => company.document),
    ...(layout.ownColumns?.company?.batch ?? [
      rawColumn(34, 53, (file: RemittanceFile) => formatAgreement(layout, file)),
      rawColumn(54, 73, (file: RemittanceFile) => formatAccount(layout, file)),
    ]),
    upperText(74, 103, ({ company }) => company.name),
    blanks(104, 183),
    digits(184, 191, ({ sequence }) => sequence),
    date(192, 199, (file) => file.date),
    ...(layout.ownColumns?.batchEnd ?? [zeros(200, 207), blanks(208, 240)]),
  ]
}

function makeSegmentStart(segment: string): Column<RemittanceBoletoContext>[] {
  return [
    digits(1, 3, ({ file }) => file.account.bank),
    fixedColumn(4, 8, '00013'), // batch 0001, record type 3
    digits(9, 13, ({ recordNumber }) => recordNumber),
    fixedColumn(14, 14, segment),
    blanks(15, 15),
    digits(16, 17, getInstructionCode),
  ]
}

function makeSegmentP(layout: Remittance240): Column<RemittanceBoletoContext>[] {
  return [
    ...makeSegmentStart('P'),
    ...(layout.ownColumns?.account ?? [
      rawColumn(18, 37, ({ file }: RemittanceBoletoContext) => formatAccount(layout, file)),
    ]),
    rawColumn(38, 77, (data) => writeFields([38, 77], layout.number, data)),
    date(78, 85, ({ boleto }) => boleto.dueDate),
    money(86, 100, ({ boleto }) => boleto.value),
    rawColumn(101, 106, () => layout.ownColumns?.collecting ?? '000000'),
    digits(107, 108, () => layout.kind),
    fixedColumn(109, 109, 'N'),
    date(110, 117, ({ boleto }) => boleto.documentDate),
    ...makeTermColumns(layout),
    upperText(196, 220, ({ boleto }) => boleto.control),
    digits(221, 229, (data) => {
      const unpaidRule = findUnpaidRule(data)
      return unpaidRule
        ? writeDays(layout.unpaidTemplates[unpaidRule.end], unpaidRule.days)
        : layout.unpaidTemplates.other
    }),
    rawColumn(230, 240, () => layout.ownColumns?.contract ?? '0000000000 '),
  ]
}

function makeTermColumns({ interest, terms }: Remittance240): Column<RemittanceBoletoContext>[] {
  if (!terms) return [digits(118, 118, () => interest), zeros(119, 195)]
  const chooseInterestCode = (data: RemittanceBoletoContext) =>
    hasInterestRate(getRegisteredTerms(data)) ? '2' : terms.perDay
  const getDiscountDay = (data: RemittanceBoletoContext) => getRegisteredTerms(data).discountUntil
  return [
    digits(118, 118, (data) => (hasInterest(data) ? chooseInterestCode(data) : interest)),
    dateOrZeros(119, 126, (data) => (hasInterest(data) ? getFirstLateDay(data) : null)),
    digits(127, 141, (data) => computeInterest(terms, getRegisteredTerms(data))),
    digits(142, 142, (data) => (getDiscountDay(data) === null ? '0' : terms.discount)),
    dateOrZeros(143, 150, getDiscountDay),
    money(151, 165, (data) => getRegisteredTerms(data).discountValue),
    zeros(166, 195),
  ]
}

function hasInterest(data: RemittanceBoletoContext): boolean {
  return getRegisteredTerms(data).interestPercent > 0
}

/** Returns centavos a day, or the monthly rate with the bank's number of decimals. */
function computeInterest({ rate }: Terms240, terms: BoletoTerms): number {
  if (!hasInterestRate(terms)) return terms.interestPerDay ?? 0
  if (!rate) throw new RangeError('the bank has no monthly rate')
  return terms.interestPercent * 10 ** (rate.decimals - 2)
}

/** Returns segment R with the fine; code 2 means a percentage. */
function makeSegmentR(
  { notice }: Terms240,
  bankColumns: BankColumns240 = {},
): Column<RemittanceBoletoContext>[] {
  return [
    ...makeSegmentStart('R'),
    zeros(18, 41),
    rawColumn(42, 65, () => bankColumns.thirdDiscount ?? '0'.repeat(24)),
    fixedColumn(66, 66, '2'),
    date(67, 74, getFirstLateDay),
    digits(75, 89, (data) => getRegisteredTerms(data).finePercent),
    rawColumn(90, 240, () => bankColumns.fineEnd ?? formatDirectDebit(notice)),
  ]
}

/** Returns R 90–240: no direct debit, and the bank's code for its notice. */
function formatDirectDebit(notice: string): string {
  return `${'0'.repeat(16)} ${'0'.repeat(12)}  ${notice}`.padStart(142).padEnd(151)
}

function makeSegmentQ(layout: Remittance240): Column<RemittanceBoletoContext>[] {
  return [
    ...makeSegmentStart('Q'),
    upperText(18, 18, ({ boleto }) => getDocumentKind(boleto.payer.document)),
    digits(19, 33, ({ boleto }) => boleto.payer.document),
    upperText(34, 73, ({ boleto }) => toUpperAscii(boleto.payer.name).slice(0, layout.nameLength)),
    upperText(74, 113, ({ boleto }) => boleto.payer.address),
    upperText(114, 128, ({ boleto }) => boleto.payer.district),
    digits(129, 136, formatPayerCep),
    upperText(137, 151, ({ boleto }) => boleto.payer.city),
    upperText(152, 153, ({ boleto }) => boleto.payer.state),
    zeros(154, 169),
    blanks(170, 209),
    rawColumn(210, 240, () => (layout.ownColumns?.correspondent ?? '000').padEnd(31)),
  ]
}

function makeBatchTrailer(layout: Remittance240): Column<TrailerContext>[] {
  return [
    digits(1, 3, ({ file }) => file.account.bank),
    fixedColumn(4, 8, '00015'), // batch 0001, record type 5
    blanks(9, 17),
    digits(18, 23, ({ records }) => records),
    ...(layout.ownColumns?.totals ?? [
      digits(24, 29, ({ boletos }: TrailerContext) => (layout.hasTotals ? boletos : 0)),
      money(30, 46, ({ total }: TrailerContext) => (layout.hasTotals ? total : 0)),
      zeros(47, 115),
      blanks(116, 240),
    ]),
  ]
}

function makeFileTrailer(layout: Remittance240): Column<TrailerContext>[] {
  return [
    digits(1, 3, ({ file }) => file.account.bank),
    fixedColumn(4, 8, '99999'),
    blanks(9, 17),
    fixedColumn(18, 23, '000001'),
    digits(24, 29, ({ records }) => records),
    rawColumn(30, 240, () => (layout.ownColumns?.fileTrailerEnd ?? '000000').padEnd(211)),
  ]
}
