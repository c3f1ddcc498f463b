import { sql } from 'kysely'
import type { WaitingQuery, WaitingRecords } from '#app/models/backoffice/waiting-work/waiting-work.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

/** Returns records that have waited since before `before` and about which staff got no mail, oldest first. */
export async function listUnnotifiedRecords(
  { name, records }: Pick<WaitingQuery, 'name' | 'records'>,
  { before, limit }: { before: Date; limit: number },
): Promise<{ id: number; since: Date }[]> {
  const { rows } = await sql<{ id: number; since: Date }>`select records.id, records.since
    from ${records} as records where records.since < ${before}
      and not exists (select 1 from waiting_work_notices as notice where notice.kind = ${name}
        and notice.record_id = records.id and notice.waiting_since = records.since)
    order by records.since, records.id limit ${limit}`.execute(db)
  return rows
}

/** Selects records about which staff were mailed at `notifiedAt` and which still wait. */
export function selectNotifiedRecords(
  { name, records }: Pick<WaitingQuery, 'name' | 'records'>,
  notifiedAt: Date,
): WaitingRecords {
  return sql<{ id: number; since: Date }>`(select records.id, records.since from ${records} as records
    join waiting_work_notices as notice on notice.kind = ${name} and notice.record_id = records.id
      and notice.waiting_since = records.since
    where notice.notified_at = ${notifiedAt})`
}

type NotifiedRecord = { kind: string; id: number; since: Date }

/** Stores a notice for each record and queues one mail about all of them. */
export async function notifyStaff(records: readonly NotifiedRecord[], notifiedAt: Date): Promise<void> {
  const notices = records.map(({ kind, id, since }) => ({
    kind,
    record_id: id,
    waiting_since: since,
    notified_at: notifiedAt,
  }))
  await withTransaction(async (trx) => {
    await trx.insertInto('waiting_work_notices').ignore().values(notices).execute()
    await addToOutbox(trx, ['mail-staff-waiting-work'], notifiedAt.toISOString())
  })
}

export async function deleteOldNotices(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('waiting_work_notices')
    .where('notified_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}
