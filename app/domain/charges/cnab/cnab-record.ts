import type { ReturnFault, ReturnFile } from '#app/domain/charges/cnab/cnab-entry.ts'
import type { OccurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { readRawAt, type Span, UnreadableField } from '#app/domain/charges/cnab/cnab-text.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

export function listLengthFaults(lines: readonly string[], recordLength: number): ReturnFault[] {
  return lines.flatMap((line, index): ReturnFault[] =>
    line.length === recordLength
      ? []
      : [{ line: index + 1, fault: 'record-length', detail: String(line.length) }],
  )
}

export function listSequenceFaults(
  record: string,
  span: Span,
  expectedNumber: number,
  line: number,
): ReturnFault[] {
  const statedNumber = readRawAt(record, span)
  if (/^\d+$/.test(statedNumber) && Number(statedNumber) === expectedNumber) return []
  return [{ line, fault: 'sequence', detail: `${statedNumber}, ${expectedNumber}` }]
}

/** Returns what `read` returns. If a field is unreadable, adds a fault to `faults` and returns null. */
export function readOrReport<Read>(line: number, faults: ReturnFault[], read: () => Read): Read | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UnreadableField)) throw error
    faults.push({ line, fault: 'unreadable-field', detail: error.message })
    return null
  }
}

/** Returns the amounts of a record. Only a settlement has a paid amount, which includes the bank's fee. */
export function toRecordAmounts(
  meaning: OccurrenceMeaning,
  receivedAmount: Centavos,
  deductedFee: Centavos = 0,
) {
  return { meaning, receivedAmount, paidAmount: meaning === 'settled' ? receivedAmount + deductedFee : null }
}

/** Returns the key of a file. Without a file number, a checksum distinguishes two files of one day. */
export function makeFileKey(
  { bank, format, agreement, date, sequence }: Omit<ReturnFile, 'key'>,
  lines: readonly string[],
): string {
  const hasFileNumber = /[1-9]/.test(sequence)
  const checksumPart = hasFileNumber ? '' : `/${computeChecksum(lines)}`
  return `${bank}/${format}/${agreement}/${date ?? ''}/${sequence}${checksumPart}`
}

/** Returns the FNV-1a hash of the lines (32 bits, hexadecimal). */
function computeChecksum(lines: readonly string[]): string {
  let hash = 0x811c9dc5
  for (const character of lines.join('\n')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(16)
}
