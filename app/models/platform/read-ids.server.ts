import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

/**
 * Returns the ids for a change by id, because MariaDB scans the changed table if a subquery selects them.
 */
export async function readIds(query: { execute(): Promise<{ id: number }[]> }): Promise<number[]> {
  const rows = await query.execute()
  return nonEmptyIds(rows.map(({ id }) => id))
}
