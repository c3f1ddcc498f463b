import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** A withdrawal that was accepted, with the day it was asked for. */
export type AcceptedWithdrawal = { on: CivilDate; lineIds: readonly number[] }

export type MoneyBackFacts = {
  /** what paid the order */
  received: Centavos
  /** refunded, taken back by bank or gateway, asked of the bank, or waived */
  returned: Centavos
  /** null unless the order was cancelled after it had been paid */
  cancelledOn: CivilDate | null
  lines: readonly { id: number; value: Centavos }[]
  accepted: readonly AcceptedWithdrawal[]
}

export type MoneyBack = {
  /** of the copies given back */
  goods: Centavos
  /** freight and whatever else was paid, once nothing of the order remains with the buyer */
  rest: Centavos
  returned: Centavos
  /** still to be refunded */
  left: Centavos
  /** the day since which it is owed, at once (CDC art. 49); null where nothing is */
  since: CivilDate | null
}

/** Computes the amount owed to the buyer over all accepted withdrawals, in centavos (D152). */
export function moneyBack(facts: MoneyBackFacts): MoneyBack {
  const { received, returned, cancelledOn, lines } = facts
  const givenBack = new Set(facts.accepted.flatMap(({ lineIds }) => lineIds))
  const back = cancelledOn === null ? lines.filter(({ id }) => givenBack.has(id)) : lines
  const isWhole = cancelledOn !== null || (lines.length > 0 && back.length === lines.length)
  const goods = Math.min(received, sum(back))
  const rest = isWhole ? received - goods : 0
  const left = Math.max(0, goods + rest - returned)
  return { goods, rest, returned, left, since: left === 0 ? null : owedSince(facts) }
}

/** Refunds pay the oldest withdrawal first; what all of them leave is owed since the last one or the cancellation. */
function owedSince({ returned, cancelledOn, lines, accepted }: MoneyBackFacts): CivilDate | null {
  const inOrder = accepted.toSorted((one, other) => one.on.localeCompare(other.on))
  let owed = 0
  for (const { on, lineIds } of inOrder) {
    owed += sum(lines.filter(({ id }) => lineIds.includes(id)))
    if (owed > returned) return on
  }
  return cancelledOn ?? inOrder.at(-1)?.on ?? null
}

function sum(lines: readonly { value: Centavos }[]): Centavos {
  return lines.reduce((total, { value }) => total + value, 0)
}
