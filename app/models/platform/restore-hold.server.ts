import { sql } from 'kysely'
import { type CivilDate, instantIn } from '#app/domain/platform/calendar.ts'
import type { Trx } from '#app/models/platform/db.server.ts'

/**
 * Leaves the mail of a payment to staff where a restored shop learns again of money that came before the restore: its
 * buyer may have had the mail in the hours that were lost (D112).
 */
export async function holdMailOfEarlierPayment(trx: Trx, orderId: number, paidOn: CivilDate): Promise<void> {
  const known = trx
    .selectFrom('restores')
    .select('id')
    .where('first_order', '>', orderId)
    .where('restored_at', '>=', instantIn(paidOn, '00:00'))
    .limit(1)
  const restore = await known.executeTakeFirst()
  if (restore) await hold(trx, 'mail-payment-confirmed', orderId)
}

/** The same of a first boleto that was to be made when the backup was. */
export async function holdMailOfEarlierBoleto(trx: Trx, orderId: number, boletoId: number): Promise<void> {
  const promised = trx
    .selectFrom('outbox')
    .innerJoin('restores', (join) => join.onRef('restores.first_event', '>', 'outbox.id'))
    .select('outbox.id')
    .where('job', '=', 'issue-boleto')
    .where('subject', '=', String(orderId))
    .limit(1)
  if (await promised.executeTakeFirst()) await hold(trx, 'mail-boleto-ready', boletoId)
}

async function hold(trx: Trx, job: string, subject: number): Promise<void> {
  const now = sql<Date>`now(3)`
  await trx
    .updateTable('outbox')
    .set({ uncertain_at: now, refused_at: now })
    .where('job', '=', job)
    .where('subject', '=', String(subject))
    .where('done_at', 'is', null)
    .where('published_at', 'is', null)
    .where('refused_at', 'is', null)
    .execute()
}
