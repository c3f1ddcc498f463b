import { banks } from '#app/domain/charges/banks/banks.ts'
import { getRecordNumberRange } from '#app/domain/charges/boleto-number.ts'
import type {
  BankReturn,
  ReadReturn,
  ReturnEntry,
  ReturnFault,
  ReturnFile,
  ReturnRecord,
} from '#app/domain/charges/cnab/cnab-entry.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { readReturn240 } from '#app/domain/charges/cnab/cnab-return-240.ts'
import { readReturn400 } from '#app/domain/charges/cnab/cnab-return-400.ts'
import { splitBankLines } from '#app/domain/charges/cnab/cnab-text.ts'

const maxFaults = 100

/** Parses a return file. A fault rejects the file because a skipped record could be a payment. */
export function readBankReturn(content: Uint8Array): BankReturn {
  const lines = splitBankLines(content)
  const [header] = lines
  if (header === undefined) return rejectFile([{ line: 1, fault: 'empty', detail: '' }])
  const format = findFormat(header)
  if (!format) return rejectFile([{ line: 1, fault: 'record-length', detail: String(header.length) }])
  const records = lines.map((line) => padRecord(line, format))
  const result = format === 400 ? readReturn400(records) : readReturn240(records)
  const { file, faults } = result
  const doubts = faults.filter(isTotalFault)
  if (!file || doubts.length < faults.length) return rejectFile(faults)
  return { valid: true, file, entries: addKeys(file, result.records), doubts: doubts.slice(0, maxFaults) }
}

function isTotalFault({ fault }: ReturnFault): boolean {
  return fault === 'count' || fault === 'sum'
}

// Programs and editors trim lines, so the length of the first line does not reveal the format.
function findFormat(header: string): CnabFormat | undefined {
  if (header.startsWith('02RETORNO')) return 400
  if (/^\d{3}00000/.test(header) && header.length <= 240) return 240
  return ([240, 400] as const).find(
    (length) => header.length >= length && padRecord(header, length).length === length,
  )
}

// Restores trimmed blanks and removes those that banks add after the record.
function padRecord(line: string, length: number): string {
  return line.slice(length).trim() === '' ? line.slice(0, length).padEnd(length) : line
}

function rejectFile(faults: ReturnFault[]): BankReturn {
  return {
    valid: false,
    faults: faults.toSorted((left, right) => left.line - right.line).slice(0, maxFaults),
  }
}

function addKeys(file: ReturnFile, records: ReadReturn['records']): ReturnEntry[] {
  const countsByKey = new Map<string, number>()
  return records.map(({ line, record }) => {
    const range = getRecordNumberRange({ ...record, agreement: file.agreement })
    const eventKey = formatEventKey(record, range)
    const ordinal = (countsByKey.get(eventKey) ?? 0) + 1
    countsByKey.set(eventKey, ordinal)
    return { ...record, line, lineKey: `${file.key}/${line}`, eventKey: `${eventKey}/${ordinal}`, range }
  })
}

// Returns the event's key. It includes the amount because another amount on the same day is another payment. It
// includes the range because two accounts of the company at one bank may both have issued the number.
function formatEventKey(record: ReturnRecord, range: string | null): string {
  const { bank, ourNumber, boletoNumber, documentNumber, occurrence, occurrenceDate, receivedAmount } = record
  const numberedKey = range ? `${range}/${boletoNumber}` : `${bank}/${formatWallet(record)}${ourNumber}`
  const hasNumber = /[1-9A-Z]/i.test(ourNumber)
  const boletoKey = hasNumber ? numberedKey : `${bank}/document ${documentNumber}`
  return `${boletoKey}/${occurrence}/${occurrenceDate ?? ''}/${receivedAmount}`
}

function formatWallet({ bank, wallet }: ReturnRecord): string {
  return banks[bank].isNumberedByWallet ? `${wallet}/` : ''
}
