import type { Centavos } from '#app/domain/platform/money.ts'

type Line = { value: Centavos; isGivenBack: boolean }

/**
 * Returns each line's share of the refunds: returned copies first, then the others. The excess was for
 * freight.
 */
export function splitReturnedAmount(returnedAmount: Centavos, lines: readonly Line[]): Centavos[] {
  const listValues = (isGivenBack: boolean) =>
    lines.map((line) => (line.isGivenBack === isGivenBack ? line.value : 0))
  const returnedShares = splitByValue(returnedAmount, listValues(true))
  const otherShares = splitByValue(returnedAmount - sum(returnedShares), listValues(false))
  return lines.map((_, index) => (returnedShares[index] ?? 0) + (otherShares[index] ?? 0))
}

/** Splits the amount in proportion to the values, without a rest. No share exceeds its value. */
function splitByValue(amount: Centavos, values: readonly Centavos[]): Centavos[] {
  const total = sum(values)
  const splitAmount = Math.min(amount, total)
  // The product of two amounts may exceed the safe integers.
  const roundShare = (partialSum: Centavos) =>
    Number((BigInt(splitAmount) * BigInt(partialSum)) / BigInt(total))
  let sumBefore = 0
  return values.map((value) => {
    const [from, to] = [sumBefore, sumBefore + value]
    sumBefore = to
    return total === 0 ? 0 : roundShare(to) - roundShare(from)
  })
}

function sum(values: readonly Centavos[]): Centavos {
  return values.reduce((total, value) => total + value, 0)
}
