import { undispatchedMail } from '#app/emails/undispatched.tsx'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { listUndispatched, undispatchedListed } from '#app/models/subscriptions/subscription-expiry.server.ts'

/** Mails the company which copies expired in a night before they were sent; nothing once all are given back (D34). */
export const tellStaffUndispatched: Job = {
  queue: 'work',
  async run(day, event) {
    const found = await listUndispatched(day)
    if (found.length === 0) return
    const sender = await mailSender()
    const units = found.slice(0, undispatchedListed).map((unit) => ({ ...unit, due: unit.due ?? day }))
    const content = undispatchedMail({ day, units, hasMore: found.length > units.length, sender })
    const delivery = await handOver(event, sender, { to: sender.email, ...content })
    log.info({ day, units: units.length, ...delivery }, 'undispatched copies: staff told')
  },
}
