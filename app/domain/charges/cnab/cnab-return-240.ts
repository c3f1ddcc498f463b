import { banks, type CnabBank, parseBank } from '#app/domain/charges/banks/banks.ts'
import type { ReadReturn, ReturnFault, ReturnFile } from '#app/domain/charges/cnab/cnab-entry.ts'
import {
  listLengthFaults,
  listSequenceFaults,
  makeFileKey,
  readOrReport,
} from '#app/domain/charges/cnab/cnab-record.ts'
import { readSegments240 } from '#app/domain/charges/cnab/cnab-segments-240.ts'
import {
  readCentsAt,
  readDateAt,
  readNumberAt,
  readRawAt,
  readTextAt,
  type Span,
} from '#app/domain/charges/cnab/cnab-text.ts'

type Placed = { line: number; text: string }

type Batch = { header: Placed; details: Placed[]; trailer: Placed | undefined }

export function readReturn240(lines: readonly string[]): ReadReturn {
  const wrong = listLengthFaults(lines, 240)
  const [header = ''] = lines
  const bank = parseBank(readRawAt(header, [1, 3]))
  if (wrong.length > 0) return makeUnread(wrong)
  if (readRawAt(header, [8, 8]) !== '0' || readRawAt(header, [143, 143]) !== '2') {
    return makeUnread([{ line: 1, fault: 'not-a-return', detail: readRawAt(header, [143, 143]) }])
  }
  if (!bank) return makeUnread([{ line: 1, fault: 'unknown-bank', detail: readRawAt(header, [1, 3]) }])
  return readLines(bank, lines)
}

function readLines(bank: CnabBank, lines: readonly string[]): ReadReturn {
  const faults = listBankFaults(bank, lines)
  const batches = readBatches(lines, faults)
  const file = readOrReport(1, faults, () => readFile(bank, lines))
  const boletos = batches.filter(({ header }) => readRawAt(header.text, [9, 11]) === 'T01')
  const records = boletos.flatMap((batch) => readRecords(bank, batch, faults))
  faults.push(
    ...batches.flatMap((batch) => listBatchFaults(bank, batch)),
    ...listTrailerFaults(lines, batches.length),
  )
  if (faults.length === 0) faults.push(...boletos.flatMap((batch) => sumFaults(bank, batch)))
  return { file, records, faults }
}

function makeUnread(faults: ReturnFault[]): ReadReturn {
  return { file: null, records: [], faults }
}

function listBankFaults(bank: CnabBank, lines: readonly string[]): ReturnFault[] {
  return lines.flatMap((text, index): ReturnFault[] =>
    text.startsWith(bank) ? [] : [{ line: index + 1, fault: 'wrong-bank', detail: text.slice(0, 3) }],
  )
}

function listTrailerFaults(lines: readonly string[], batches: number): ReturnFault[] {
  const line = lines.length
  const trailer = lines.at(-1) ?? ''
  const kind = line > 1 ? readRawAt(trailer, [8, 8]) : ''
  if (kind !== '9') return [{ line, fault: 'trailer-missing', detail: kind }]
  return [...countFaults(trailer, line, [18, 23], batches), ...countFaults(trailer, line, [24, 29], line)]
}

function readFile(bank: CnabBank, lines: readonly string[]): ReturnFile {
  const [header = ''] = lines
  const date = readDateAt(header, [144, 151])
  const sequence = readTextAt(header, [158, 163])
  const agreement = banks[bank].returns[240].agreement.map((span) => readTextAt(header, span)).join('')
  const key = makeFileKey({ bank, format: 240, agreement, date, sequence }, lines)
  return { bank, format: 240, agreement, sequence, date, key }
}

function readBatches(lines: readonly string[], faults: ReturnFault[]): Batch[] {
  const batches: Batch[] = []
  for (const [index, text] of lines.entries()) {
    const isEnd = index === 0 || (index === lines.length - 1 && readRawAt(text, [8, 8]) === '9')
    if (!isEnd) place({ line: index + 1, text }, batches, faults)
  }
  return batches
}

function place(record: Placed, batches: Batch[], faults: ReturnFault[]): void {
  const kind = readRawAt(record.text, [8, 8])
  const last = batches.at(-1)
  const open = last?.trailer === undefined ? last : undefined
  if (kind === '1' && !open) batches.push({ header: record, details: [], trailer: undefined })
  else if (kind === '3' && open) open.details.push(record)
  else if (kind === '5' && open) open.trailer = record
  else if (!open || !['2', '4'].includes(kind)) {
    faults.push({ line: record.line, fault: 'unknown-record', detail: kind })
  }
}

function readRecords(bank: CnabBank, { details }: Batch, faults: ReturnFault[]): ReadReturn['records'] {
  const pairs = details.flatMap((detail, index) => findPair(details, detail, index, faults))
  return pairs.flatMap(({ t, u }) => {
    const record = readOrReport(t.line, faults, () => readSegments240(bank, t.text, u.text))
    return record ? [{ line: t.line, record }] : []
  })
}

// Joins a segment T with the next U into one record. Ignores other segments (Pix, messages).
function findPair(details: readonly Placed[], detail: Placed, index: number, faults: ReturnFault[]) {
  const neighbour = getSegment(detail) === 'T' ? details[index + 1] : details[index - 1]
  if (!['T', 'U'].includes(getSegment(detail))) return []
  const wantedSegment = getSegment(detail) === 'T' ? 'U' : 'T'
  const isPair = getSegment(neighbour) === wantedSegment && getMovement(neighbour) === getMovement(detail)
  if (isPair && neighbour) return wantedSegment === 'U' ? [{ t: detail, u: neighbour }] : []
  faults.push({ line: detail.line, fault: 'unpaired-segment', detail: getSegment(detail) })
  return []
}

function getSegment(record: Placed | undefined): string {
  return readRawAt(record?.text ?? '', [14, 14])
}

function getMovement(record: Placed | undefined): string {
  return readRawAt(record?.text ?? '', [16, 17])
}

function listBatchFaults(bank: CnabBank, { header, details, trailer }: Batch): ReturnFault[] {
  const order = details.flatMap(({ line, text }, index) => listSequenceFaults(text, [9, 13], index + 1, line))
  if (!trailer)
    return [...order, { line: header.line, fault: 'trailer-missing', detail: readRawAt(header.text, [4, 7]) }]
  const number = readRawAt(header.text, [4, 7])
  const strangers = [...details, trailer].filter(({ text }) => readRawAt(text, [4, 7]) !== number)
  const mixed = strangers.map(
    ({ line }): ReturnFault => ({ line, fault: 'sequence', detail: `batch ${number}` }),
  )
  const count = trailer.line - header.line + 1
  const { countsDetails = false } = banks[bank].returns[240]
  const isOfDetails = countsDetails && readNumber(trailer.text, [18, 23]) === count - 2
  return [
    ...order,
    ...mixed,
    ...countFaults(trailer.text, trailer.line, [18, 23], isOfDetails ? count - 2 : count),
  ]
}

/** Returns a fault if there are fewer records than the bank counted: the missing one may be a payment. */
function countFaults(trailer: string, line: number, span: Span, found: number): ReturnFault[] {
  const statedCount = readNumber(trailer, span)
  if (statedCount === found) return []
  const fault = statedCount > found ? 'record-missing' : 'count'
  return [{ line, fault, detail: `${span.join('-')}: ${readTextAt(trailer, span)}, ${found}` }]
}

function readNumber(record: string, span: Span): number {
  const text = readTextAt(record, span)
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

// Kinds of portfolios: simple, linked, pledged, discounted.
const portfolios: readonly { count: Span; value: Span }[] = [
  { count: [24, 29], value: [30, 46] },
  { count: [47, 52], value: [53, 69] },
  { count: [70, 75], value: [76, 92] },
  { count: [93, 98], value: [99, 115] },
]

/** Compares totals with the batch. Zero is allowed for any of them (FEBRABAN C070, C071). */
function sumFaults(bank: CnabBank, { details, trailer }: Batch): ReturnFault[] {
  if (!trailer) return []
  const boletos = details.filter((detail) => getSegment(detail) === 'T')
  const value = boletos.reduce(
    (total, boleto) => total + readCentsAt(boleto.text, banks[bank].returns[240].value),
    0,
  )
  return [...listDifferences('count', trailer, boletos.length), ...listDifferences('sum', trailer, value)]
}

function listDifferences(fault: 'count' | 'sum', { line, text }: Placed, found: number): ReturnFault[] {
  const faults: ReturnFault[] = []
  const spans = portfolios.map(({ count, value }) => (fault === 'count' ? count : value))
  const statedSum =
    readOrReport(line, faults, () => spans.reduce((total, span) => total + readNumberAt(text, span), 0)) ?? 0
  return statedSum === 0 || statedSum === found ? faults : [{ line, fault, detail: `${statedSum}, ${found}` }]
}
