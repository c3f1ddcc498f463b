import { dispatchedMail } from '#app/emails/dispatched.tsx'
import { env } from '#app/env.server.ts'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findSending } from '#app/models/shipments/expedition-sending.server.ts'
import { paths } from '#app/paths.ts'
import { expeditionTypeName } from '#app/text/shipments/expedition-words.ts'

/** Mails the customer that a shipment left, once for each sending; not when it came back meanwhile (D38). */
export const tellDispatched: Job = {
  queue: 'work',
  async run(subject, event) {
    const sending = await findSending(subject)
    if (!sending) return
    const sender = await mailSender()
    const serviceName = expeditionTypeName(sending.type)
    const manageUrl = `${env.PUBLIC_URL}${paths.manage()}`
    const content = dispatchedMail({ ...sending, serviceName, manageUrl, sender })
    const delivery = await handOver(event, sender, { to: sending.email, ...content })
    log.info({ sending: subject, ...delivery }, 'dispatch told')
  },
}
