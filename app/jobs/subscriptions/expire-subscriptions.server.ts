import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import * as expiry from '#app/models/subscriptions/subscription-expiry.server.ts'

const BATCH = 500

/** Queues the list of unsent copies, then expires units. Pages compare due dates, so late runs do no harm. */
export const expireSubscriptions: Schedule = {
  name: 'expire-subscriptions',
  time: { every: 'day', at: '00:05' },
  async run(now) {
    const today = toCivilDate(now)
    const undispatched = await expiry.reportUndispatched(today)
    reachFaultPoint('expire-subscriptions:reported')
    const expired = await repeatUntilDone(() => expiry.expireSubscriptions(today, BATCH))
    const restored = await repeatUntilDone(() => expiry.restoreUnexpired(today, BATCH))
    return { undispatched, expired, restored }
  },
}

async function repeatUntilDone(batch: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const done = await batch()
    total += done
    if (done < BATCH) return total
  }
}
