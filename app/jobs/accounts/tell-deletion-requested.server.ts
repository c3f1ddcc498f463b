import { deletionRequestedMail } from '#app/emails/deletion-requested.tsx'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findDeletionNotice } from '#app/models/backoffice/deletion.server.ts'

/** Confirms by mail that an account will be deleted and until when that can be undone. */
export const tellDeletionRequested: Job = {
  queue: 'work',
  async run(subject, event) {
    const notice = await findDeletionNotice(Number(subject))
    if (!notice) return
    const { email, ...facts } = notice
    const sender = await mailSender()
    const content = deletionRequestedMail({ ...facts, sender })
    const delivery = await handOver(event, sender, { to: email, ...content })
    log.info({ requestId: Number(subject), ...delivery }, 'request for deletion confirmed')
  },
}
