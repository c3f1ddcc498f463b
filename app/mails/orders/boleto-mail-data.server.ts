import { toBuffer } from 'qrcode'
import { isPayable } from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { isPendingRegistration } from '#app/domain/payments/payment.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import { readStored } from '#app/gateways/storage.server.ts'
import type { BoletoToPay } from '#app/mails/orders/boleto-blocks.ts'
import { findOrderInStatus } from '#app/mails/orders/order-mail-data.server.ts'
import type { Attachment } from '#app/mails/platform/blocks.ts'
import { findBoleto, type findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { toBoletoTerms } from '#app/models/charges/boleto-terms.server.ts'
import { findPixPayload } from '#app/models/charges/pix-charge.server.ts'
import { paths } from '#app/paths.ts'
import { formatBoletoFileName } from '#app/text/charges/pay-labels.ts'

type Boleto = NonNullable<Awaited<ReturnType<typeof findCurrentBoleto>>>

/** Returns true if this is its order's current boleto and can be paid. */
export function isAwaitingPayment({ current_of, state, withdrawn_at }: Boleto): boolean {
  return current_of !== null && isPayable({ state, isWithdrawn: withdrawn_at !== null })
}

/** Returns the data that a mail shows, with the picture of the Pix and the PDF if they exist. */
export async function toBoletoToPay(boleto: Boleto): Promise<BoletoToPay> {
  const { line, due_date: dueDate, payable_until: payableUntil, value } = boleto
  const code = boleto.pix_payload ?? (await findPixPayload(boleto.id))
  const picture = code === null ? undefined : await toBuffer(code, { errorCorrectionLevel: 'M', scale: 6 })
  const pix = code === null || !picture ? null : { code, picture }
  const pdf = await loadPdfAttachment(boleto)
  const terms = toBoletoTerms(boleto)
  const today = toCivilDate(new Date())
  return {
    line,
    dueDate,
    payableUntil,
    value,
    terms,
    today,
    pix,
    isPendingRegistration: isPendingRegistration(boleto),
    pdf,
  }
}

/** Returns the PDF; null if it is missing, because the mail is then sent without it. */
async function loadPdfAttachment({ order_id, pdf_file }: Boleto): Promise<Attachment | null> {
  const content = pdf_file === null ? undefined : await readStored(pdf_file)
  return content ? { name: formatBoletoFileName(order_id), type: 'application/pdf', content } : null
}

/** Returns the boleto whose id is the job's subject. Throws JobRefused for an unknown id. */
export async function requireBoleto(subject: string): Promise<Boleto> {
  const boleto = await findBoleto(Number(subject))
  if (!boleto) throw new JobRefused('no order or no boleto for this mail')
  return boleto
}

/**
 * Returns the mail's data; undefined unless the order awaits payment. Throws JobRefused if data is missing.
 */
export async function loadBoletoMail(boleto: Boleto) {
  const order = await findOrderInStatus(orderStatus.pendingPayment, boleto.order_id)
  if (!order) return undefined
  const { orderId, contactName, email, sender } = order
  const paymentUrl = `${env.PUBLIC_URL}${paths.payment(orderId)}`
  return { orderId, contactName, email, sender, paymentUrl, boleto: await toBoletoToPay(boleto) }
}
