import { type RawBuilder, sql } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { settleSeconds } from '#app/domain/platform/record-changes.ts'
import type { StampedTable } from '#app/models/platform/updated-at.server.ts'

export type RecordFilter = {
  idAbove?: number | undefined
  legacyId?: number | undefined
  changedSince?: Date | undefined
  profileId?: number | undefined
  /** profile of a customer, who sees only own records */
  ownProfileId?: number | undefined
  from?: CivilDate | undefined
  until?: CivilDate | undefined
  /** omits recent changes: their time is set before the commit, so a reader could miss them */
  isSettled?: boolean
}

/** Returns the filter as a condition over `table`, undefined if empty. `date` is the column with the record's day. */
export function makeRecordCondition(
  table: StampedTable,
  filter: RecordFilter,
  date?: 'date' | 'creation_date',
): RawBuilder<boolean> | undefined {
  const { idAbove, legacyId, changedSince, profileId, ownProfileId, from, until, isSettled = false } = filter
  const tableName = tables[table]
  const owner = table === 'profiles' ? sql`profiles.id` : sql`${tableName}.profile_id`
  const conditions = [
    ...(idAbove === undefined ? [] : [sql<boolean>`${tableName}.id > ${idAbove}`]),
    ...(legacyId === undefined ? [] : [sql<boolean>`${tableName}.legacy_id = ${legacyId}`]),
    ...(changedSince === undefined ? [] : [sql<boolean>`${tableName}.updated_at >= ${changedSince}`]),
    ...(profileId === undefined ? [] : [sql<boolean>`${tableName}.profile_id = ${profileId}`]),
    ...(ownProfileId === undefined ? [] : [sql<boolean>`${owner} = ${ownProfileId}`]),
    ...(date === undefined || from === undefined
      ? []
      : [sql<boolean>`${tableName}.${dateColumns[date]} >= ${from}`]),
    ...(date === undefined || until === undefined
      ? []
      : [sql<boolean>`${tableName}.${dateColumns[date]} <= ${until}`]),
    ...(isSettled ? [sql<boolean>`${tableName}.updated_at <= ${settledTime}`] : []),
  ]
  return conditions.length === 0 ? undefined : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const tables = {
  profiles: sql`profiles`,
  publications: sql`publications`,
  orders: sql`orders`,
  subscriptions: sql`subscriptions`,
  shipments: sql`shipments`,
} satisfies Record<StampedTable, unknown>
const dateColumns = { date: sql`date`, creation_date: sql`creation_date` }
const settledTime = sql`current_timestamp(3) - interval ${settleSeconds} second`

export function orderByChange(table: StampedTable) {
  return { columns: [sql`${tables[table]}.updated_at`], table: tables[table] }
}
