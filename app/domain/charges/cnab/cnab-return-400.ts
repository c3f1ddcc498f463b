import { banks, type CnabBank, parseBank } from '#app/domain/charges/banks/banks.ts'
import { readDetail400 } from '#app/domain/charges/cnab/cnab-detail-400.ts'
import type {
  ReadReturn,
  ReturnFault,
  ReturnFile,
  ReturnRecord,
} from '#app/domain/charges/cnab/cnab-entry.ts'
import {
  listLengthFaults,
  listSequenceFaults,
  makeFileKey,
  readOrReport,
} from '#app/domain/charges/cnab/cnab-record.ts'
import {
  readDateAt,
  readIsoDateAt,
  readNumberAt,
  readRawAt,
  readTextAt,
  type Span,
} from '#app/domain/charges/cnab/cnab-text.ts'

type NumberedRecord = { line: number; record: ReturnRecord }

export function findBankByHeader400(header: string): CnabBank | undefined {
  return parseBank(readRawAt(header, [77, 79]))
}

export function isReturnHeader400(header: string): boolean {
  return readRawAt(header, [1, 9]) === '02RETORNO'
}

export function readReturn400(lines: readonly string[]): ReadReturn {
  const [header = ''] = lines
  const bank = findBankByHeader400(header)
  const lengthFaults = listLengthFaults(lines, 400)
  if (lengthFaults.length > 0) return rejectUnread(lengthFaults)
  if (!isReturnHeader400(header))
    return rejectUnread([{ line: 1, fault: 'not-a-return', detail: readRawAt(header, [1, 9]) }])
  if (!bank) return rejectUnread([{ line: 1, fault: 'unknown-bank', detail: readRawAt(header, [77, 79]) }])
  return readLines(bank, lines)
}

function readLines(bank: CnabBank, lines: readonly string[]): ReadReturn {
  const { details } = banks[bank].returns[400]
  const faults = listStructureFaults(bank, lines)
  const file = readOrReport(1, faults, () => readFile(bank, lines))
  const records = lines.flatMap((line, index): NumberedRecord[] => {
    if (index === 0 || !details[line.slice(0, 1)]) return []
    const record = readOrReport(index + 1, faults, () => readDetail400(bank, line))
    return record ? [{ line: index + 1, record }] : []
  })
  if (faults.length > 0) return { file, records, faults }
  const totalFaults = readOrReport(lines.length, faults, () => listTotalFaults(bank, lines, records))
  return { file, records, faults: [...faults, ...(totalFaults ?? [])] }
}

function rejectUnread(faults: ReturnFault[]): ReadReturn {
  return { file: null, records: [], faults }
}

function listStructureFaults(bank: CnabBank, lines: readonly string[]): ReturnFault[] {
  const { details, ignoredTypes } = banks[bank].returns[400]
  const knownTypes = Object.keys(details).join('') + ignoredTypes
  const unknownRecords = lines.slice(1, -1).flatMap((line, index): ReturnFault[] => {
    const isKnown = knownTypes.includes(line.slice(0, 1))
    return isKnown ? [] : [{ line: index + 2, fault: 'unknown-record', detail: line.slice(0, 1) }]
  })
  const sequenceFaults = lines.flatMap((line, index) =>
    listSequenceFaults(line, [395, 400], index + 1, index + 1),
  )
  return [...unknownRecords, ...sequenceFaults, ...listTrailerFaults(bank, lines)]
}

function listTrailerFaults(bank: CnabBank, lines: readonly string[]): ReturnFault[] {
  const trailer = lines.at(-1) ?? ''
  if (lines.length < 2 || !trailer.startsWith('9')) {
    return [{ line: lines.length, fault: 'trailer-missing', detail: trailer.slice(0, 1) }]
  }
  const code = readRawAt(trailer, banks[bank].returns[400].trailerBank ?? [5, 7])
  return code === bank ? [] : [{ line: lines.length, fault: 'wrong-bank', detail: code }]
}

function readFile(bank: CnabBank, lines: readonly string[]): ReturnFile {
  const layout = banks[bank].returns[400].header
  const [header = ''] = lines
  const date = layout.date ? readIsoDateAt(header, layout.date) : readDateAt(header, [95, 100])
  const agreement = readAgreement(header, layout.agreement)
  const sequence = layout.sequence ? readTextAt(header, layout.sequence) : ''
  const key = makeFileKey({ bank, format: 400, agreement, date, sequence }, lines)
  return { bank, format: 400, agreement, sequence, date, key }
}

function readAgreement(header: string, spans: readonly Span[]): string {
  const texts = spans.map((span) => readTextAt(header, span))
  return texts.find((text) => /[1-9A-Z]/i.test(text)) ?? ''
}

function listTotalFaults(
  bank: CnabBank,
  lines: readonly string[],
  records: readonly NumberedRecord[],
): ReturnFault[] {
  const line = lines.length
  return banks[bank].returns[400].totals.flatMap(({ span, kind, occurrences }): ReturnFault[] => {
    const countedRecords = records.filter(({ record }) => occurrences?.includes(record.occurrence) ?? true)
    const actualTotal =
      kind === 'count'
        ? countedRecords.length
        : countedRecords.reduce((sum, { record }) => sum + record.value, 0)
    const statedTotal = readNumberAt(lines.at(-1) ?? '', span)
    // A count of all details may include records of other types.
    const lineCount = line - 2 // without header and trailer
    const countsAllLines = kind === 'count' && !occurrences && statedTotal === lineCount
    const isEqual = statedTotal === actualTotal || countsAllLines
    return isEqual ? [] : [{ line, fault: kind, detail: `${span.join('-')}: ${statedTotal}, ${actualTotal}` }]
  })
}
