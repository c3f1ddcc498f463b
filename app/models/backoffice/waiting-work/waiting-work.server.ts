import { type Expression, type RawBuilder, sql } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { db } from '#app/models/platform/db.server.ts'

/** The time of the query and its date in São Paulo. */
export type QueryTime = {
  now: Date
  today: CivilDate
  /** hours within which an NF-e can be cancelled, or null if there are no fiscal settings */
  invoiceHours: number | null
}

/** A query that selects the id of each waiting record and the start of its wait. */
export type WaitingRecords = Expression<{ id: number; since: Date }>

export type WaitingQuery = {
  name: string
  records: WaitingRecords
  /** waits that started before this time are late */
  lateBefore: Date | null
}

/** `id` and `since` belong to the record that has waited longest. */
export type Waiting = { count: number; late: number; id: number; since: Date }

/** Returns noon in São Paulo (15:00 UTC) on this date because the wait's time of day is unknown. */
export function toNoon(day: RawBuilder<unknown>) {
  return sql<Date>`timestamp(${day}, '15:00:00')`
}

/** Counts the records of all queries in one statement, named `alias` in logs. Omits queries without records. */
export async function countWaiting(
  queries: readonly WaitingQuery[],
  alias: keyof typeof aliases = 'waiting_work',
): Promise<Map<string, Waiting>> {
  const summaries = sql.join(queries.map(selectSummary), sql` union all `)
  const { rows } = await sql<SummaryRow>`select name, count, late, oldest
    from (${summaries}) as ${aliases[alias]} where count > 0`.execute(db)
  return new Map(rows.map((row) => [row.name, parseSummary(row)]))
}

const aliases = { waiting_work: sql`waiting_work`, menu_counts: sql`menu_counts` }

type SummaryRow = { name: string; count: number; late: string | number | null; oldest: string }

function selectSummary({ name, records, lateBefore }: WaitingQuery) {
  const isLate = lateBefore === null ? sql`0` : sql`records.since < ${lateBefore}`
  return sql`select ${name} as name, count(*) as count, sum(${isLate}) as late,
    min(concat(date_format(records.since, '%Y-%m-%dT%H:%i:%sZ'), ' ', lpad(records.id, 10, '0'))) as oldest
    from ${records} as records`
}

function parseSummary({ count, late, oldest }: SummaryRow): Waiting {
  const [since = '', id] = oldest.split(' ')
  return { count: Number(count), late: Number(late ?? 0), id: Number(id), since: new Date(since) }
}
