import { slipRegisteredMail } from '#app/emails/slip-registered.tsx'
import { mailWhilePayable } from '#app/jobs/orders/slip-mail.server.ts'

/** Mails the buyer a slip that a bank had refused and has registered after all. */
export const tellSlipRegistered = mailWhilePayable(slipRegisteredMail)
