import { type Expression, type RawBuilder, sql } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { db } from '#app/models/platform/db.server.ts'

/** When the work is looked at; the civil date is that of São Paulo. */
export type Moment = {
  now: Date
  today: CivilDate
  /** hours within which an NF-e may be cancelled, null while the fiscal settings are missing */
  invoiceHours: number | null
}

/** Selects the id of each waiting record and since when it waits. */
export type WaitingRecords = Expression<{ id: number; since: Date }>

export type WaitingQuery = {
  name: string
  records: WaitingRecords
  /** counts as late what has waited since before */
  lateBefore: Date | null
}

/** `id` and `since` are those of the record that has waited longest. */
export type Waiting = { count: number; late: number; id: number; since: Date }

/** Noon in São Paulo, where only the day is known. */
export function atNoon(day: RawBuilder<unknown>) {
  return sql<Date>`timestamp(${day}, '15:00:00')`
}

/**
 * Counts the waiting records of all queries in one statement; a query without records has no entry. `alias` names the
 * statement where it is read.
 */
export async function countWaiting(
  queries: readonly WaitingQuery[],
  alias: keyof typeof aliases = 'waiting_work',
): Promise<Map<string, Waiting>> {
  const { rows } = await sql<Row>`select name, count, late, oldest from (${sql.join(
    queries.map(summarise),
    sql` union all `,
  )}) as ${aliases[alias]} where count > 0`.execute(db)
  return new Map(rows.map((row) => [row.name, readRow(row)]))
}

const aliases = { waiting_work: sql`waiting_work`, menu_counts: sql`menu_counts` }

type Row = { name: string; count: number; late: string | number | null; oldest: string }

function summarise({ name, records, lateBefore }: WaitingQuery) {
  const isLate = lateBefore === null ? sql`0` : sql`records.since < ${lateBefore}`
  return sql`select ${name} as name, count(*) as count, sum(${isLate}) as late,
    min(concat(date_format(records.since, '%Y-%m-%dT%H:%i:%sZ'), ' ', lpad(records.id, 10, '0'))) as oldest
    from ${records} as records`
}

function readRow({ count, late, oldest }: Row): Waiting {
  const [since = '', id] = oldest.split(' ')
  return { count: Number(count), late: Number(late ?? 0), id: Number(id), since: new Date(since) }
}
