import { createHash } from 'node:crypto'
import type { TextRow } from '#db/backup/snapshot.ts'

type TableContents = { rows: number; digest: bigint }

/** The number of rows of each table, and a digest that is independent of their sequence. */
export type Contents = ReadonlyMap<string, TableContents>

/** Reads all rows of the tables with `readRows`. Returns their counts and digests. */
export async function readContents<T extends { name: string }>(
  tables: readonly T[],
  readRows: (table: T) => AsyncIterable<TextRow>,
): Promise<Contents> {
  const contents = new Map<string, TableContents>()
  for (const table of tables) {
    const tableContents = { rows: 0, digest: 0n }
    for await (const row of readRows(table)) {
      tableContents.rows += 1
      tableContents.digest ^= createHash('sha1').update(JSON.stringify(row)).digest().readBigUInt64BE()
    }
    contents.set(table.name, tableContents)
  }
  return contents
}

/** Returns tables that only one side has or whose rows differ. */
export function listDifferingTables(first: Contents, second: Contents): string[] {
  return [...new Set([...first.keys(), ...second.keys()])].filter((name) => {
    const [firstTable, secondTable] = [first.get(name), second.get(name)]
    return (
      !firstTable ||
      !secondTable ||
      firstTable.rows !== secondTable.rows ||
      firstTable.digest !== secondTable.digest
    )
  })
}
