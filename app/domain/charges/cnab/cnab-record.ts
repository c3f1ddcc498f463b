import type { ReturnFault } from '#app/domain/charges/cnab/cnab-entry.ts'
import type { OccurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { rawAt, type Span, UnreadableField } from '#app/domain/charges/cnab/cnab-text.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** The lines that have not the length of a record of their format. */
export function lengthFaults(lines: readonly string[], length: number): ReturnFault[] {
  return lines.flatMap((line, index): ReturnFault[] =>
    line.length === length ? [] : [{ line: index + 1, fault: 'record-length', detail: String(line.length) }],
  )
}

/** A fault where the number a record carries is not the one of its place. */
export function sequenceFault(record: string, span: Span, expected: number, line: number): ReturnFault[] {
  const said = rawAt(record, span)
  if (/^\d+$/.test(said) && Number(said) === expected) return []
  return [{ line, fault: 'sequence', detail: `${said}, ${expected}` }]
}

/** What `read` gives, or null and one more fault when a field cannot be read. */
export function readable<Read>(line: number, faults: ReturnFault[], read: () => Read): Read | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UnreadableField)) throw error
    faults.push({ line, fault: 'unreadable-field', detail: error.message })
    return null
  }
}

/** What the amount field is worth: money only when the occurrence is a payment; `withheld` the bank took out of it. */
export function amountsOf(meaning: OccurrenceMeaning, received: Centavos, withheld: Centavos = 0) {
  return { meaning, received, paid: meaning === 'settled' ? received + withheld : null }
}
