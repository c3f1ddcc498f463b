import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

export type AcceptedWithdrawal = { on: CivilDate; lineIds: readonly number[] } // day of the request

export type MoneyBackFacts = {
  received: Centavos // payments of the order
  returned: Centavos // refunded, reversed, requested at the bank or waived
  cancelledOn: CivilDate | null // null unless it was cancelled after the payment
  lines: readonly { id: number; value: Centavos }[]
  accepted: readonly AcceptedWithdrawal[]
}

export type MoneyBack = {
  goods: Centavos // value of returned copies
  rest: Centavos // freight and other money, owed if the buyer returned everything
  returned: Centavos
  left: Centavos // still to be refunded
  /** day from which it is owed (CDC art. 49); null if nothing is owed */
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

/** Returns the day from which money is owed. Refunds count for the oldest withdrawals first. */
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
