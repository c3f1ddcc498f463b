import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

export type AcceptedWithdrawal = { on: CivilDate; lineIds: readonly number[] } // requested on this day

export type MoneyBackFacts = {
  received: Centavos // what paid the order
  returned: Centavos // refunded, charged back, requested from the bank, or waived
  cancelledOn: CivilDate | null // null unless cancelled after payment
  lines: readonly { id: number; value: Centavos }[]
  accepted: readonly AcceptedWithdrawal[]
}

export type MoneyBack = {
  goods: Centavos // of the copies given back
  rest: Centavos // freight and other money, once the buyer keeps nothing of the order
  returned: Centavos
  left: Centavos // still to be refunded
  /** day since which it is owed, at once (CDC art. 49); null for nothing */
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
  return { goods, rest, returned, left, since: left === 0 ? null : owedSince(facts) }
}

/** Refunds pay the oldest withdrawal first; the remainder is owed since the last one or the cancellation. */
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
