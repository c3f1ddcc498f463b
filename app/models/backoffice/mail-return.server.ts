import { concernsAddress, type DeliveryReport } from '#app/domain/accounts/mailbox/delivery-report.ts'
import { env } from '#app/env.server.ts'
import { noteRefusedIn } from '#app/models/accounts/mailbox/refused-address.server.ts'
import { nameOfEvent } from '#app/models/platform/backup.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'

/** Servers try for five days and report at once afterwards (RFC 5321, 4.5.4.1). */
const MAX_AGE_MS = 14 * 86_400_000

export type Returned = 'noted' | 'repeated' | 'unknown' | 'no-failure'

/**
 * Notes at the mail that it came back, and at the account where its address is to blame. Anybody can send a report: it
 * has to name a mail of ours by its Message-ID and whom it went to, and not be late.
 */
export async function noteReturnedMail(report: DeliveryReport, now = new Date()): Promise<Returned> {
  const failures = report.failures.filter(({ status }) => status.startsWith('5.'))
  if (failures.length === 0) return 'no-failure'
  const mail = await findMailOf(report.messageIds, new Date(now.getTime() - MAX_AGE_MS))
  const failure = failures.find(({ recipients }) => mail && recipients.includes(mail.to.toLowerCase()))
  if (!mail || !failure) return 'unknown'
  return withTransaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('mails')
      .set({ state: 'returned', error: `mail returned (${failure.status})` })
      .where('id', '=', mail.id)
      .where('state', '=', 'sent')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'repeated'
    if (concernsAddress(failure.status))
      await noteRefusedIn(trx, mail.to, { by: 'report', code: failure.status }, now)
    return 'noted'
  })
}

async function findMailOf(messageIds: readonly string[], since: Date) {
  const host = new URL(env.PUBLIC_URL).hostname
  for (const messageId of messageIds) {
    const [, name = '', digits, at] = /^(evt-(?:[^@]*-)?(\d{1,15}))@(.+)$/.exec(messageId) ?? []
    const outboxId = Number(digits)
    if (at !== host || (await nameOfEvent(outboxId)) !== name) continue
    const mail = await db
      .selectFrom('mails')
      .select(['id', 'to_address as to'])
      .where('outbox_id', '=', outboxId)
      .where('sent_at', '>=', since)
      .executeTakeFirst()
    if (mail) return mail
  }
  return undefined
}
