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
  /** omits recent changes, because their time is set before the commit and a reader could miss them */
  isSettled?: boolean
}

/** Returns the filter as a condition on `table`, or undefined if it is empty. `date` names the column of the day. */
export function makeRecordCondition(
  table: StampedTable,
  filter: RecordFilter,
  date?: 'date' | 'creation_date',
): RawBuilder<boolean> | undefined {
  const { idAbove, legacyId, changedSince, profileId, ownProfileId, from, until, isSettled = false } = filter
  const tableName = tables[table]
  const owner = table === 'profiles' ? sql`profiles.id` : sql`${tableName}.profile_id`
  const conditions: RawBuilder<boolean>[] = []
  if (idAbove !== undefined) conditions.push(sql`${tableName}.id > ${idAbove}`)
  if (legacyId !== undefined) conditions.push(sql`${tableName}.legacy_id = ${legacyId}`)
  if (changedSince !== undefined) conditions.push(sql`${tableName}.updated_at >= ${changedSince}`)
  if (profileId !== undefined) conditions.push(sql`${tableName}.profile_id = ${profileId}`)
  if (ownProfileId !== undefined) conditions.push(sql`${owner} = ${ownProfileId}`)
  if (date !== undefined) {
    const dateColumn = sql`${tableName}.${dateColumns[date]}`
    if (from !== undefined) conditions.push(sql`${dateColumn} >= ${from}`)
    if (until !== undefined) conditions.push(sql`${dateColumn} <= ${until}`)
  }
  if (isSettled) conditions.push(sql`${tableName}.updated_at <= ${settledTime}`)
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
