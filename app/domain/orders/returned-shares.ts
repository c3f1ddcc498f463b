import type { Centavos } from '#app/domain/platform/money.ts'

type Line = { value: Centavos; isGivenBack: boolean }

/** Assigns refunded money to returned copies first, then to the others by value; the excess was for freight. */
export function shareReturned(returned: Centavos, lines: readonly Line[]): Centavos[] {
  const valuesOf = (isGivenBack: boolean) =>
    lines.map((line) => (line.isGivenBack === isGivenBack ? line.value : 0))
  const ofGivenBack = splitByValue(returned, valuesOf(true))
  const ofOthers = splitByValue(returned - sum(ofGivenBack), valuesOf(false))
  return lines.map((_, index) => (ofGivenBack[index] ?? 0) + (ofOthers[index] ?? 0))
}

/** Returns shares by value that add up to the amount, or to all values if it exceeds them. */
function splitByValue(amount: Centavos, values: readonly Centavos[]): Centavos[] {
  const total = sum(values)
  const split = Math.min(amount, total)
  // The product of two amounts can exceed the safe integers.
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
