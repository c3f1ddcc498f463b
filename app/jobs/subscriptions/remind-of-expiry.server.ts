import { toCivilDate } from '#app/domain/platform/calendar.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { listCustomersToRemind, remindCustomer } from '#app/models/subscriptions/expiry-reminder.server.ts'

const BATCH_SIZE = 200

/** Mails customers once about units that expire in 30, 15, 7 or 1 days or expired yesterday. */
export const remindOfExpiry: Schedule = {
  name: 'remind-of-expiry',
  time: { every: 'day', at: '08:00' },
  async run(now) {
    const today = toCivilDate(now)
    const counts = { mails: 0, units: 0 }
    let lastId = 0
    while (true) {
      const profileIds = await listCustomersToRemind(today, lastId, BATCH_SIZE)
      for (const profileId of profileIds) {
        const units = await remindCustomer(profileId, today)
        counts.mails += units > 0 ? 1 : 0
        counts.units += units
        lastId = profileId
      }
      if (profileIds.length < BATCH_SIZE) return counts
    }
  },
}
