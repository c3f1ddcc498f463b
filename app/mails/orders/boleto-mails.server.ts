import { getOrderExpiryDay, isTooLateForBank } from '#app/domain/charges/boleto-state.ts'
import { getPaymentState, isUnsent } from '#app/domain/payments/payment.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { env } from '#app/env.server.ts'
import {
  type BoletoToPay,
  buildBoletoBlocks,
  buildPixBlocks,
  formatBoletoSubject,
  listBoletoAttachments,
} from '#app/mails/orders/boleto-blocks.ts'
import {
  isAwaitingPayment,
  loadBoletoMail,
  requireBoleto,
} from '#app/mails/orders/boleto-mail-data.server.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { requireOrderForMail } from '#app/mails/orders/order-mail-data.server.ts'
import { button, formatGreeting, openingText, paragraph } from '#app/mails/platform/blocks.ts'
import type { Letter } from '#app/mails/platform/render-mail.tsx'
import { hasCountedPayment, isBoletoPaid } from '#app/models/payments/boleto-renewal.server.ts'
import { findEffectState } from '#app/models/platform/outbox.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatDue, paymentLabels } from '#app/text/charges/pay-labels.ts'
import { readerLabels } from '#app/text/orders/reader-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { capitalise } from '#app/text/platform/numbers.ts'

type OrderFacts = { orderId: number; contactName: string; paymentUrl: string; sender: CompanyContact }
type BoletoFacts = OrderFacts & { boleto: BoletoToPay }

/** Sends a boleto that was not ready when the order was received, while the boleto is payable (D70). */
const boletoReady = defineOrderMail({
  name: 'mail-boleto-ready',
  label: 'E-mail: boleto pronto',
  find: findPayableBoletoFacts,
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (data: BoletoFacts, reader) =>
    makeBoletoLetter(data, {
      subject: formatBoletoSubject(data.orderId, data.boleto),
      lead: `O boleto ${readerLabels[reader].ofOrder} nº ${data.orderId} está pronto.`,
    }),
})

/** Sends a replacement boleto while it is payable (D16). */
const boletoRenewed = defineOrderMail({
  name: 'mail-boleto-renewed',
  label: 'E-mail: nova via do boleto',
  find: findPayableBoletoFacts,
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (data: BoletoFacts, reader) =>
    makeBoletoLetter(data, {
      subject: formatBoletoSubject(data.orderId, data.boleto, 'Nova via do boleto do pedido'),
      lead: `${capitalise(readerLabels[reader].order)} nº ${data.orderId} tem um novo boleto. Use somente este: o anterior não vale mais.`,
    }),
})

/** Sent when the bank registers a boleto that it had rejected before. */
const boletoRegistered = defineOrderMail({
  name: 'mail-boleto-registered',
  label: 'E-mail: boleto já pode ser pago',
  find: findPayableBoletoFacts,
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (data: BoletoFacts, reader) =>
    makeBoletoLetter(data, {
      subject: `O boleto do pedido nº ${data.orderId} já pode ser pago: ${formatReais(data.boleto.value)}, ${formatDue(data.boleto.dueDate, data.boleto.today)}`,
      lead: `O banco registrou o boleto ${readerLabels[reader].ofOrder} nº ${data.orderId}: agora ele já pode ser pago.`,
    }),
})

type RefusedBoleto = OrderFacts & { pix: BoletoToPay['pix'] }

/** Announces that the bank rejected the boleto, unless the order has a payment. Offers Pix if possible (D151). */
const boletoRefused = defineOrderMail({
  name: 'mail-boleto-refused',
  label: 'E-mail: boleto ainda não pode ser pago',
  async find(subject) {
    const boleto = await requireBoleto(subject)
    if (boleto.current_of === null || boleto.state !== 'rejected' || boleto.withdrawn_at) return undefined
    if (await hasCountedPayment(boleto.order_id)) return undefined
    const boletoData = await loadBoletoMail(boleto)
    return boletoData && { ...boletoData, pix: boletoData.boleto.pix }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: ({ orderId, contactName, pix, paymentUrl }: RefusedBoleto) => ({
    subject: `O boleto do pedido nº ${orderId} ainda não pode ser pago`,
    blocks: [
      openingText(formatGreeting(contactName), paymentLabels.rejected),
      ...(pix ? [paragraph(paymentLabels.pixMeanwhile), ...buildPixBlocks(pix)] : []),
      button(pix ? 'Pagar com Pix' : 'Ver o pagamento', paymentUrl),
    ],
  }),
})

/**
 * Reminds the buyer on the day before the due date. Not sent for a replaced, overdue or unsent boleto, or if the
 * order has a payment, even a payment that staff still check (D16).
 */
const boletoDue = defineOrderMail({
  name: 'mail-boleto-due',
  label: 'E-mail: boleto perto do vencimento',
  async find(subject) {
    const boleto = await requireBoleto(subject)
    if (!isAwaitingPayment(boleto) || isUnsent(boleto)) return undefined
    if (isTooLateForBank(boleto.due_date, toCivilDate(new Date()))) return undefined
    return (await hasCountedPayment(boleto.order_id)) ? undefined : loadBoletoMail(boleto)
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (data: BoletoFacts, reader) =>
    makeBoletoLetter(data, {
      subject: `Boleto do pedido nº ${data.orderId} ${formatDue(data.boleto.dueDate, data.boleto.today)}: ${formatReais(data.boleto.value)}`,
      lead: `O boleto ${readerLabels[reader].ofOrder} nº ${data.orderId} está para vencer. ${paymentLabels.ignoreIfPaid}`,
    }),
})

/** An expired boleto. The order is cancelled after `orderOpenUntil`, unless the boleto is renewed. */
type BoletoExpired = OrderFacts & { dueDate: CivilDate; value: Centavos; orderOpenUntil: CivilDate }

/** Sent only if the payment page shows the boleto as expired and the order has no payment to check (D16). */
const boletoExpired = defineOrderMail({
  name: 'mail-boleto-expired',
  label: 'E-mail: boleto vencido',
  async find(subject) {
    const boleto = await requireBoleto(subject)
    const order = await requireOrderForMail(boleto.order_id)
    const { issuer, state, due_date: dueDate, payable_until: payableUntil, value } = boleto
    const paymentState = getPaymentState({
      status: order.status,
      boleto: { issuer, state, isWithdrawn: boleto.withdrawn_at !== null, dueDate, payableUntil },
      issue: await findEffectState('issue-boleto', String(boleto.order_id)),
      today: toCivilDate(new Date()),
    })
    if (boleto.current_of === null || paymentState !== 'expired') return undefined
    if (await hasCountedPayment(boleto.order_id)) return undefined
    const paymentUrl = `${env.PUBLIC_URL}${paths.payment(order.orderId)}`
    return {
      ...order,
      paymentUrl,
      dueDate,
      value,
      orderOpenUntil: getOrderExpiryDay({ dueDate, payableUntil }),
    }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: ({ orderId, contactName, dueDate, value, orderOpenUntil, paymentUrl }: BoletoExpired, reader) => ({
    subject: `O boleto do pedido nº ${orderId} venceu`,
    blocks: [
      openingText(
        formatGreeting(contactName),
        `O boleto de ${formatReais(value)} venceu em ${formatDate(dueDate)} e não vale mais: não o pague. ${paymentLabels.ignoreIfPaid}`,
      ),
      paragraph(
        `${capitalise(readerLabels[reader].order)} está guardado até ${formatDate(orderOpenUntil)}. Para pagar, gere uma nova via do boleto.`,
      ),
      button('Gerar nova via', paymentUrl),
    ],
  }),
})

export const boletoMails = [
  boletoReady,
  boletoRenewed,
  boletoRegistered,
  boletoRefused,
  boletoDue,
  boletoExpired,
]

async function findPayableBoletoFacts(subject: string) {
  const boleto = await requireBoleto(subject)
  if (!isAwaitingPayment(boleto) || (await isBoletoPaid(boleto.order_id))) return undefined
  return loadBoletoMail(boleto)
}

type BoletoOpening = { subject: string; lead: string }

function makeBoletoLetter(data: BoletoFacts, { subject, lead }: BoletoOpening): Letter {
  const { contactName, boleto, paymentUrl } = data
  return {
    subject,
    blocks: [
      openingText(formatGreeting(contactName), lead),
      ...buildBoletoBlocks(boleto),
      button('Ver e imprimir o boleto', paymentUrl),
    ],
    attachments: listBoletoAttachments(boleto),
  }
}
