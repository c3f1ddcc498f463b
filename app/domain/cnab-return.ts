import type {
  BankReturn,
  ReadReturn,
  ReturnEntry,
  ReturnFault,
  ReturnFile,
  ReturnRecord,
} from '#app/domain/cnab-entry.ts'
import { readReturn240 } from '#app/domain/cnab-return-240.ts'
import { readReturn400 } from '#app/domain/cnab-return-400.ts'
import { bankLines } from '#app/domain/cnab-text.ts'

/** No more faults of a file than this are told. */
const mostFaults = 100

/**
 * Reads a bank's return file, CNAB 240 or 400 by the length of its first record, of Banco do Brasil, Itaú or Bradesco
 * by its header. A file with any fault is refused whole: a record left out could be a payment.
 */
export function readBankReturn(content: Uint8Array): BankReturn {
  const lines = bankLines(content)
  const length = lines[0]?.length
  if (length === undefined) return refused([{ line: 1, fault: 'empty', detail: '' }])
  if (length !== 240 && length !== 400) {
    return refused([{ line: 1, fault: 'record-length', detail: String(length) }])
  }
  const { file, records, faults } = length === 400 ? readReturn400(lines) : readReturn240(lines)
  return file && faults.length === 0 ? { valid: true, file, entries: keyed(file, records) } : refused(faults)
}

function refused(faults: ReturnFault[]): BankReturn {
  return { valid: false, faults: faults.toSorted((a, b) => a.line - b.line).slice(0, mostFaults) }
}

function keyed(file: ReturnFile, records: ReadReturn['records']): ReturnEntry[] {
  const seen = new Map<string, number>()
  return records.map(({ line, record }) => {
    const event = eventOf(record)
    const times = (seen.get(event) ?? 0) + 1
    seen.set(event, times)
    return { ...record, line, lineKey: `${file.key}/${line}`, eventKey: `${event}/${times}` }
  })
}

// The amount is part of it: the same day another amount is another payment.
function eventOf({
  bank,
  wallet,
  ourNumber,
  documentNumber,
  occurrence,
  occurrenceDate,
  received,
}: ReturnRecord) {
  const slip = /[1-9A-Z]/i.test(ourNumber) ? `${wallet}/${ourNumber}` : `document ${documentNumber}`
  return `${bank}/${slip}/${occurrence}/${occurrenceDate ?? ''}/${received}`
}
