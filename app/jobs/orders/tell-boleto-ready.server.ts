import { boletoReadyMail } from '#app/emails/boleto-ready.tsx'
import { mailWhilePayable } from '#app/jobs/orders/slip-mail.server.ts'

/** Mails the buyer the boleto of an order that was confirmed without it, once per boleto (D70). */
export const tellBoletoReady = mailWhilePayable(boletoReadyMail)
