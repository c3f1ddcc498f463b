import { withdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { withdrawalReceiptMail } from '#app/emails/withdrawal-receipt.tsx'
import { env } from '#app/env.server.ts'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { paths } from '#app/paths.ts'

/** Mails the buyer the receipt of a withdrawal with its protocol number, once per request (Decreto 7.962, art. 5). */
export const acknowledgeWithdrawal: Job = {
  queue: 'work',
  async run(subject, event) {
    const request = await findWithdrawal(Number(subject))
    if (!request) throw new JobRefused('no withdrawal to acknowledge')
    const sender = await mailSender()
    const protocol = withdrawalProtocol(request.id)
    const orderUrl = `${env.PUBLIC_URL}${paths.order(request.orderId)}`
    const content = withdrawalReceiptMail({ ...request, protocol, orderUrl, sender })
    const delivery = await handOver(event, sender, { to: request.email, ...content })
    log.info({ withdrawalId: request.id, ...delivery }, 'withdrawal receipt handed over')
  },
}
