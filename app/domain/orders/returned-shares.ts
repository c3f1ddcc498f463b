import type { Centavos } from '#app/domain/platform/money.ts'

type Line = { value: Centavos; isGivenBack: boolean }

/** Assigns refunds to returned copies, then by value to others. The excess was for freight. */
export function splitReturnedAmount(returnedAmount: Centavos, lines: readonly Line[]): Centavos[] {
  const listValues = (isGivenBack: boolean) =>
    lines.map((line) => (line.isGivenBack === isGivenBack ? line.value : 0))
  const ofGivenBack = splitByValue(returnedAmount, listValues(true))
  const ofOthers = splitByValue(returnedAmount - sum(ofGivenBack), listValues(false))
  return lines.map((_, index) => (ofGivenBack[index] ?? 0) + (ofOthers[index] ?? 0))
}

/** Returns shares by value whose sum is the amount; at most the values. */
function splitByValue(amount: Centavos, values: readonly Centavos[]): Centavos[] {
  const total = sum(values)
  const split = Math.min(amount, total)
  // The product of two amounts may exceed the safe integers.
  const roundShare = (part: Centavos) => Number((BigInt(split) * BigInt(part)) / BigInt(total))
  let before = 0
  return values.map((value) => {
    const [from, to] = [before, before + value]
    before = to
    return total === 0 ? 0 : roundShare(to) - roundShare(from)
  })
}

function sum(values: readonly Centavos[]): Centavos {
  return values.reduce((total, value) => total + value, 0)
}
