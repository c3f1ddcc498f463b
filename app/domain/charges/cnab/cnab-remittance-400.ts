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
import type { CnabBank } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import {
  documentKind,
  instructionCode,
  numberDigit,
  payerCep,
  type RemittanceFile,
  type RemittanceSlip,
  type SlipFacts,
} from '#app/domain/charges/cnab/cnab-slip.ts'

/** The records of a CNAB 400 remittance file: header, one detail per slip, trailer. */
export function remittance400(file: RemittanceFile, slips: readonly RemittanceSlip[]): string[] {
  const { bank } = file.account
  const details = slips.map((slip, index) => writeRecord(400, detail[bank], { file, slip, place: index + 2 }))
  return [writeRecord(400, header[bank], file), ...details, writeRecord(400, trailer, details.length + 2)]
}

const headerStart: Column<RemittanceFile>[] = [
  fixed(1, 9, '01REMESSA'),
  fixed(10, 11, '01'),
  words(12, 26, () => 'COBRANCA'),
]
const headerName: Column<RemittanceFile>[] = [
  words(47, 76, ({ company }) => company.name),
  digits(77, 79, ({ account }) => account.bank),
]

// Banco do Brasil CBR641 (agreements of 7 digits), Itaú Cobrança CNAB 400, Bradesco 4008.524.0121: header.
const header: Record<CnabBank, Column<RemittanceFile>[]> = {
  '001': [
    ...headerStart,
    digits(27, 30, ({ account }) => account.agency),
    words(31, 31, ({ account }) => account.agencyDigit),
    digits(32, 39, ({ account }) => account.account),
    words(40, 40, ({ account }) => account.accountDigit),
    zeros(41, 46),
    ...headerName,
    words(80, 94, () => 'BANCODOBRASIL'),
    date(95, 100, (file) => file.date),
    digits(101, 107, ({ sequence }) => sequence),
    blanks(108, 129),
    digits(130, 136, ({ account }) => account.agreement),
    blanks(137, 394),
    fixed(395, 400, '000001'),
  ],
  '341': [
    ...headerStart,
    digits(27, 30, ({ account }) => account.agency),
    zeros(31, 32),
    digits(33, 37, ({ account }) => account.account),
    digits(38, 38, ({ account }) => account.accountDigit),
    blanks(39, 46),
    ...headerName,
    words(80, 94, () => 'BANCO ITAU SA'),
    date(95, 100, (file) => file.date),
    blanks(101, 394),
    fixed(395, 400, '000001'),
  ],
  '237': [
    ...headerStart,
    digits(27, 46, ({ account }) => account.companyCode),
    ...headerName,
    words(80, 94, () => 'BRADESCO'),
    date(95, 100, (file) => file.date),
    blanks(101, 108),
    fixed(109, 110, 'MX'),
    digits(111, 117, ({ sequence }) => sequence),
    blanks(118, 394),
    fixed(395, 400, '000001'),
  ],
}

// Positions 109–139: what is asked, and of which slip; the same at every bank.
const slipCore: Column<SlipFacts>[] = [
  digits(109, 110, instructionCode),
  words(111, 120, ({ slip }) => slip.documentNumber),
  date(121, 126, ({ slip }) => slip.dueDate),
  money(127, 139, ({ slip }) => slip.value),
]

// Positions 148–234: trade bill (DM), not accepted, no instruction, interest, discount, IOF or rebate; the payer.
const slipTerms: Column<SlipFacts>[] = [
  fixed(148, 149, '01'),
  fixed(150, 150, 'N'),
  date(151, 156, ({ slip }) => slip.documentDate),
  zeros(157, 160),
  zeros(161, 218),
  digits(219, 220, ({ slip }) => documentKind(slip.payer.document)),
  digits(221, 234, ({ slip }) => slip.payer.document),
]

// Positions 275–351: where the payer lives, with the city apart (Banco do Brasil, Itaú).
const payerPlace: Column<SlipFacts>[] = [
  words(275, 314, ({ slip }) => slip.payer.address),
  words(315, 326, ({ slip }) => slip.payer.district),
  digits(327, 334, payerCep),
  words(335, 349, ({ slip }) => slip.payer.city),
  words(350, 351, ({ slip }) => slip.payer.state),
]

const company: Column<SlipFacts>[] = [
  digits(2, 3, ({ file }) => documentKind(file.company.document)),
  digits(4, 17, ({ file }) => file.company.document),
]

const detail: Record<CnabBank, Column<SlipFacts>[]> = {
  '001': [
    fixed(1, 1, '7'),
    ...company,
    digits(18, 21, ({ file }) => file.account.agency),
    words(22, 22, ({ file }) => file.account.agencyDigit),
    digits(23, 30, ({ file }) => file.account.account),
    words(31, 31, ({ file }) => file.account.accountDigit),
    digits(32, 38, ({ file }) => file.account.agreement),
    words(39, 63, ({ slip }) => slip.control),
    digits(64, 70, ({ file }) => file.account.agreement),
    digits(71, 80, ({ slip }) => slip.ourNumber),
    zeros(81, 84),
    blanks(85, 91),
    digits(92, 94, ({ file }) => file.account.variation),
    zeros(95, 101),
    blanks(102, 106),
    digits(107, 108, ({ file }) => file.account.wallet),
    ...slipCore,
    fixed(140, 142, '001'),
    zeros(143, 146),
    blanks(147, 147),
    ...slipTerms,
    words(235, 271, ({ slip }) => slip.payer.name),
    blanks(272, 274),
    ...payerPlace,
    blanks(352, 391),
    zeros(392, 393),
    blanks(394, 394),
    digits(395, 400, ({ place }) => place),
  ],
  '341': [
    fixed(1, 1, '1'),
    ...company,
    digits(18, 21, ({ file }) => file.account.agency),
    zeros(22, 23),
    digits(24, 28, ({ file }) => file.account.account),
    digits(29, 29, ({ file }) => file.account.accountDigit),
    blanks(30, 33),
    zeros(34, 37),
    words(38, 62, ({ slip }) => slip.control),
    digits(63, 70, ({ slip }) => slip.ourNumber),
    zeros(71, 83),
    digits(84, 86, ({ file }) => file.account.wallet),
    blanks(87, 107),
    fixed(108, 108, 'I'),
    ...slipCore,
    fixed(140, 142, '341'),
    zeros(143, 147),
    ...slipTerms,
    words(235, 264, ({ slip }) => slip.payer.name),
    blanks(265, 274),
    ...payerPlace,
    blanks(352, 385),
    zeros(386, 393),
    blanks(394, 394),
    digits(395, 400, ({ place }) => place),
  ],
  '237': [
    fixed(1, 1, '1'),
    zeros(2, 6),
    blanks(7, 7),
    zeros(8, 19),
    blanks(20, 20),
    zeros(21, 21),
    digits(22, 24, ({ file }) => file.account.wallet),
    digits(25, 29, ({ file }) => file.account.agency),
    digits(30, 36, ({ file }) => file.account.account),
    words(37, 37, ({ file }) => file.account.accountDigit),
    words(38, 62, ({ slip }) => slip.control),
    zeros(63, 70),
    digits(71, 81, ({ slip }) => slip.ourNumber),
    words(82, 82, numberDigit),
    zeros(83, 92),
    // The company prints the slip; none is made for a debit.
    fixed(93, 94, '2N'),
    blanks(95, 105),
    fixed(106, 106, '2'),
    blanks(107, 108),
    ...slipCore,
    zeros(140, 147),
    ...slipTerms,
    words(235, 274, ({ slip }) => slip.payer.name),
    words(275, 314, wholeAddress),
    blanks(315, 326),
    digits(327, 334, payerCep),
    blanks(335, 394),
    digits(395, 400, ({ place }) => place),
  ],
}

const trailer: Column<number>[] = [fixed(1, 1, '9'), blanks(2, 394), digits(395, 400, (place) => place)]

// This bank has one field for all of it, and finds the city by the CEP: the street must not be cut for the city.
function wholeAddress({ slip }: SlipFacts): string {
  const { address, city, state } = slip.payer
  return `${address} ${city} ${state}`
}
