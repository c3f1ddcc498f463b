import type { Remittance400, UnpaidTemplates } from '#app/domain/charges/banks/bank.ts'
import {
  findUnpaidRule,
  formatPayerCep,
  getDocumentKind,
  getInstructionCode,
  getRegisteredTerms,
  hasFine,
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
  upperText,
  writeDays,
  writeRecord,
  zeros,
} from '#app/domain/charges/cnab/cnab-layout.ts'

export function writeRemittance400(
  { header, detail, fine, trailer = [blanks(2, 394)] }: Remittance400,
  file: RemittanceFile,
  boletos: readonly RemittanceBoleto[],
): string[] {
  const records = [writeRecord(400, [...header, fixedColumn(395, 400, '000001')], file)]
  const addRecord = (columns: readonly Column<RemittanceBoletoContext>[], boleto: RemittanceBoleto) =>
    records.push(
      writeRecord(400, [...columns, recordNumberColumn], { file, boleto, recordNumber: records.length + 1 }),
    )
  for (const boleto of boletos) {
    addRecord(detail, boleto)
    if (fine && hasFine(boleto)) addRecord(fine, boleto)
  }
  const totalCents = boletos.reduce((sum, { value }) => sum + value, 0)
  const trailerContext = { file, boletos: boletos.length, total: totalCents, records: records.length + 1 }
  const trailerColumns = [
    fixedColumn(1, 1, '9'),
    ...trailer,
    digits(395, 400, ({ records }: TrailerContext) => records),
  ]
  return [...records, writeRecord(400, trailerColumns, trailerContext)]
}

export const headerStart400: Column<RemittanceFile>[] = [
  fixedColumn(1, 9, '01REMESSA'),
  fixedColumn(10, 11, '01'),
  upperText(12, 26, () => 'COBRANCA'),
]

const recordNumberColumn: Column<RemittanceBoletoContext> = digits(
  395,
  400,
  ({ recordNumber }) => recordNumber,
)

/** Returns columns 47–100 of the header: company, bank and date. */
export function buildHeaderName400(bankName: string): Column<RemittanceFile>[] {
  return [
    upperText(47, 76, ({ company }) => company.name),
    digits(77, 79, ({ account }) => account.bank),
    upperText(80, 94, () => bankName),
    date(95, 100, (file) => file.date),
  ]
}

export const boletoDocument400: Column<RemittanceBoletoContext>[] = [
  upperText(111, 120, ({ boleto }) => boleto.documentNumber),
  date(121, 126, ({ boleto }) => boleto.dueDate),
  money(127, 139, ({ boleto }) => boleto.value),
]

export const boletoCore400: Column<RemittanceBoletoContext>[] = [
  digits(109, 110, getInstructionCode),
  ...boletoDocument400,
]

/** Returns detail 148–234: kind of document, acceptance, date, instructions, interest, discount and payer. */
export function buildTermColumns400(instructions: UnpaidTemplates): Column<RemittanceBoletoContext>[] {
  return [
    fixedColumn(148, 149, '01'),
    fixedColumn(150, 150, 'N'),
    date(151, 156, ({ boleto }) => boleto.documentDate),
    ...buildRuleColumns400(instructions),
    digits(219, 220, ({ boleto }) => getDocumentKind(boleto.payer.document)),
    digits(221, 234, ({ boleto }) => boleto.payer.document),
  ]
}

/** Returns detail 157–218: instructions, interest and discount. */
export function buildRuleColumns400(instructions: UnpaidTemplates): Column<RemittanceBoletoContext>[] {
  return [
    digits(157, 160, (data) => {
      const unpaidRule = findUnpaidRule(data)
      return unpaidRule ? writeDays(instructions[unpaidRule.end], unpaidRule.days) : '0000'
    }),
    money(161, 173, (data) => getRegisteredTerms(data).interestPerDay ?? 0),
    dateOrZeros(174, 179, (data) => getRegisteredTerms(data).discountUntil),
    money(180, 192, (data) => getRegisteredTerms(data).discountValue),
    zeros(193, 218),
  ]
}

/** Returns a field with the bank's code and the percentage; zeros without a fine. */
export function buildPercentFine400(from: number, to: number, code = ''): Column<RemittanceBoletoContext> {
  return digits(from, to, (data) => {
    const { finePercent } = getRegisteredTerms(data)
    const percentLength = to - from + 1 - code.length
    return finePercent > 0 ? code + String(finePercent).padStart(percentLength, '0') : 0
  })
}

/** Detail 275–351: the payer's address, at banks with a field for the city. */
export const payerAddress400: Column<RemittanceBoletoContext>[] = [
  upperText(275, 314, ({ boleto }) => boleto.payer.address),
  upperText(315, 326, ({ boleto }) => boleto.payer.district),
  digits(327, 334, formatPayerCep),
  upperText(335, 349, ({ boleto }) => boleto.payer.city),
  upperText(350, 351, ({ boleto }) => boleto.payer.state),
]

export const company400: Column<RemittanceBoletoContext>[] = [
  digits(2, 3, ({ file }) => getDocumentKind(file.company.document)),
  digits(4, 17, ({ file }) => file.company.document),
]
