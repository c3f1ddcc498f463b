import type { Centavos } from '#app/domain/platform/money.ts'

type Line = { value: Centavos; isGivenBack: boolean }

/**
 * Splits what went back to the buyer of an order over its lines: copies given back come first, then the others in
 * proportion to their values: an amount says not whether it was for goods or freight. What exceeds all lines was freight.
 */
export function shareReturned(returned: Centavos, lines: readonly Line[]): Centavos[] {
  const valuesOf = (isGivenBack: boolean) =>
    lines.map((line) => (line.isGivenBack === isGivenBack ? line.value : 0))
  const ofGivenBack = splitByValue(returned, valuesOf(true))
  const ofOthers = splitByValue(returned - sum(ofGivenBack), valuesOf(false))
  return lines.map((_, index) => (ofGivenBack[index] ?? 0) + (ofOthers[index] ?? 0))
}

/** The shares sum up to the amount, or to all values where it exceeds them. */
function splitByValue(amount: Centavos, values: readonly Centavos[]): Centavos[] {
  const total = sum(values)
  const split = Math.min(amount, total)
  // The product of two amounts exceeds what a number holds exactly.
  const upTo = (part: Centavos) => Number((BigInt(split) * BigInt(part)) / BigInt(total))
  let before = 0
  return values.map((value) => {
    const [from, to] = [before, before + value]
    before = to
    return total === 0 ? 0 : upTo(to) - upTo(from)
  })
}

function sum(values: readonly Centavos[]): Centavos {
  return values.reduce((total, value) => total + value, 0)
}
