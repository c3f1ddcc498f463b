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

const recordTypeSpan: Span = [8, 8]
const batchNumberSpan: Span = [4, 7]
const batchRecordCountSpan: Span = [18, 23]
const remittanceOrReturnSpan: Span = [143, 143] // '2' is a return file

type NumberedLine = { line: number; text: string }

type Batch = { header: NumberedLine; details: NumberedLine[]; trailer: NumberedLine | undefined }

export function readReturn240(lines: readonly string[]): ReadReturn {
  const lengthFaults = listLengthFaults(lines, 240)
  const [header = ''] = lines
  const bank = parseBank(readRawAt(header, [1, 3]))
  if (lengthFaults.length > 0) return rejectUnread(lengthFaults)
  const fileKind = readRawAt(header, remittanceOrReturnSpan)
  if (readRawAt(header, recordTypeSpan) !== '0' || fileKind !== '2') {
    return rejectUnread([{ line: 1, fault: 'not-a-return', detail: fileKind }])
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

function listTrailerFaults(lines: readonly string[], batchCount: number): ReturnFault[] {
  const line = lines.length
  const trailer = lines.at(-1) ?? ''
  const kind = line > 1 ? readRawAt(trailer, recordTypeSpan) : ''
  if (kind !== '9') return [{ line, fault: 'trailer-missing', detail: kind }]
  return [
    ...listCountFaults(trailer, line, [18, 23], batchCount),
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
      index === 0 || (index === lines.length - 1 && readRawAt(text, recordTypeSpan) === '9')
    if (!isFileHeaderOrTrailer) addToBatch({ line: index + 1, text }, batches, faults)
  }
  return batches
}

function addToBatch(record: NumberedLine, batches: Batch[], faults: ReturnFault[]): void {
  const kind = readRawAt(record.text, recordTypeSpan)
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
  const pairs = details.flatMap((detail, index) => pairSegments(details, detail, index, faults))
  return pairs.flatMap(({ t, u }) => {
    const record = readOrReport(t.line, faults, () => readSegments240(bank, t.text, u.text))
    return record ? [{ line: t.line, record }] : []
  })
}

// Joins a segment T with the next U into one record. Ignores other segments (Pix, messages).
function pairSegments(
  details: readonly NumberedLine[],
  detail: NumberedLine,
  index: number,
  faults: ReturnFault[],
) {
  const neighbour = getSegment(detail) === 'T' ? details[index + 1] : details[index - 1]
  if (!['T', 'U'].includes(getSegment(detail))) return []
  const otherSegment = getSegment(detail) === 'T' ? 'U' : 'T'
  const isPair = getSegment(neighbour) === otherSegment && getMovement(neighbour) === getMovement(detail)
  const isSegmentT = otherSegment === 'U'
  if (isPair && neighbour) return isSegmentT ? [{ t: detail, u: neighbour }] : []
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
  const batchNumber = readRawAt(header.text, batchNumberSpan)
  if (!trailer)
    return [...sequenceFaults, { line: header.line, fault: 'trailer-missing', detail: batchNumber }]
  const recordsOfOtherBatches = [...details, trailer].filter(
    ({ text }) => readRawAt(text, batchNumberSpan) !== batchNumber,
  )
  const batchFaults = recordsOfOtherBatches.map(
    ({ line }): ReturnFault => ({ line, fault: 'sequence', detail: `batch ${batchNumber}` }),
  )
  const recordCount = trailer.line - header.line + 1
  const detailCount = recordCount - 2 // without header and trailer
  const { countsDetails = false } = banks[bank].returns[240]
  const countsOnlyDetails = countsDetails && readNumber(trailer.text, batchRecordCountSpan) === detailCount
  return [
    ...sequenceFaults,
    ...batchFaults,
    ...listCountFaults(
      trailer.text,
      trailer.line,
      batchRecordCountSpan,
      countsOnlyDetails ? detailCount : recordCount,
    ),
  ]
}

/** Returns a fault if the bank's count differs. Missing records have a fault of their own: they may be payments. */
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

/** Compares the trailer's totals with the batch. A total may always be zero (FEBRABAN C070, C071). */
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
  actualTotal: number,
): ReturnFault[] {
  const faults: ReturnFault[] = []
  const spans = portfolios.map(({ count, value }) => (fault === 'count' ? count : value))
  const statedTotal =
    readOrReport(line, faults, () => spans.reduce((total, span) => total + readNumberAt(text, span), 0)) ?? 0
  return statedTotal === 0 || statedTotal === actualTotal
    ? faults
    : [{ line, fault, detail: `${statedTotal}, ${actualTotal}` }]
}
