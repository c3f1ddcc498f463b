import { civilDateIn } from '#app/domain/platform/calendar.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import {
  cancelUnpaidOrder,
  enqueueReminder,
  expireBoleto,
  listBoletosDueSoon,
  listOverdueOrders,
  listUnpaidOrders,
} from '#app/models/payments/boleto-renewal.server.ts'

/** Reminds on the next working day, expires boletos after three unpaid banking days and orders after thirty days. */
export const expireBoletos: Schedule = {
  name: 'expire-boletos',
  when: { every: 'day', at: '07:00' },
  async run(now) {
    const today = civilDateIn(now)
    return {
      reminders: await forEachId((after) => listBoletosDueSoon(today, after, BATCH), enqueueReminder),
      boletosExpired: await forEachId(
        (after) => listOverdueOrders(today, after, BATCH),
        (id) => expireBoleto(id, today),
      ),
      ordersUnpaid: await forEachId(
        (after) => listUnpaidOrders(today, after, BATCH),
        (id) => cancelUnpaidOrder(id, today, now),
      ),
    }
  },
}

const BATCH = 200

/** Pages by key and uses one transaction per row. */
async function forEachId(
  list: (after: number) => Promise<number[]>,
  work: (id: number) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (let after = 0; ; ) {
    const ids = await list(after)
    for (const id of ids) if (await work(id)) done += 1
    const last = ids.at(-1)
    if (last === undefined || ids.length < BATCH) return done
    after = last
  }
}
