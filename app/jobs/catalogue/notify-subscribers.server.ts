import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { addNextRecipients } from '#app/models/subscriptions/revision-notice.server.ts'

const BATCH_SIZE = 200

export const notifySubscribers: Job = {
  queue: 'work',
  async run(subject) {
    const noticeId = Number(subject)
    let recipientCount = 0
    for (;;) {
      const queuedCount = await addNextRecipients(noticeId, toCivilDate(new Date()), BATCH_SIZE)
      reachFaultPoint('notify-subscribers:batch')
      recipientCount += queuedCount
      if (queuedCount < BATCH_SIZE) break
    }
    log.info({ noticeId, people: recipientCount }, 'recipients of a notice written down')
  },
}
