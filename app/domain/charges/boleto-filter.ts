import type { BoletoState } from '#app/domain/charges/boleto-state.ts'

export const boletoFilter = {
  open: 1,
  overdue: 2,
  unregistered: 3,
  waiting: 4,
  sent: 5,
  registered: 6,
  rejected: 7,
  paid: 8,
  writtenOff: 9,
} as const

export type BoletoFilter = (typeof boletoFilter)[keyof typeof boletoFilter]

const ourNumberLengths = [8, 10, 11]
const openStates: readonly BoletoState[] = ['made', 'sent', 'registered']

export const filterConditions: Readonly<
  Record<BoletoFilter, { states: readonly BoletoState[]; isNotWithdrawn?: true; isOverdue?: true }>
> = {
  [boletoFilter.open]: { states: openStates, isNotWithdrawn: true },
  [boletoFilter.overdue]: { states: openStates, isNotWithdrawn: true, isOverdue: true },
  [boletoFilter.unregistered]: { states: ['made', 'sent'], isNotWithdrawn: true },
  [boletoFilter.waiting]: { states: ['made'] },
  [boletoFilter.sent]: { states: ['sent'] },
  [boletoFilter.registered]: { states: ['registered'] },
  [boletoFilter.rejected]: { states: ['rejected'] },
  [boletoFilter.paid]: { states: ['paid'] },
  [boletoFilter.writtenOff]: { states: ['written-off'] },
}

/** Returns our numbers that the search may mean: a printed number, or digits padded to the lengths of banks. */
export function listPossibleOurNumbers(search: string): string[] {
  const text = search.replace(/\s/g, '')
  const printedNumber =
    /^\d{2,3}\/(\d{8}|\d{11})-[\dP]$/i.exec(text)?.[1] ?? /^\d{7}(\d{10})$/.exec(text)?.[1]
  if (printedNumber) return [printedNumber]
  if (!/^\d{1,20}$/.test(text)) return []
  return [...new Set([text, ...ourNumberLengths.map((length) => text.padStart(length, '0'))])]
}
