import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { ImportRow } from '#app/models/backoffice/import/imports.server.ts'
import { isActivePrintedCopy } from '#app/models/catalogue/publication-edit.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

/** `awaitingCount` counts subscriptions that would wait for a copy. `cells` are the values of a new record. */
export type CsvLineRow = ImportRow & { awaitingCount: number; cells: Readonly<Record<string, string>> }

/** Adds the present number of affected subscriptions. Later purchases and expiries may change the number. */
export async function addLineEffects(rows: readonly ImportRow[], today: CivilDate): Promise<CsvLineRow[]> {
  const newVersionIds = rows.flatMap(({ id, changes }) => (changes?.version ? id : []))
  const newRecordIds = rows.flatMap(({ id, changes, state }) => (changes || state !== 'ready' ? [] : id))
  const countsQuery = selectAwaitingCounts(today).where('line.id', 'in', nonEmptyIds(newVersionIds))
  const counts = newVersionIds.length > 0 ? await countsQuery.execute() : []
  const countById = new Map(counts.map(({ id, count }) => [id, count]))
  const cellsById = await findCellsById(newRecordIds)
  return rows.map((row) => ({
    ...row,
    awaitingCount: countById.get(row.id) ?? 0,
    cells: cellsById.get(row.id) ?? {},
  }))
}

async function findCellsById(ids: readonly number[]): Promise<Map<number, Record<string, string>>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('import_records').where('id', 'in', ids).select(['id', 'body']).execute()
  return new Map(
    rows.map(({ id, body }) => {
      const { cells = {} }: { cells?: Record<string, string> } = JSON.parse(body)
      return [id, cells]
    }),
  )
}

export async function countAwaitingRevision(importId: number, today: CivilDate): Promise<number> {
  const rows = await selectAwaitingCounts(today).where('line.import_id', '=', importId).execute()
  let sum = 0
  for (const { count } of rows) sum += count
  return sum
}

/**
 * Counts, by line with a new version, the printed subscriptions that would wait for a copy of this version.
 */
function selectAwaitingCounts(today: CivilDate) {
  return db
    .selectFrom('import_records as line')
    .innerJoin('subscriptions', 'subscriptions.publication_id', 'line.target_id')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .where('line.kind', '=', 'publications')
    .where('line.state', '=', 'ready')
    .where('line.changes', 'like', '%"version":[%')
    .where(isActivePrintedCopy(today))
    .groupBy('line.id')
    .select('line.id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
}
