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
      reminders: await changeEachListed(
        (afterId) => listBoletosDueSoon(today, afterId, BATCH_SIZE),
        enqueueReminder,
      ),
      boletosExpired: await changeEachListed(
        (afterId) => listOverdueOrders(today, afterId, BATCH_SIZE),
        (id) => expireBoleto(id, today),
      ),
      ordersUnpaid: await changeEachListed(
        (afterId) => listUnpaidOrders(today, afterId, BATCH_SIZE),
        (id) => cancelUnpaidOrder(id, today, now),
      ),
    }
  },
}

const BATCH_SIZE = 200

/** Calls `change` for all ids, which are listed in batches. Returns how many calls changed something. */
async function changeEachListed(
  listIds: (afterId: number) => Promise<number[]>,
  change: (id: number) => Promise<boolean>,
): Promise<number> {
  let changedCount = 0
  let afterId = 0
  while (true) {
    const ids = await listIds(afterId)
    for (const id of ids) if (await change(id)) changedCount += 1
    const lastId = ids.at(-1)
    if (lastId === undefined || ids.length < BATCH_SIZE) return changedCount
    afterId = lastId
  }
}
