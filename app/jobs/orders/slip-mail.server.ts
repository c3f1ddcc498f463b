import { toBuffer } from 'qrcode'
import { isPayable } from '#app/domain/charges/slip-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { isRegistering } from '#app/domain/payments/payment.ts'
import type { OrderFacts } from '#app/emails/order-summary.tsx'
import type { SlipFacts, SlipToPay } from '#app/emails/slip-part.tsx'
import { env } from '#app/env.server.ts'
import { orderFacts, sendOrderMail } from '#app/jobs/orders/order-mail.server.ts'
import type { MailContent } from '#app/jobs/platform/hand-over.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { type findBoleto, findSlip } from '#app/models/charges/boleto.server.ts'
import { paths } from '#app/paths.ts'

type Boleto = NonNullable<Awaited<ReturnType<typeof findBoleto>>>

/** True while this slip may be paid: it is its order's newest, and neither over nor given up. */
export function isToBePaid({ current_of, state, retired_at }: Boleto): boolean {
  return current_of !== null && isPayable({ state, isRetired: retired_at !== null })
}

/** A slip as mails show it, with the picture of its Pix code where its issuer gave one. */
export async function slipToPay(boleto: Boleto): Promise<SlipToPay> {
  const { line, due_date: dueDate, value, pix_payload: code } = boleto
  const picture = code === null ? undefined : await toBuffer(code, { errorCorrectionLevel: 'M', scale: 6 })
  const pix = code === null || !picture ? null : { code, picture }
  return { line, dueDate, value, pix, isRegistering: isRegistering(boleto) }
}

/** What a mail about one slip says, to whom it goes and how its order stands. Throws JobRefused without order or company. */
export async function slipFacts(
  boleto: Boleto,
): Promise<{ to: string; status: number; order: OrderFacts; facts: SlipFacts }> {
  const { to, status, facts: order } = await orderFacts(boleto.order_id)
  const { orderId, contactName, sender } = order
  const paymentUrl = `${env.PUBLIC_URL}${paths.payment(orderId)}`
  const facts = { orderId, contactName, sender, paymentUrl, slip: await slipToPay(boleto) }
  return { to, status, order, facts }
}

/** The job that mails one slip to its buyer as `write` puts it, while it is to be paid; its subject is the slip. */
export function mailWhilePayable(write: (facts: SlipFacts) => MailContent): Job {
  return {
    queue: 'work',
    async run(subject, event) {
      const slip = await findSlip(Number(subject))
      if (!slip) throw new JobRefused('no order or no slip to tell about')
      if (!isToBePaid(slip)) return
      const { to, status, order, facts } = await slipFacts(slip)
      if (status !== orderStatus.pendingPayment) return
      await sendOrderMail(event, to, order, write(facts))
    },
  }
}
