import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

export type AcceptedWithdrawal = { on: CivilDate; lineIds: readonly number[] } // requested on this day

export type MoneyBackFacts = {
  received: Centavos // payments for the order
  returned: Centavos // refunded, charged back, requested from the bank or waived
  cancelledOn: CivilDate | null // null unless it was cancelled after payment
  lines: readonly { id: number; value: Centavos }[]
  accepted: readonly AcceptedWithdrawal[]
}

export type MoneyBack = {
  goods: Centavos // value of the returned copies
  rest: Centavos // freight and other money, owed when the buyer returned everything
  returned: Centavos
  left: Centavos // still to be refunded
  /** day since which it is owed, immediately (CDC art. 49); null if nothing is owed */
  since: CivilDate | null
}

export function moneyBack(facts: MoneyBackFacts): MoneyBack {
  const { received, returned, cancelledOn, lines } = facts
  const givenBack = new Set(facts.accepted.flatMap(({ lineIds }) => lineIds))
  const back = cancelledOn === null ? lines.filter(({ id }) => givenBack.has(id)) : lines
  const isWhole = cancelledOn !== null || (lines.length > 0 && back.length === lines.length)
  const goods = Math.min(received, sum(back))
  const rest = isWhole ? received - goods : 0
  const left = Math.max(0, goods + rest - returned)
  return { goods, rest, returned, left, since: left === 0 ? null : findOwedSince(facts) }
}

/** Returns the day since which money is owed. Refunds pay the oldest withdrawals first. */
function findOwedSince({ returned, cancelledOn, lines, accepted }: MoneyBackFacts): CivilDate | null {
  const inOrder = accepted.toSorted((one, other) => one.on.localeCompare(other.on))
  let owedAmount = 0
  for (const { on, lineIds } of inOrder) {
    owedAmount += sum(lines.filter(({ id }) => lineIds.includes(id)))
    if (owedAmount > returned) return on
  }
  return cancelledOn ?? inOrder.at(-1)?.on ?? null
}

function sum(lines: readonly { value: Centavos }[]): Centavos {
  return lines.reduce((total, { value }) => total + value, 0)
}
