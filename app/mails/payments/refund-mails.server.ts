import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { env } from '#app/env.server.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { formatGreeting, labelledRows, link, openingText, paragraph } from '#app/mails/platform/blocks.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findOrderDocument } from '#app/models/orders/order.server.ts'
import { findMoneyBack } from '#app/models/payments/money-back.server.ts'
import { findRefund } from '#app/models/payments/refund-reversal.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

type RefundFacts = {
  orderId: number
  contactName: string
  value: Centavos
  refundedOn: CivilDate
  document: string
  orderUrl: string
  sender: CompanyContact
}

/** Confirms a refund, unless it was reversed (D153). */
const refundDone = defineOrderMail({
  name: 'mail-refund',
  label: 'E-mail: reembolso feito',
  async find(subject) {
    const refund = await findRefundData(subject)
    if (refund.reversedOn !== null) return undefined
    const moneyBack = await findMoneyBack(refund.orderId)
    return { ...refund, owed: moneyBack?.owed ?? 0 }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (refund: RefundFacts & { owed: Centavos }) => ({
    subject: `Reembolso de ${formatReais(refund.value)}: pedido nº ${refund.orderId}`,
    blocks: [
      openingText(
        formatGreeting(refund.contactName),
        `Reembolsamos ${formatReais(refund.value)} do pedido nº ${refund.orderId} em ${formatDate(refund.refundedOn)}.`,
      ),
      labelledRows([
        { label: 'Valor', value: formatReais(refund.value) },
        { label: 'Data', value: formatDate(refund.refundedOn) },
        { label: 'Comprovante', value: refund.document },
      ]),
      ...(refund.owed > 0
        ? [paragraph(`Ainda vamos reembolsar ${formatReais(refund.owed)} e avisar por e-mail.`)]
        : []),
      paragraph('Se o dinheiro não chegar em alguns dias, responda a este e-mail.'),
      link('Ver o pedido', refund.orderUrl, 'O pedido'),
    ],
  }),
})

/** Informs the buyer that a refund was recorded by mistake. */
const refundReversed = defineOrderMail({
  name: 'mail-refund-reversed',
  label: 'E-mail: reembolso corrigido',
  find: findRefundData,
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (refund: RefundFacts) => ({
    subject: `Correção do reembolso do pedido nº ${refund.orderId}`,
    blocks: [
      openingText(
        formatGreeting(refund.contactName),
        `O reembolso de ${formatReais(refund.value)} do pedido nº ${refund.orderId}, registrado com a data de ${formatDate(refund.refundedOn)}, foi um engano nosso, e o registro foi corrigido.`,
      ),
      paragraph(
        'O que ainda houver a reembolsar aparece na página do pedido. Em dúvida, responda a este e-mail.',
      ),
      link('Ver o pedido', refund.orderUrl, 'O pedido'),
    ],
  }),
})

export const refundMails = [refundDone, refundReversed]

async function findRefundData(subject: string) {
  const refund = await findRefund(Number(subject))
  const order = refund?.orderId ? await findOrderDocument(refund.orderId) : undefined
  if (!refund || !order) throw new JobRefused('no refund for this mail')
  const { value, refundedOn, document, reversedOn } = refund
  return {
    value,
    refundedOn,
    document,
    reversedOn,
    orderId: order.id,
    contactName: order.contact_name,
    email: order.email,
    orderUrl: `${env.PUBLIC_URL}${paths.order(order.id)}`,
    sender: await loadMailSender(),
  }
}
