import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

export type AcceptedWithdrawal = { date: CivilDate; lineIds: readonly number[] } // day of the request

export type MoneyBackInput = {
  received: Centavos // payments of the order
  returned: Centavos // refunded, reversed, requested at the bank or waived
  cancelledOn: CivilDate | null // null unless the order was cancelled after the payment
  lines: readonly { id: number; value: Centavos }[]
  acceptedWithdrawals: readonly AcceptedWithdrawal[]
}

export type MoneyBack = {
  goods: Centavos // value of returned copies
  remainder: Centavos // freight and other money, owed if the buyer returned everything
  returned: Centavos
  owed: Centavos // still to be refunded
  /** day from which the money is owed (CDC art. 49); null if nothing is owed */
  since: CivilDate | null
}

/** Returns the money that the shop owes the buyer after a cancellation or accepted withdrawals. */
export function calculateMoneyBack(data: MoneyBackInput): MoneyBack {
  const { received, returned, cancelledOn, lines } = data
  const returnedLineIds = new Set(data.acceptedWithdrawals.flatMap(({ lineIds }) => lineIds))
  const returnedLines = cancelledOn === null ? lines.filter(({ id }) => returnedLineIds.has(id)) : lines
  const isEverythingReturned =
    cancelledOn !== null || (lines.length > 0 && returnedLines.length === lines.length)
  const goods = Math.min(received, sumValues(returnedLines))
  const remainder = isEverythingReturned ? received - goods : 0
  const owed = Math.max(0, goods + remainder - returned)
  return { goods, remainder, returned, owed, since: owed === 0 ? null : findOwedSince(data) }
}

/** Returns the day from which money is owed. Refunds count for the oldest withdrawals first. */
function findOwedSince({
  returned,
  cancelledOn,
  lines,
  acceptedWithdrawals,
}: MoneyBackInput): CivilDate | null {
  const withdrawalsByDate = acceptedWithdrawals.toSorted((left, right) => left.date.localeCompare(right.date))
  let owedAmount = 0
  for (const { date, lineIds } of withdrawalsByDate) {
    owedAmount += sumValues(lines.filter(({ id }) => lineIds.includes(id)))
    if (owedAmount > returned) return date
  }
  return cancelledOn ?? withdrawalsByDate.at(-1)?.date ?? null
}

function sumValues(lines: readonly { value: Centavos }[]): Centavos {
  return lines.reduce((total, { value }) => total + value, 0)
}
