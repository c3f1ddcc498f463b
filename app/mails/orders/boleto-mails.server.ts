import { isMissed, keptUntil } from '#app/domain/charges/boleto-state.ts'
import { isUnsent, paymentState } from '#app/domain/payments/payment.ts'
import { type CivilDate, civilDateIn } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { env } from '#app/env.server.ts'
import {
  attachedTo,
  type BoletoToPay,
  boletoBlocks,
  boletoSubject,
  pixBlocks,
} from '#app/mails/orders/boleto-blocks.ts'
import { boletoFacts, findMailedBoleto, isToBePaid } from '#app/mails/orders/boleto-facts.server.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { findOrderFacts } from '#app/mails/orders/order-facts.server.ts'
import { button, hello, opening, paragraph } from '#app/mails/platform/blocks.ts'
import type { Letter } from '#app/mails/platform/render-mail.tsx'
import { hasCountedPayment, isBoletoPaid } from '#app/models/payments/boleto-renewal.server.ts'
import { effectState } from '#app/models/platform/outbox.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatDue, paymentLabels } from '#app/text/charges/pay-labels.ts'
import { capitalize, readerLabels } from '#app/text/orders/reader-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

type MailFacts = { orderId: number; contactName: string; paymentUrl: string; sender: CompanyContact }
type BoletoFacts = MailFacts & { boleto: BoletoToPay }

/** Sent if the confirmation had no boleto, and only while the boleto is payable (D70). */
const boletoReady = defineOrderMail({
  name: 'mail-boleto-ready',
  label: 'E-mail: boleto pronto',
  find: findPayableBoletoFacts,
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (facts: BoletoFacts, reader) =>
    makeBoletoLetter(facts, {
      subject: boletoSubject(facts.orderId, facts.boleto),
      lead: `O boleto ${readerLabels[reader].ofOrder} nº ${facts.orderId} está pronto.`,
    }),
})

/** Contains a replacement boleto. Sent only while it is payable (D16). */
const boletoRenewed = defineOrderMail({
  name: 'mail-boleto-renewed',
  label: 'E-mail: nova via do boleto',
  find: findPayableBoletoFacts,
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (facts: BoletoFacts, reader) =>
    makeBoletoLetter(facts, {
      subject: boletoSubject(facts.orderId, facts.boleto, 'Nova via do boleto do pedido'),
      lead: `${capitalize(readerLabels[reader].order)} nº ${facts.orderId} tem um novo boleto. Use somente este: o anterior não vale mais.`,
    }),
})

/** Sent when the bank registers a boleto that it had rejected before. */
const boletoRegistered = defineOrderMail({
  name: 'mail-boleto-registered',
  label: 'E-mail: boleto já pode ser pago',
  find: findPayableBoletoFacts,
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (facts: BoletoFacts, reader) =>
    makeBoletoLetter(facts, {
      subject: `O boleto do pedido nº ${facts.orderId} já pode ser pago: ${formatReais(facts.boleto.value)}, ${formatDue(facts.boleto.dueDate, facts.boleto.today)}`,
      lead: `O banco registrou o boleto ${readerLabels[reader].ofOrder} nº ${facts.orderId}: agora ele já pode ser pago.`,
    }),
})

type RefusedBoleto = MailFacts & { pix: BoletoToPay['pix'] }

/** Sent after the bank rejected the boleto, unless a payment counts. Offers Pix if possible (D151). */
const boletoRefused = defineOrderMail({
  name: 'mail-boleto-refused',
  label: 'E-mail: boleto ainda não pode ser pago',
  async find(subject) {
    const boleto = await findMailedBoleto(subject)
    if (boleto.current_of === null || boleto.state !== 'rejected' || boleto.withdrawn_at) return undefined
    if (await hasCountedPayment(boleto.order_id)) return undefined
    const found = await boletoFacts(boleto)
    return found && { ...found, pix: found.boleto.pix }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: ({ orderId, contactName, pix, paymentUrl }: RefusedBoleto) => ({
    subject: `O boleto do pedido nº ${orderId} ainda não pode ser pago`,
    blocks: [
      opening(hello(contactName), paymentLabels.rejected),
      ...(pix ? [paragraph(paymentLabels.pixMeanwhile), ...pixBlocks(pix)] : []),
      button(pix ? 'Pagar com Pix' : 'Ver o pagamento', paymentUrl),
    ],
  }),
})

/**
 * Reminds the buyer on the day before the due date. Not sent if the boleto was replaced, is overdue or
 * unsent, or if the order has a payment, even one that staff still check (D16).
 */
const boletoDue = defineOrderMail({
  name: 'mail-boleto-due',
  label: 'E-mail: boleto perto do vencimento',
  async find(subject) {
    const boleto = await findMailedBoleto(subject)
    if (!isToBePaid(boleto) || isUnsent(boleto) || isMissed(boleto.due_date, civilDateIn(new Date())))
      return undefined
    return (await hasCountedPayment(boleto.order_id)) ? undefined : boletoFacts(boleto)
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (facts: BoletoFacts, reader) =>
    makeBoletoLetter(facts, {
      subject: `Boleto do pedido nº ${facts.orderId} ${formatDue(facts.boleto.dueDate, facts.boleto.today)}: ${formatReais(facts.boleto.value)}`,
      lead: `O boleto ${readerLabels[reader].ofOrder} nº ${facts.orderId} está para vencer. ${paymentLabels.ignoreIfPaid}`,
    }),
})

/** Unless the boleto is renewed, the order is cancelled after `keptUntil`. */
type BoletoExpired = MailFacts & { dueDate: CivilDate; value: Centavos; keptUntil: CivilDate }

/** Sent only while the payment page shows the boleto as expired and staff check no payment (D16). */
const boletoExpired = defineOrderMail({
  name: 'mail-boleto-expired',
  label: 'E-mail: boleto vencido',
  async find(subject) {
    const boleto = await findMailedBoleto(subject)
    const order = await findOrderFacts(boleto.order_id)
    const { issuer, state, due_date: dueDate, payable_until: payableUntil, value } = boleto
    const paymentView = paymentState({
      status: order.status,
      boleto: { issuer, state, isWithdrawn: boleto.withdrawn_at !== null, dueDate, payableUntil },
      issue: await effectState('issue-boleto', String(boleto.order_id)),
      today: civilDateIn(new Date()),
    })
    if (boleto.current_of === null || paymentView !== 'expired') return undefined
    if (await hasCountedPayment(boleto.order_id)) return undefined
    const paymentUrl = `${env.PUBLIC_URL}${paths.payment(order.orderId)}`
    return { ...order, paymentUrl, dueDate, value, keptUntil: keptUntil({ dueDate, payableUntil }) }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: ({ orderId, contactName, dueDate, value, keptUntil, paymentUrl }: BoletoExpired, reader) => ({
    subject: `O boleto do pedido nº ${orderId} venceu`,
    blocks: [
      opening(
        hello(contactName),
        `O boleto de ${formatReais(value)} venceu em ${formatDate(dueDate)} e não vale mais: não o pague. ${paymentLabels.ignoreIfPaid}`,
      ),
      paragraph(
        `${capitalize(readerLabels[reader].order)} está guardado até ${formatDate(keptUntil)}. Para pagar, gere uma nova via do boleto.`,
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
  const boleto = await findMailedBoleto(subject)
  if (!isToBePaid(boleto) || (await isBoletoPaid(boleto.order_id))) return undefined
  return boletoFacts(boleto)
}

function makeBoletoLetter(facts: BoletoFacts, { subject, lead }: { subject: string; lead: string }): Letter {
  const { contactName, boleto, paymentUrl } = facts
  return {
    subject,
    blocks: [
      opening(hello(contactName), lead),
      ...boletoBlocks(boleto),
      button('Ver e imprimir o boleto', paymentUrl),
    ],
    attached: attachedTo(boleto),
  }
}
