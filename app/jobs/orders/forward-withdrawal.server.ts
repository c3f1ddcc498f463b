import { withdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { withdrawalTaskMail } from '#app/emails/withdrawal-task.tsx'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findWithdrawal } from '#app/models/orders/withdrawal.server.ts'

/** Mails the company that a buyer gives an order back, once per request; "reply" answers the buyer. */
export const forwardWithdrawal: Job = {
  queue: 'work',
  async run(subject, event) {
    const request = await findWithdrawal(Number(subject))
    if (!request) throw new JobRefused('no withdrawal to forward')
    const sender = await mailSender()
    const replyTo = { name: request.contactName, address: request.email }
    const content = withdrawalTaskMail({ ...request, protocol: withdrawalProtocol(request.id), sender })
    const delivery = await handOver(event, sender, { to: sender.email, replyTo, ...content })
    log.info({ withdrawalId: request.id, ...delivery }, 'withdrawal handed over')
  },
}
