import {
  blanks,
  type Column,
  date,
  digits,
  fixed,
  foldedUpper,
  money,
  part,
  words,
  writeFields,
  writeRecord,
  zeros,
} from '#app/domain/charges/cnab/cnab-layout.ts'
import type { CnabBank } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import {
  documentKind,
  type EndFacts,
  instructionCode,
  numberDigit,
  payerCep,
  type RemittanceFile,
  type RemittanceSlip,
  type SlipFacts,
} from '#app/domain/charges/cnab/cnab-slip.ts'

/** The records of a CNAB 240 remittance file (FEBRABAN): one batch, segments P and Q for every slip. */
export function remittance240(file: RemittanceFile, slips: readonly RemittanceSlip[]): string[] {
  const details = slips.flatMap((slip, index) => [
    writeRecord(240, segmentP, { file, slip, place: 2 * index + 1 }),
    writeRecord(240, segmentQ, { file, slip, place: 2 * index + 2 }),
  ])
  const total = slips.reduce((sum, { value }) => sum + value, 0)
  const start = [writeRecord(240, fileHeader, file), writeRecord(240, batchHeader, file)]
  return [
    ...start,
    ...details,
    ...endRecords({ file, slips: slips.length, total, records: details.length + 2 }),
  ]
}

function endRecords(end: EndFacts): string[] {
  const file = { ...end, records: end.records + 2 }
  return [writeRecord(240, batchTrailer, end), writeRecord(240, fileTrailer, file)]
}

type Account = RemittanceFile['account']

// Whose agreement it is, in twenty positions. Banco do Brasil adds product 0014, wallet and variation; Itaú has none.
const agreementField: Record<CnabBank, Column<Account>[]> = {
  '001': [
    digits(1, 9, ({ agreement }) => agreement),
    fixed(10, 13, '0014'),
    digits(14, 15, ({ wallet }) => wallet),
    digits(16, 18, ({ variation }) => variation),
    blanks(19, 20),
  ],
  '237': [digits(1, 20, ({ companyCode }) => companyCode)],
  '341': [blanks(1, 20)],
}

// Branch and account with their digits, in twenty positions; Itaú's digit is one for both.
const accountField: Column<Account>[] = [
  digits(1, 5, ({ agency }) => agency),
  words(6, 6, ({ agencyDigit }) => agencyDigit),
  digits(7, 18, ({ account }) => account),
  words(19, 19, ({ bank, accountDigit }) => (bank === '341' ? '' : accountDigit)),
  words(20, 20, ({ bank, accountDigit }) => (bank === '341' ? accountDigit : '')),
]

function agreementText({ account }: RemittanceFile): string {
  return writeRecord(20, agreementField[account.bank], account)
}

function accountText({ account }: RemittanceFile): string {
  return writeRecord(20, accountField, account)
}

/** Where the banks differ in the headers: their name, versions of file and batch, density and what is reserved. */
type HeaderPart = {
  name: string
  file: string
  density: string
  reserved: string
  use: string
  batch: string
}

const headerParts: Record<CnabBank, HeaderPart> = {
  '001': {
    name: 'BANCO DO BRASIL S.A.',
    file: '083',
    density: '00000',
    reserved: '   ',
    use: '  ',
    batch: '042',
  },
  '237': { name: 'BRADESCO', file: '084', density: '01600', reserved: '   ', use: '  ', batch: '042' },
  '341': { name: 'BANCO ITAU SA', file: '040', density: '00000', reserved: '000', use: '00', batch: '030' },
}

function partOf({ account }: RemittanceFile): HeaderPart {
  return headerParts[account.bank]
}

const fileHeader: Column<RemittanceFile>[] = [
  digits(1, 3, ({ account }) => account.bank),
  zeros(4, 8),
  blanks(9, 17),
  words(18, 18, ({ company }) => documentKind(company.document)),
  digits(19, 32, ({ company }) => company.document),
  part(33, 52, agreementText),
  part(53, 72, accountText),
  words(73, 102, ({ company }) => company.name),
  words(103, 132, (file) => partOf(file).name),
  blanks(133, 142),
  fixed(143, 143, '1'),
  date(144, 151, (file) => file.date),
  digits(152, 157, ({ time }) => `${time.replace(':', '')}00`),
  digits(158, 163, ({ sequence }) => sequence),
  digits(164, 166, (file) => partOf(file).file),
  digits(167, 171, (file) => partOf(file).density),
  blanks(172, 225),
  part(226, 228, (file) => partOf(file).reserved),
  blanks(229, 240),
]

const batchHeader: Column<RemittanceFile>[] = [
  digits(1, 3, ({ account }) => account.bank),
  fixed(4, 8, '00011'),
  fixed(9, 11, 'R01'),
  part(12, 13, (file) => partOf(file).use),
  digits(14, 16, (file) => partOf(file).batch),
  blanks(17, 17),
  words(18, 18, ({ company }) => documentKind(company.document)),
  digits(19, 33, ({ company }) => company.document),
  part(34, 53, agreementText),
  part(54, 73, accountText),
  words(74, 103, ({ company }) => company.name),
  blanks(104, 183),
  digits(184, 191, ({ sequence }) => sequence),
  date(192, 199, (file) => file.date),
  zeros(200, 207),
  blanks(208, 240),
]

// Positions 38–57, and after them how the slip is registered, printed and handed out (Itaú leaves that at zero).
const numberColumns: Record<CnabBank, Column<SlipFacts>[]> = {
  '001': [
    digits(38, 44, ({ file }) => file.account.agreement),
    digits(45, 54, ({ slip }) => slip.ourNumber),
    blanks(55, 57),
    // Banco do Brasil knows the simple kind of wallet 17 as 7.
    words(58, 58, ({ file }) => (file.account.wallet === '17' ? '7' : '1')),
    fixed(59, 62, '1122'),
    words(63, 77, ({ slip }) => slip.documentNumber),
  ],
  '237': [
    digits(38, 40, ({ file }) => file.account.wallet),
    zeros(41, 45),
    digits(46, 56, ({ slip }) => slip.ourNumber),
    words(57, 57, numberDigit),
    fixed(58, 62, '11122'),
    words(63, 77, ({ slip }) => slip.documentNumber),
  ],
  '341': [
    digits(38, 40, ({ file }) => file.account.wallet),
    digits(41, 48, ({ slip }) => slip.ourNumber),
    words(49, 49, numberDigit),
    blanks(50, 57),
    zeros(58, 62),
    words(63, 72, ({ slip }) => slip.documentNumber),
    blanks(73, 77),
  ],
}

/** Trade bill (DM), the kind of interest that means none, and what becomes of an unpaid slip: no protest; currency. */
type Terms = { kind: string; interest: string; unpaid: string }

const terms: Record<CnabBank, Terms> = {
  '001': { kind: '02', interest: '3', unpaid: '300000009' },
  '237': { kind: '02', interest: '3', unpaid: '300200009' },
  '341': { kind: '01', interest: '0', unpaid: '000000000' },
}

function segmentStart(segment: string): Column<SlipFacts>[] {
  return [
    digits(1, 3, ({ file }) => file.account.bank),
    fixed(4, 8, '00013'),
    digits(9, 13, ({ place }) => place),
    fixed(14, 14, segment),
    blanks(15, 15),
    digits(16, 17, instructionCode),
  ]
}

function termsOf({ file }: SlipFacts): Terms {
  return terms[file.account.bank]
}

const segmentP: Column<SlipFacts>[] = [
  ...segmentStart('P'),
  part(18, 37, ({ file }) => accountText(file)),
  part(38, 77, (facts) => writeFields([38, 77], numberColumns[facts.file.account.bank], facts)),
  date(78, 85, ({ slip }) => slip.dueDate),
  money(86, 100, ({ slip }) => slip.value),
  zeros(101, 106),
  digits(107, 108, (facts) => termsOf(facts).kind),
  fixed(109, 109, 'N'),
  date(110, 117, ({ slip }) => slip.documentDate),
  digits(118, 118, (facts) => termsOf(facts).interest),
  zeros(119, 195),
  words(196, 220, ({ slip }) => slip.control),
  digits(221, 229, (facts) => termsOf(facts).unpaid),
  zeros(230, 239),
  blanks(240, 240),
]

const segmentQ: Column<SlipFacts>[] = [
  ...segmentStart('Q'),
  words(18, 18, ({ slip }) => documentKind(slip.payer.document)),
  digits(19, 33, ({ slip }) => slip.payer.document),
  // Itaú keeps the last ten positions of the name for itself.
  words(34, 73, ({ file, slip }) =>
    foldedUpper(slip.payer.name).slice(0, file.account.bank === '341' ? 30 : 40),
  ),
  words(74, 113, ({ slip }) => slip.payer.address),
  words(114, 128, ({ slip }) => slip.payer.district),
  digits(129, 136, payerCep),
  words(137, 151, ({ slip }) => slip.payer.city),
  words(152, 153, ({ slip }) => slip.payer.state),
  zeros(154, 169),
  blanks(170, 209),
  zeros(210, 212),
  blanks(213, 240),
]

// FEBRABAN asks for the totals in return files only; Itaú and Bradesco take them here, too.
const batchTrailer: Column<EndFacts>[] = [
  digits(1, 3, ({ file }) => file.account.bank),
  fixed(4, 8, '00015'),
  blanks(9, 17),
  digits(18, 23, ({ records }) => records),
  digits(24, 29, ({ file, slips }) => (file.account.bank === '001' ? 0 : slips)),
  money(30, 46, ({ file, total }) => (file.account.bank === '001' ? 0 : total)),
  zeros(47, 115),
  blanks(116, 240),
]

const fileTrailer: Column<EndFacts>[] = [
  digits(1, 3, ({ file }) => file.account.bank),
  fixed(4, 8, '99999'),
  blanks(9, 17),
  fixed(18, 23, '000001'),
  digits(24, 29, ({ records }) => records),
  zeros(30, 35),
  blanks(36, 240),
]
