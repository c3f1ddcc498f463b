import { type DeliveryReport, isAddressFailure } from '#app/domain/accounts/mailbox/delivery-report.ts'
import { env } from '#app/env.server.ts'
import { storeAddressRefusal } from '#app/models/accounts/mailbox/refused-address.server.ts'
import { makeEventName } from '#app/models/platform/backup.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'

/**
 * Mail servers report after retrying for about five days (RFC 5321, 4.5.4.1), so a report is ignored if the
 * mail was sent more than 14 days ago.
 */
const MAX_REPORT_AGE_MS = 14 * 86_400_000
const OWN_MESSAGE_ID = /^(evt-(?:[^@]*-)?(\d{1,15}))@(.+)$/

/** The result of a report. 'early' means that the mail is not recorded as sent yet. */
export type BounceOutcome = 'noted' | 'repeated' | 'early' | 'unknown' | 'no-failure'

/**
 * Records a bounce on the mail, and on the account if its address is the cause. Anybody can send a report, so the
 * report must arrive in time and contain the Message-ID and the recipient of a mail of the shop.
 */
export async function recordReturnedMail(report: DeliveryReport, now = new Date()): Promise<BounceOutcome> {
  // A status that begins with 5 is a permanent failure.
  const failures = report.failures.filter(({ status }) => status.startsWith('5.'))
  if (failures.length === 0) return 'no-failure'
  const outboxIds = await findOwnOutboxIds(report.messageIds)
  const oldestSending = new Date(now.getTime() - MAX_REPORT_AGE_MS)
  const mail = await findMailByOutboxIds(outboxIds, oldestSending)
  if (!mail && (await isAnyBeingSent(outboxIds))) return 'early'
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
    if (isAddressFailure(failure.status))
      await storeAddressRefusal(trx, mail.to, { by: 'report', code: failure.status }, now)
    return 'noted'
  })
}

/** Returns the outbox ids of the Message-IDs that the shop made. Ignores forged Message-IDs. */
async function findOwnOutboxIds(messageIds: readonly string[]): Promise<number[]> {
  const host = new URL(env.PUBLIC_URL).hostname
  const outboxIds: number[] = []
  for (const messageId of messageIds) {
    const [, eventName = '', digits, messageHost] = OWN_MESSAGE_ID.exec(messageId) ?? []
    const outboxId = Number(digits)
    if (messageHost !== host) continue
    const shopEventName = await makeEventName(outboxId)
    if (shopEventName === eventName) outboxIds.push(outboxId)
  }
  return outboxIds
}

async function findMailByOutboxIds(outboxIds: readonly number[], since: Date) {
  if (outboxIds.length === 0) return undefined
  return db
    .selectFrom('mails')
    .select(['id', 'to_address as to'])
    .where('outbox_id', 'in', outboxIds)
    .where('sent_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns true if a mail is being sent, because a bounce may arrive before the delivery is recorded. */
async function isAnyBeingSent(outboxIds: readonly number[]): Promise<boolean> {
  if (outboxIds.length === 0) return false
  const openEffect = await db
    .selectFrom('outbox')
    .select('id')
    .where('id', 'in', outboxIds)
    .where('done_at', 'is', null)
    .where('refused_at', 'is', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('mails').select('mails.id').whereRef('outbox_id', '=', 'outbox.id'))),
    )
    .limit(1)
    .executeTakeFirst()
  return openEffect !== undefined
}
