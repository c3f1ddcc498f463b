/** What staff ask the list of slips for, by the codes of its address; 'waiting' is made and not sent. */
export const slipFilter = {
  waiting: 1,
  sent: 2,
  registered: 3,
  rejected: 4,
  overdue: 5,
  paid: 6,
  writtenOff: 7,
} as const

export type SlipFilter = (typeof slipFilter)[keyof typeof slipFilter]

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
