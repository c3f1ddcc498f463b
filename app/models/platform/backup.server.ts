import { db } from '#app/models/platform/db.server.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 400

/** By the last line of the program that makes it (D101). Older notes than a year are forgotten. */
export async function noteBackup(finishedAt: Date, now = new Date()): Promise<void> {
  await db.insertInto('backups').values({ finished_at: finishedAt, noted_at: now }).execute()
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  await db.deleteFrom('backups').where('finished_at', '<', before).execute()
}

/** When the newest was done; null when none was ever noted. */
export async function findLastBackup(): Promise<Date | null> {
  const row = await db
    .selectFrom('backups')
    .select('finished_at as finishedAt')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.finishedAt ?? null
}

/**
 * Names an event to mail servers: Message-IDs of events that a restored shop has in the place of lost ones differ from
 * theirs, and an event of before keeps its own, so that sending it again shows as the same mail (D112).
 */
export async function nameOfEvent(outboxId: number): Promise<string> {
  const row = await db
    .selectFrom('restores')
    .select('epoch')
    .where('first_event', '<=', outboxId)
    .orderBy('first_event', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? `evt-${row.epoch}-${outboxId}` : `evt-${outboxId}`
}

/** Begins the ids of jobs, as Redis may still know those of before a restore; '' until the first. */
export async function findEpoch(): Promise<string> {
  const row = await db
    .selectFrom('restores')
    .select('epoch')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.epoch ?? ''
}
