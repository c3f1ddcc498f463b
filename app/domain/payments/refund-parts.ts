import type { Centavos } from '#app/domain/platform/money.ts'

/** The number of values that are combined. Each further value would double the combinations. */
const MAX_VALUES = 12

/** Returns the indexes of the fewest values (two or more) whose sum is `sum`; undefined if there are none. */
export function findPartsOfSum(values: readonly Centavos[], sum: Centavos): number[] | undefined {
  let sums: { total: Centavos; indexes: number[] }[] = [{ total: 0, indexes: [] }]
  for (const [index, value] of values.slice(0, MAX_VALUES).entries())
    sums = [
      ...sums,
      ...sums.map(({ total, indexes }) => ({ total: total + value, indexes: [...indexes, index] })),
    ]
  return sums
    .filter(({ total, indexes }) => total === sum && indexes.length > 1)
    .toSorted((one, other) => one.indexes.length - other.indexes.length)
    .at(0)?.indexes
}
