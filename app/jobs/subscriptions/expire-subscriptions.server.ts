import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { faultPoint } from '#app/fault-point.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import * as expiry from '#app/models/subscriptions/subscription-expiry.server.ts'

const BATCH = 500

/**
 * Every night: what is past due becomes expired, after the staff is promised the list of copies never sent; what lies
 * ahead again gets its former status back (D34). Screens go by the date, so a late night changes nothing there.
 */
export const expireSubscriptions: Schedule = {
  name: 'expire-subscriptions',
  when: { every: 'day', at: '00:05' },
  async run(now) {
    const today = civilDateIn(now)
    const undispatched = await expiry.reportUndispatched(today)
    faultPoint('expire-subscriptions:reported')
    const expired = await untilDone(() => expiry.expireSubscriptions(today, BATCH))
    const restored = await untilDone(() => expiry.restoreUnexpired(today, BATCH))
    return { undispatched, expired, restored }
  },
}

async function untilDone(batch: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const done = await batch()
    total += done
    if (done < BATCH) return total
  }
}
