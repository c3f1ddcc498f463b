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
} from '#app/domain/cnab-layout.ts'
import type { CnabBank } from '#app/domain/cnab-occurrence.ts'
import {
  documentKind,
  type EndFacts,
  instructionCode,
  numberDigit,
  payerCep,
  type RemittanceFile,
  type RemittanceSlip,
  type SlipFacts,
} from '#app/domain/cnab-slip.ts'

/** The records of a CNAB 240 remittance file (FEBRABAN): one batch, segments P and Q for every slip. */
export function remittance240(file: RemittanceFile, slips: readonly RemittanceSlip[]): string[] {
  const { bank } = file.account
  const details = slips.flatMap((slip, index) => [
    writeRecord(240, segmentP[bank], { file, slip, place: 2 * index + 1 }),
    writeRecord(240, segmentQ[bank], { file, slip, place: 2 * index + 2 }),
  ])
  const total = slips.reduce((sum, { value }) => sum + value, 0)
  const end = { file, slips: slips.length, total, records: details.length + 2 }
  const start = [writeRecord(240, fileHeader[bank], file), writeRecord(240, batchHeader[bank], file)]
  const ends = [
    writeRecord(240, batchTrailer[bank], end),
    writeRecord(240, fileTrailer, { ...end, records: end.records + 2 }),
  ]
  return [...start, ...details, ...ends]
}

type Account = RemittanceFile['account']

// Twenty positions: whose agreement it is. Banco do Brasil adds product 0014, wallet and variation; Itaú has none.
function agreementColumns(bank: CnabBank, from: number): Column<{ account: Account }>[] {
  const at = (position: number) => from + position - 1
  if (bank === '341') return [blanks(at(1), at(20))]
  if (bank === '237') return [digits(at(1), at(20), ({ account }) => account.companyCode)]
  return [
    digits(at(1), at(9), ({ account }) => account.agreement),
    fixed(at(10), at(13), '0014'),
    digits(at(14), at(15), ({ account }) => account.wallet),
    digits(at(16), at(18), ({ account }) => account.variation),
    blanks(at(19), at(20)),
  ]
}

// Twenty positions: branch and account with their digits; Itaú's digit is one for both.
function accountColumns(bank: CnabBank, from: number): Column<{ account: Account }>[] {
  const at = (position: number) => from + position - 1
  const dac = bank === '341'
  return [
    digits(at(1), at(5), ({ account }) => account.agency),
    words(at(6), at(6), ({ account }) => account.agencyDigit),
    digits(at(7), at(18), ({ account }) => account.account),
    words(at(19), at(19), ({ account }) => (dac ? '' : account.accountDigit)),
    words(at(20), at(20), ({ account }) => (dac ? account.accountDigit : '')),
  ]
}

type FilePart = { name: string; version: string; density: string; end: Column<unknown>[] }

const fileParts: Record<CnabBank, FilePart> = {
  '001': { name: 'BANCO DO BRASIL S.A.', version: '083', density: '00000', end: [blanks(172, 240)] },
  '237': { name: 'BRADESCO', version: '084', density: '01600', end: [blanks(172, 240)] },
  '341': {
    name: 'BANCO ITAU SA',
    version: '040',
    density: '00000',
    end: [blanks(172, 225), zeros(226, 228), blanks(229, 240)],
  },
}

function fileHeaderOf(bank: CnabBank): Column<RemittanceFile>[] {
  const { name, version, density, end } = fileParts[bank]
  return [
    fixed(1, 8, `${bank}00000`),
    blanks(9, 17),
    words(18, 18, ({ company }) => documentKind(company.document)),
    digits(19, 32, ({ company }) => company.document),
    ...agreementColumns(bank, 33),
    ...accountColumns(bank, 53),
    words(73, 102, ({ company }) => company.name),
    words(103, 132, () => name),
    blanks(133, 142),
    fixed(143, 143, '1'),
    date(144, 151, (file) => file.date),
    digits(152, 157, ({ time }) => `${time.replace(':', '')}00`),
    digits(158, 163, ({ sequence }) => sequence),
    fixed(164, 166, version),
    fixed(167, 171, density),
    ...end,
  ]
}

function batchHeaderOf(bank: CnabBank): Column<RemittanceFile>[] {
  return [
    fixed(1, 8, `${bank}00011`),
    fixed(9, 11, 'R01'),
    fixed(12, 13, bank === '341' ? '00' : '  '),
    fixed(14, 16, bank === '341' ? '030' : '042'),
    blanks(17, 17),
    words(18, 18, ({ company }) => documentKind(company.document)),
    digits(19, 33, ({ company }) => company.document),
    ...agreementColumns(bank, 34),
    ...accountColumns(bank, 54),
    words(74, 103, ({ company }) => company.name),
    blanks(104, 183),
    digits(184, 191, ({ sequence }) => sequence),
    date(192, 199, (file) => file.date),
    zeros(200, 207),
    blanks(208, 240),
  ]
}

function segmentStart(bank: CnabBank, segment: string): Column<SlipFacts>[] {
  return [
    fixed(1, 8, `${bank}00013`),
    digits(9, 13, ({ place }) => place),
    fixed(14, 14, segment),
    blanks(15, 15),
    digits(16, 17, instructionCode),
  ]
}

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

// Trade bill (DM), kind of interest for "none", protest for "never", and what the bank does with an unpaid slip.
const terms: Record<CnabBank, { kind: string; interest: string; ending: string }> = {
  '001': { kind: '02', interest: '3', ending: '300' + '0000' + '09' + '0000000000' },
  '237': { kind: '02', interest: '3', ending: '300' + '2000' + '09' + '0000000000' },
  '341': { kind: '01', interest: '0', ending: '000' + '0000' + '00' + '0000000000' },
}

function segmentPOf(bank: CnabBank): Column<SlipFacts>[] {
  return [
    ...segmentStart(bank, 'P'),
    ...accountColumns(bank, 18).map(onFile),
    ...numberColumns[bank],
    date(78, 85, ({ slip }) => slip.dueDate),
    money(86, 100, ({ slip }) => slip.value),
    zeros(101, 106),
    fixed(107, 109, `${terms[bank].kind}N`),
    date(110, 117, ({ slip }) => slip.documentDate),
    fixed(118, 118, terms[bank].interest),
    zeros(119, 195),
    words(196, 220, ({ slip }) => slip.documentNumber),
    fixed(221, 239, terms[bank].ending),
    blanks(240, 240),
  ]
}

function onFile({ from, to, write }: Column<RemittanceFile>): Column<SlipFacts> {
  return { from, to, write: ({ file }) => write(file) }
}

function segmentQOf(bank: CnabBank): Column<SlipFacts>[] {
  const name = ({ slip }: SlipFacts) => slip.payer.name
  return [
    ...segmentStart(bank, 'Q'),
    words(18, 18, ({ slip }) => documentKind(slip.payer.document)),
    digits(19, 33, ({ slip }) => slip.payer.document),
    ...(bank === '341' ? [words(34, 63, name), blanks(64, 73)] : [words(34, 73, name)]),
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
}

// FEBRABAN asks for the totals in return files only; Itaú and Bradesco take them here, too.
function batchTrailerOf(bank: CnabBank): Column<EndFacts>[] {
  const isTold = bank !== '001'
  return [
    fixed(1, 8, `${bank}00015`),
    blanks(9, 17),
    digits(18, 23, ({ records }) => records),
    digits(24, 29, ({ slips }) => (isTold ? slips : 0)),
    money(30, 46, ({ total }) => (isTold ? total : 0)),
    zeros(47, 115),
    blanks(116, 240),
  ]
}

const fileTrailer: Column<EndFacts>[] = [
  digits(1, 3, ({ file }) => file.account.bank),
  fixed(4, 8, '99999'),
  blanks(9, 17),
  fixed(18, 23, '000001'),
  digits(24, 29, ({ records }) => records),
  zeros(30, 35),
  blanks(36, 240),
]

const fileHeader = forEachBank(fileHeaderOf)
const batchHeader = forEachBank(batchHeaderOf)
const segmentP = forEachBank(segmentPOf)
const segmentQ = forEachBank(segmentQOf)
const batchTrailer = forEachBank(batchTrailerOf)

function forEachBank<Layout>(make: (bank: CnabBank) => Layout): Record<CnabBank, Layout> {
  return { '001': make('001'), '341': make('341'), '237': make('237') }
}
