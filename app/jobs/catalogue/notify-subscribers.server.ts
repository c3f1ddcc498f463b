import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { listNextRecipients } from '#app/models/subscriptions/revision-notice.server.ts'

const BATCH = 200

export const notifySubscribers: Job = {
  queue: 'work',
  async run(subject) {
    const noticeId = Number(subject)
    let people = 0
    for (;;) {
      const nextRecipients = await listNextRecipients(noticeId, toCivilDate(new Date()), BATCH)
      reachFaultPoint('notify-subscribers:batch')
      people += nextRecipients
      if (nextRecipients < BATCH) break
    }
    log.info({ noticeId, people }, 'recipients of a notice written down')
  },
}
