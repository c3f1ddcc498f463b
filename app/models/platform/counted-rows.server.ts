type Counted = { countOfAll: number | null }

/**
 * A page of rows and how many there are in all, from one statement whose rows carry the count: the server counts once.
 * Only behind the last page, where there is no row, `countAll` is asked.
 */
export async function countedRows<Row extends Counted>(
  counted: readonly Row[],
  countAll: () => Promise<{ count: number }>,
): Promise<{ rows: Omit<Row, 'countOfAll'>[]; count: number }> {
  const rows = counted.map(({ countOfAll, ...row }) => row)
  return { rows, count: counted[0]?.countOfAll ?? (await countAll()).count }
}
