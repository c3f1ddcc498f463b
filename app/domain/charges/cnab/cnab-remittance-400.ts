import type { Remittance400 } from '#app/domain/charges/banks/bank.ts'
import {
  blanks,
  type Column,
  date,
  digits,
  fixed,
  money,
  words,
  writeRecord,
  zeros,
} from '#app/domain/charges/cnab/cnab-layout.ts'
import {
  documentKind,
  instructionCode,
  payerCep,
  type RemittanceFile,
  type RemittanceSlip,
  type SlipFacts,
} from '#app/domain/charges/cnab/cnab-slip.ts'

/** The records of a CNAB 400 remittance file in a bank's layout: header, one detail per slip, trailer. */
export function remittance400(
  { header, detail }: Remittance400,
  file: RemittanceFile,
  slips: readonly RemittanceSlip[],
): string[] {
  const details = slips.map((slip, index) => writeRecord(400, detail, { file, slip, place: index + 2 }))
  return [writeRecord(400, header, file), ...details, writeRecord(400, trailer, details.length + 2)]
}

/** Positions 1–26 of the header, the same at every bank. */
export const headerStart400: Column<RemittanceFile>[] = [
  fixed(1, 9, '01REMESSA'),
  fixed(10, 11, '01'),
  words(12, 26, () => 'COBRANCA'),
]

/** Positions 47–79: who sends it, to which bank. */
export const headerName400: Column<RemittanceFile>[] = [
  words(47, 76, ({ company }) => company.name),
  digits(77, 79, ({ account }) => account.bank),
]

/** Positions 109–139 of a detail: what is asked, and of which slip; the same at every bank. */
export const slipCore400: Column<SlipFacts>[] = [
  digits(109, 110, instructionCode),
  words(111, 120, ({ slip }) => slip.documentNumber),
  date(121, 126, ({ slip }) => slip.dueDate),
  money(127, 139, ({ slip }) => slip.value),
]

/** Positions 148–234: trade bill (DM), not accepted, no instruction, interest, discount, IOF or rebate; the payer. */
export const slipTerms400: Column<SlipFacts>[] = [
  fixed(148, 149, '01'),
  fixed(150, 150, 'N'),
  date(151, 156, ({ slip }) => slip.documentDate),
  zeros(157, 160),
  zeros(161, 218),
  digits(219, 220, ({ slip }) => documentKind(slip.payer.document)),
  digits(221, 234, ({ slip }) => slip.payer.document),
]

/** Positions 275–351: where the payer lives, for banks that have the city apart. */
export const payerPlace400: Column<SlipFacts>[] = [
  words(275, 314, ({ slip }) => slip.payer.address),
  words(315, 326, ({ slip }) => slip.payer.district),
  digits(327, 334, payerCep),
  words(335, 349, ({ slip }) => slip.payer.city),
  words(350, 351, ({ slip }) => slip.payer.state),
]

/** Positions 2–17: the company, for banks that know it by its document. */
export const company400: Column<SlipFacts>[] = [
  digits(2, 3, ({ file }) => documentKind(file.company.document)),
  digits(4, 17, ({ file }) => file.company.document),
]

const trailer: Column<number>[] = [fixed(1, 1, '9'), blanks(2, 394), digits(395, 400, (place) => place)]
