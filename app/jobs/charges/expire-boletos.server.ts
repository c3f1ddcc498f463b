import { toCivilDate } from '#app/domain/platform/calendar.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import {
  cancelUnpaidOrder,
  enqueueReminder,
  expireBoleto,
  listBoletosDueSoon,
  listOverdueOrders,
  listUnpaidOrders,
} from '#app/models/payments/boleto-renewal.server.ts'

/**
 * Mails a reminder about boletos due by the next working day, expires boletos that are unpaid for three
 * banking days, and cancels orders that are unpaid for thirty days.
 */
export const expireBoletos: Schedule = {
  name: 'expire-boletos',
  time: { every: 'day', at: '07:00' },
  async run(now) {
    const today = toCivilDate(now)
    return {
      reminders: await forEachId((after) => listBoletosDueSoon(today, after, BATCH_SIZE), enqueueReminder),
      boletosExpired: await forEachId(
        (after) => listOverdueOrders(today, after, BATCH_SIZE),
        (id) => expireBoleto(id, today),
      ),
      ordersUnpaid: await forEachId(
        (after) => listUnpaidOrders(today, after, BATCH_SIZE),
        (id) => cancelUnpaidOrder(id, today, now),
      ),
    }
  },
}

const BATCH_SIZE = 200

/** Calls `change` for each listed id, in a transaction of its own. Returns how many it changed. */
async function forEachId(
  listIds: (after: number) => Promise<number[]>,
  change: (id: number) => Promise<boolean>,
): Promise<number> {
  let changed = 0
  for (let after = 0; ; ) {
    const ids = await listIds(after)
    for (const id of ids) if (await change(id)) changed += 1
    const last = ids.at(-1)
    if (last === undefined || ids.length < BATCH_SIZE) return changed
    after = last
  }
}
