import { banks } from '#app/domain/charges/banks/banks.ts'
import { rangeOfRecord } from '#app/domain/charges/boleto-number.ts'
import type {
  BankReturn,
  ReadReturn,
  ReturnEntry,
  ReturnFault,
  ReturnFile,
  ReturnRecord,
} from '#app/domain/charges/cnab/cnab-entry.ts'
import { readReturn240 } from '#app/domain/charges/cnab/cnab-return-240.ts'
import { readReturn400 } from '#app/domain/charges/cnab/cnab-return-400.ts'
import { bankLines } from '#app/domain/charges/cnab/cnab-text.ts'

/** Faults reported per file. */
const maxFaults = 100

/** 240 or 400 by the length of the first record. Any fault refuses the whole file: a skipped record
 * could be a payment. */
export function readBankReturn(content: Uint8Array): BankReturn {
  const lines = bankLines(content)
  const [first] = lines
  if (first === undefined) return refused([{ line: 1, fault: 'empty', detail: '' }])
  const format = formats.find((length) => withoutExcess(first, length).length === length)
  if (!format) return refused([{ line: 1, fault: 'record-length', detail: String(first.length) }])
  const records = lines.map((line) => withoutExcess(line, format))
  const { file, records: read, faults } = format === 400 ? readReturn400(records) : readReturn240(records)
  return file && faults.length === 0 ? { valid: true, file, entries: keyed(file, read) } : refused(faults)
}

const formats = [240, 400] as const

// Banks' own files have trailing blanks beyond the record length.
function withoutExcess(line: string, length: number): string {
  return line.slice(length).trim() === '' ? line.slice(0, length) : line
}

function refused(faults: ReturnFault[]): BankReturn {
  return { valid: false, faults: faults.toSorted((a, b) => a.line - b.line).slice(0, maxFaults) }
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

// The amount is part of the key: another amount on the same day is another payment. Numbers are unique within a range
// only: two accounts of the company at one bank may both have issued it.
function eventOf(record: ReturnRecord): string {
  const { bank, ourNumber, boletoNumber, documentNumber, occurrence, occurrenceDate, received } = record
  const range = rangeOfRecord(record)
  const numbered = range ? `${range}/${boletoNumber}` : `${bank}/${walletOf(record)}${ourNumber}`
  const boleto = /[1-9A-Z]/i.test(ourNumber) ? numbered : `${bank}/document ${documentNumber}`
  return `${boleto}/${occurrence}/${occurrenceDate ?? ''}/${received}`
}

function walletOf({ bank, wallet }: ReturnRecord): string {
  return banks[bank].isNumberedByWallet ? `${wallet}/` : ''
}
