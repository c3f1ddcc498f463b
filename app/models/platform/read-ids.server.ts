/** Returns the ids for a change by id. MariaDB scans the changed table if a subquery selects them. */
export async function readIds(query: { execute(): Promise<{ id: number }[]> }): Promise<number[]> {
  const rows = await query.execute()
  return [0, ...rows.map(({ id }) => id)]
}
