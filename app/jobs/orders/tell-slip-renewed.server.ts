import { slipRenewedMail } from '#app/emails/slip-renewed.tsx'
import { mailWhilePayable } from '#app/jobs/orders/slip-mail.server.ts'

/** Mails the buyer the slip that took the place of another, once per slip (D16). */
export const tellSlipRenewed = mailWhilePayable(slipRenewedMail)
