import { toCivilDate } from '#app/domain/platform/calendar.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { listCustomersToRemind, remindCustomer } from '#app/models/subscriptions/expiry-reminder.server.ts'

const BATCH = 200

/** Mails customers once about units that expire in 30, 15, 7 or 1 days or expired yesterday. */
export const remindOfExpiry: Schedule = {
  name: 'remind-of-expiry',
  time: { every: 'day', at: '08:00' },
  async run(now) {
    const today = toCivilDate(now)
    const done = { mails: 0, units: 0 }
    for (let last = 0; ; ) {
      const customers = await listCustomersToRemind(today, last, BATCH)
      for (const profileId of customers) {
        const units = await remindCustomer(profileId, today)
        done.mails += units > 0 ? 1 : 0
        done.units += units
        last = profileId
      }
      if (customers.length < BATCH) return done
    }
  },
}
