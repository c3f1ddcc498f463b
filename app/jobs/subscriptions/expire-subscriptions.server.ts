import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import * as expiry from '#app/models/subscriptions/subscription-expiry.server.ts'

const BATCH_SIZE = 500

/**
 * Queues the list of unsent copies, expires units and restores units that expired too early. Pages compare
 * due dates, so late runs do no harm.
 */
export const expireSubscriptions: Schedule = {
  name: 'expire-subscriptions',
  time: { every: 'day', at: '00:05' },
  async run(now) {
    const today = toCivilDate(now)
    const undispatched = await expiry.reportUndispatched(today)
    reachFaultPoint('expire-subscriptions:reported')
    const expired = await repeatUntilDone(() => expiry.expireSubscriptions(today, BATCH_SIZE))
    const restored = await repeatUntilDone(() => expiry.restoreUnexpired(today, BATCH_SIZE))
    return { undispatched, expired, restored }
  },
}

async function repeatUntilDone(runBatch: () => Promise<number>): Promise<number> {
  let total = 0
  while (true) {
    const doneCount = await runBatch()
    total += doneCount
    if (doneCount < BATCH_SIZE) return total
  }
}
