import { detailRecordType, readDetail400 } from '#app/domain/charges/cnab/cnab-detail-400.ts'
import type {
  ReadReturn,
  ReturnFault,
  ReturnFile,
  ReturnRecord,
} from '#app/domain/charges/cnab/cnab-entry.ts'
import type { CnabBank } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { knownBank, lengthFaults, readable, sequenceFault } from '#app/domain/charges/cnab/cnab-record.ts'
import { dateAt, numberAt, rawAt, type Span, textAt } from '#app/domain/charges/cnab/cnab-text.ts'

type Numbered = { line: number; record: ReturnRecord }

// Records beside the details: of Pix, fines, messages and shares of a payment; they move nothing here.
const besides: Record<CnabBank, string> = { '001': '2345', '341': '234567', '237': '234567' }

// Where the header has the agreement, and the number of the file (CBR643; Itaú; Bradesco 4008.524.0121).
const headers: Record<CnabBank, { agreement: Span; sequence: Span }> = {
  '001': { agreement: [150, 156], sequence: [101, 107] },
  '341': { agreement: [27, 38], sequence: [109, 113] },
  '237': { agreement: [27, 46], sequence: [109, 113] },
}

/** The bank of a CNAB 400 return file by its header; null where it is of another bank. */
export function bankOfHeader400(header: string): CnabBank | null {
  return knownBank(rawAt(header, [77, 79]))
}

/** True for the header of a return file: record 0, kind 2, and the word. */
export function isReturnHeader400(header: string): boolean {
  return rawAt(header, [1, 9]) === '02RETORNO'
}

/** Reads the records of a CNAB 400 return file: header, details in sequence, trailer whose sums agree. */
export function readReturn400(lines: readonly string[]): ReadReturn {
  const [header = ''] = lines
  const bank = bankOfHeader400(header)
  const wrong = lengthFaults(lines, 400)
  if (wrong.length > 0) return unread(wrong)
  if (!isReturnHeader400(header))
    return unread([{ line: 1, fault: 'not-a-return', detail: rawAt(header, [1, 9]) }])
  if (!bank) return unread([{ line: 1, fault: 'unknown-bank', detail: rawAt(header, [77, 79]) }])
  return readOf(bank, lines)
}

function readOf(bank: CnabBank, lines: readonly string[]): ReadReturn {
  const faults = structureFaults(bank, lines)
  const file = readable(1, faults, () => fileOf(bank, lines[0] ?? ''))
  const records = lines.flatMap((line, index): Numbered[] => {
    if (!line.startsWith(detailRecordType(bank)) || index === 0) return []
    const record = readable(index + 1, faults, () => readDetail400(bank, line))
    return record ? [{ line: index + 1, record }] : []
  })
  if (faults.length > 0) return { file, records, faults }
  const sums = readable(lines.length, faults, () => totalFaults(bank, lines, records))
  return { file, records, faults: [...faults, ...(sums ?? [])] }
}

function unread(faults: ReturnFault[]): ReadReturn {
  return { file: null, records: [], faults }
}

function structureFaults(bank: CnabBank, lines: readonly string[]): ReturnFault[] {
  const kinds = detailRecordType(bank) + besides[bank]
  const inner = lines.slice(1, -1).flatMap((line, index): ReturnFault[] => {
    const isKnown = kinds.includes(line.slice(0, 1))
    return isKnown ? [] : [{ line: index + 2, fault: 'unknown-record', detail: line.slice(0, 1) }]
  })
  const order = lines.flatMap((line, index) => sequenceFault(line, [395, 400], index + 1, index + 1))
  return [...inner, ...order, ...trailerFaults(bank, lines)]
}

function trailerFaults(bank: CnabBank, lines: readonly string[]): ReturnFault[] {
  const trailer = lines.at(-1) ?? ''
  if (lines.length < 2 || !trailer.startsWith('9')) {
    return [{ line: lines.length, fault: 'trailer-missing', detail: trailer.slice(0, 1) }]
  }
  const code = rawAt(trailer, [5, 7])
  return code === bank ? [] : [{ line: lines.length, fault: 'wrong-bank', detail: code }]
}

function fileOf(bank: CnabBank, header: string): ReturnFile {
  const layout = headers[bank]
  const date = dateAt(header, [95, 100])
  const agreement = textAt(header, layout.agreement)
  const sequence = textAt(header, layout.sequence)
  const key = `${bank}/400/${agreement}/${date ?? ''}/${sequence}`
  return { bank, format: 400, agreement, sequence, date, key }
}

/** A number of the trailer and what it says of the details: how many, or the sum of their values. */
type Total = { span: Span; of: 'count' | 'sum'; occurrences: readonly string[] | null }

// Banco do Brasil's trailer has the totals of its whole portfolio, not of the file.
const totals: Record<CnabBank, readonly Total[]> = {
  '001': [],
  '341': [
    { span: [213, 220], of: 'count', occurrences: null },
    { span: [221, 234], of: 'sum', occurrences: null },
  ],
  '237': [
    { span: [58, 62], of: 'count', occurrences: ['02'] },
    { span: [63, 74], of: 'sum', occurrences: ['02'] },
    { span: [87, 91], of: 'count', occurrences: ['06'] },
  ],
}

function totalFaults(bank: CnabBank, lines: readonly string[], records: readonly Numbered[]): ReturnFault[] {
  const line = lines.length
  return totals[bank].flatMap(({ span, of, occurrences }): ReturnFault[] => {
    const counted = records.filter(({ record }) => occurrences?.includes(record.occurrence) ?? true)
    const found = of === 'count' ? counted.length : counted.reduce((sum, { record }) => sum + record.value, 0)
    const said = numberAt(lines.at(-1) ?? '', span)
    // A count of all details may take in the records beside them.
    const holds = said === found || (of === 'count' && !occurrences && said === line - 2)
    return holds ? [] : [{ line, fault: of, detail: `${span.join('-')}: ${said}, ${found}` }]
  })
}
