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

type NumberedLine = { line: number; text: string }

type Batch = { header: NumberedLine; details: NumberedLine[]; trailer: NumberedLine | undefined }

export function readReturn240(lines: readonly string[]): ReadReturn {
  const lengthFaults = listLengthFaults(lines, 240)
  const [header = ''] = lines
  const bank = parseBank(readRawAt(header, [1, 3]))
  if (lengthFaults.length > 0) return rejectUnread(lengthFaults)
  if (readRawAt(header, [8, 8]) !== '0' || readRawAt(header, [143, 143]) !== '2') {
    return rejectUnread([{ line: 1, fault: 'not-a-return', detail: readRawAt(header, [143, 143]) }])
  }
  if (!bank) return rejectUnread([{ line: 1, fault: 'unknown-bank', detail: readRawAt(header, [1, 3]) }])
  return readLines(bank, lines)
}

function readLines(bank: CnabBank, lines: readonly string[]): ReadReturn {
  const faults = listBankFaults(bank, lines)
  const batches = readBatches(lines, faults)
  const file = readOrReport(1, faults, () => readFile(bank, lines))
  const boletoBatches = batches.filter(({ header }) => readRawAt(header.text, [9, 11]) === 'T01')
  const records = boletoBatches.flatMap((batch) => readRecords(bank, batch, faults))
  faults.push(
    ...batches.flatMap((batch) => listBatchFaults(bank, batch)),
    ...listTrailerFaults(lines, batches.length),
  )
  if (faults.length === 0) faults.push(...boletoBatches.flatMap((batch) => listSumFaults(bank, batch)))
  return { file, records, faults }
}

function rejectUnread(faults: ReturnFault[]): ReadReturn {
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
  return [
    ...listCountFaults(trailer, line, [18, 23], batches),
    ...listCountFaults(trailer, line, [24, 29], line),
  ]
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
    const isFileHeaderOrTrailer =
      index === 0 || (index === lines.length - 1 && readRawAt(text, [8, 8]) === '9')
    if (!isFileHeaderOrTrailer) addToBatch({ line: index + 1, text }, batches, faults)
  }
  return batches
}

function addToBatch(record: NumberedLine, batches: Batch[], faults: ReturnFault[]): void {
  const kind = readRawAt(record.text, [8, 8])
  const lastBatch = batches.at(-1)
  const openBatch = lastBatch?.trailer === undefined ? lastBatch : undefined
  if (kind === '1' && !openBatch) batches.push({ header: record, details: [], trailer: undefined })
  else if (kind === '3' && openBatch) openBatch.details.push(record)
  else if (kind === '5' && openBatch) openBatch.trailer = record
  else if (!openBatch || !['2', '4'].includes(kind)) {
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
function findPair(
  details: readonly NumberedLine[],
  detail: NumberedLine,
  index: number,
  faults: ReturnFault[],
) {
  const neighbour = getSegment(detail) === 'T' ? details[index + 1] : details[index - 1]
  if (!['T', 'U'].includes(getSegment(detail))) return []
  const otherSegment = getSegment(detail) === 'T' ? 'U' : 'T'
  const isPair = getSegment(neighbour) === otherSegment && getMovement(neighbour) === getMovement(detail)
  if (isPair && neighbour) return otherSegment === 'U' ? [{ t: detail, u: neighbour }] : []
  faults.push({ line: detail.line, fault: 'unpaired-segment', detail: getSegment(detail) })
  return []
}

function getSegment(record: NumberedLine | undefined): string {
  return readRawAt(record?.text ?? '', [14, 14])
}

function getMovement(record: NumberedLine | undefined): string {
  return readRawAt(record?.text ?? '', [16, 17])
}

function listBatchFaults(bank: CnabBank, { header, details, trailer }: Batch): ReturnFault[] {
  const sequenceFaults = details.flatMap(({ line, text }, index) =>
    listSequenceFaults(text, [9, 13], index + 1, line),
  )
  if (!trailer)
    return [
      ...sequenceFaults,
      { line: header.line, fault: 'trailer-missing', detail: readRawAt(header.text, [4, 7]) },
    ]
  const number = readRawAt(header.text, [4, 7])
  const recordsOfOtherBatches = [...details, trailer].filter(({ text }) => readRawAt(text, [4, 7]) !== number)
  const batchFaults = recordsOfOtherBatches.map(
    ({ line }): ReturnFault => ({ line, fault: 'sequence', detail: `batch ${number}` }),
  )
  const count = trailer.line - header.line + 1
  const { countsDetails = false } = banks[bank].returns[240]
  const countsOnlyDetails = countsDetails && readNumber(trailer.text, [18, 23]) === count - 2
  return [
    ...sequenceFaults,
    ...batchFaults,
    ...listCountFaults(trailer.text, trailer.line, [18, 23], countsOnlyDetails ? count - 2 : count),
  ]
}

/** Returns a fault if there are fewer records than the bank counted: the missing one may be a payment. */
function listCountFaults(trailer: string, line: number, span: Span, actualCount: number): ReturnFault[] {
  const statedCount = readNumber(trailer, span)
  if (statedCount === actualCount) return []
  const fault = statedCount > actualCount ? 'record-missing' : 'count'
  return [{ line, fault, detail: `${span.join('-')}: ${readTextAt(trailer, span)}, ${actualCount}` }]
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
function listSumFaults(bank: CnabBank, { details, trailer }: Batch): ReturnFault[] {
  if (!trailer) return []
  const boletos = details.filter((detail) => getSegment(detail) === 'T')
  const value = boletos.reduce(
    (total, boleto) => total + readCentsAt(boleto.text, banks[bank].returns[240].value),
    0,
  )
  return [...listDifferences('count', trailer, boletos.length), ...listDifferences('sum', trailer, value)]
}

function listDifferences(
  fault: 'count' | 'sum',
  { line, text }: NumberedLine,
  actualCount: number,
): ReturnFault[] {
  const faults: ReturnFault[] = []
  const spans = portfolios.map(({ count, value }) => (fault === 'count' ? count : value))
  const statedSum =
    readOrReport(line, faults, () => spans.reduce((total, span) => total + readNumberAt(text, span), 0)) ?? 0
  return statedSum === 0 || statedSum === actualCount
    ? faults
    : [{ line, fault, detail: `${statedSum}, ${actualCount}` }]
}
