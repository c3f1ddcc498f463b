import { sql } from 'kysely'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

export const closingFormats = ['pdf', 'xlsx', 'csv'] as const
export type ClosingFormat = (typeof closingFormats)[number]

/** Queues the month's closing. Returns false if this worker or another worker has already queued it. */
export function requestClosing(month: string): Promise<boolean> {
  return withTransaction(async (trx) => {
    const result = await trx.insertInto('closing_mails').ignore().values({ month }).executeTakeFirst()
    if (!result.numInsertedOrUpdatedRows) return false
    await addToOutbox(trx, ['prepare-closing'], month)
    return true
  })
}

/** Queues the mail with the closing. The caller must have stored the files. */
export async function releaseClosing(month: string): Promise<void> {
  await withTransaction((trx) => addToOutbox(trx, ['mail-closing'], month))
}

export async function markClosingSent(month: string): Promise<void> {
  await db
    .updateTable('closing_mails')
    .set({ sent_at: sql`coalesce(sent_at, ${new Date()})` })
    .where('month', '=', month)
    .execute()
}

export async function isClosingSent(month: string): Promise<boolean> {
  const row = await db
    .selectFrom('closing_mails')
    .select('sent_at')
    .where('month', '=', month)
    .executeTakeFirst()
  return row !== undefined && row.sent_at !== null
}

export function makeClosingPath(month: string, format: ClosingFormat): string {
  return `closings/${month}.${format}`
}
