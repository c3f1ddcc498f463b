import type { Remittance400, UnpaidFields } from '#app/domain/charges/banks/bank.ts'
import {
  type BoletoFacts,
  documentKind,
  type EndFacts,
  findUnpaidRule,
  hasFine,
  instructionCode,
  payerCep,
  type RemittanceBoleto,
  type RemittanceFile,
  registeredTerms,
} from '#app/domain/charges/cnab/cnab-boleto.ts'
import {
  blanks,
  type Column,
  date,
  dateOrZeros,
  digits,
  fixed,
  money,
  words,
  writeDays,
  writeRecord,
  zeros,
} from '#app/domain/charges/cnab/cnab-layout.ts'

export function remittance400(
  { header, detail, fine, trailer = [blanks(2, 394)] }: Remittance400,
  file: RemittanceFile,
  boletos: readonly RemittanceBoleto[],
): string[] {
  const records = [writeRecord(400, [...header, fixed(395, 400, '000001')], file)]
  const add = (columns: readonly Column<BoletoFacts>[], boleto: RemittanceBoleto) =>
    records.push(writeRecord(400, [...columns, recordNumber], { file, boleto, place: records.length + 1 }))
  for (const boleto of boletos) {
    add(detail, boleto)
    if (fine && hasFine(boleto)) add(fine, boleto)
  }
  const total = boletos.reduce((sum, { value }) => sum + value, 0)
  const end = { file, boletos: boletos.length, total, records: records.length + 1 }
  const last = [fixed(1, 1, '9'), ...trailer, digits(395, 400, ({ records }: EndFacts) => records)]
  return [...records, writeRecord(400, last, end)]
}

export const headerStart400: Column<RemittanceFile>[] = [
  fixed(1, 9, '01REMESSA'),
  fixed(10, 11, '01'),
  words(12, 26, () => 'COBRANCA'),
]

const recordNumber: Column<BoletoFacts> = digits(395, 400, ({ place }) => place)

/** Returns columns 47–100 of the header: company, bank and date. */
export function headerName400(bankName: string): Column<RemittanceFile>[] {
  return [
    words(47, 76, ({ company }) => company.name),
    digits(77, 79, ({ account }) => account.bank),
    words(80, 94, () => bankName),
    date(95, 100, (file) => file.date),
  ]
}

export const boletoDocument400: Column<BoletoFacts>[] = [
  words(111, 120, ({ boleto }) => boleto.documentNumber),
  date(121, 126, ({ boleto }) => boleto.dueDate),
  money(127, 139, ({ boleto }) => boleto.value),
]

export const boletoCore400: Column<BoletoFacts>[] = [digits(109, 110, instructionCode), ...boletoDocument400]

/** Returns detail 148–234: DM, not accepted, instructions, interest, discount, no IOF or rebate, payer. */
export function boletoTermsWith400(instructions: UnpaidFields): Column<BoletoFacts>[] {
  return [
    fixed(148, 149, '01'),
    fixed(150, 150, 'N'),
    date(151, 156, ({ boleto }) => boleto.documentDate),
    ...rules400(instructions),
    digits(219, 220, ({ boleto }) => documentKind(boleto.payer.document)),
    digits(221, 234, ({ boleto }) => boleto.payer.document),
  ]
}

/** Returns detail 157–218: instructions, interest and discount. */
export function rules400(instructions: UnpaidFields): Column<BoletoFacts>[] {
  return [
    digits(157, 160, (facts) => {
      const unpaid = findUnpaidRule(facts)
      return unpaid ? writeDays(instructions[unpaid.end], unpaid.days) : '0000'
    }),
    money(161, 173, (facts) => registeredTerms(facts).interestPerDay ?? 0),
    dateOrZeros(174, 179, (facts) => registeredTerms(facts).discountUntil),
    money(180, 192, (facts) => registeredTerms(facts).discountValue),
    zeros(193, 218),
  ]
}

/** Returns a field with the bank's code and the percentage; zeros without a fine. */
export function percentFine400(from: number, to: number, code = ''): Column<BoletoFacts> {
  return digits(from, to, (facts) => {
    const { finePercent } = registeredTerms(facts)
    return finePercent > 0 ? code + String(finePercent).padStart(to - from + 1 - code.length, '0') : 0
  })
}

/** Detail 275–351: the payer's address, at banks with a field for the city. */
export const payerPlace400: Column<BoletoFacts>[] = [
  words(275, 314, ({ boleto }) => boleto.payer.address),
  words(315, 326, ({ boleto }) => boleto.payer.district),
  digits(327, 334, payerCep),
  words(335, 349, ({ boleto }) => boleto.payer.city),
  words(350, 351, ({ boleto }) => boleto.payer.state),
]

export const company400: Column<BoletoFacts>[] = [
  digits(2, 3, ({ file }) => documentKind(file.company.document)),
  digits(4, 17, ({ file }) => file.company.document),
]
