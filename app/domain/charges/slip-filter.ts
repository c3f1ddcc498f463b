import type { SlipState } from '#app/domain/charges/slip-state.ts'

/** What staff ask the list of slips for, by the codes of its address. */
export const slipFilter = {
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

export type SlipFilter = (typeof slipFilter)[keyof typeof slipFilter]

const open: readonly SlipState[] = ['made', 'sent', 'registered']

/** The states a filter means. What is open, overdue or unregistered is wanted still; the others are whatever became of them. */
export const filteredStates: Readonly<
  Record<SlipFilter, { states: readonly SlipState[]; isWanted?: true; isOverdue?: true }>
> = {
  [slipFilter.open]: { states: open, isWanted: true },
  [slipFilter.overdue]: { states: open, isWanted: true, isOverdue: true },
  [slipFilter.unregistered]: { states: ['made', 'sent'], isWanted: true },
  [slipFilter.waiting]: { states: ['made'] },
  [slipFilter.sent]: { states: ['sent'] },
  [slipFilter.registered]: { states: ['registered'] },
  [slipFilter.rejected]: { states: ['rejected'] },
  [slipFilter.paid]: { states: ['paid'] },
  [slipFilter.writtenOff]: { states: ['written-off'] },
}

/**
 * The digits a slip may be found by: a printed "nosso número" without agreement, wallet and check digit, and whatever
 * was typed filled up to the lengths of the banks (8, 10 and 11). None for what is no number.
 */
export function ourNumbersOf(search: string): string[] {
  const text = search.replace(/\s/g, '')
  const printed = /^\d{2,3}\/(\d{8}|\d{11})-[\dP]$/i.exec(text)?.[1] ?? /^\d{7}(\d{10})$/.exec(text)?.[1]
  if (printed) return [printed]
  if (!/^\d{1,20}$/.test(text)) return []
  return [...new Set([text, ...[8, 10, 11].map((length) => text.padStart(length, '0'))])]
}
