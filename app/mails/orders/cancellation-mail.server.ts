import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { env } from '#app/env.server.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { findOrderInStatus } from '#app/mails/orders/order-mail-data.server.ts'
import { buildOrderSummary, buildOrdersLink, type OrderMailData } from '#app/mails/orders/order-summary.ts'
import { formatGreeting, link, openingText, paragraph } from '#app/mails/platform/blocks.ts'
import { findMoneyBack } from '#app/models/payments/money-back.server.ts'
import { paths } from '#app/paths.ts'
import { formatPendingRefund } from '#app/text/orders/withdrawal-labels.ts'

/** Informs the buyer about the cancellation of a paid order and about the refund (D152). */
const orderCancelled = defineOrderMail({
  name: 'mail-order-cancelled',
  label: 'E-mail: pedido pago cancelado',
  async find(subject) {
    const order = await findOrderInStatus(orderStatus.cancelled, Number(subject))
    if (!order) return undefined
    const moneyBack = await findMoneyBack(order.orderId)
    return { ...order, owed: moneyBack?.owed ?? 0 }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: OrderMailData & { owed: Centavos }, reader) => {
    const text = `O pedido nº ${order.orderId} foi cancelado, e as publicações dele deixaram de valer.`
    return {
      subject: `Pedido nº ${order.orderId} cancelado`,
      blocks: [
        openingText(formatGreeting(order.contactName), text),
        ...(order.owed > 0 ? [paragraph(formatPendingRefund({ owed: order.owed, returned: 0 }, null))] : []),
        paragraph('Se você não esperava isso, responda a este e-mail.'),
        buildOrderSummary(order),
        buildOrdersLink(order, reader),
      ],
    }
  },
})

/** Confirms the buyer's own cancellation of an order. */
const cancellationReceived = defineOrderMail({
  name: 'mail-cancellation-received',
  label: 'E-mail: cancelamento recebido',
  async find(subject) {
    const order = await findOrderInStatus(orderStatus.cancelled, Number(subject))
    return order && { ...order, orderUrl: `${env.PUBLIC_URL}${paths.order(order.orderId)}` }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: OrderMailData & { orderUrl: string }) => ({
    subject: `Cancelamento do pedido nº ${order.orderId}`,
    blocks: [
      openingText(
        formatGreeting(order.contactName),
        `O pedido nº ${order.orderId} foi cancelado no site. Nada mais será cobrado nem enviado: se houver boleto ou Pix, não pague.`,
      ),
      paragraph('Se foi engano, abra o pedido e use “Comprar novamente”, ou responda a este e-mail.'),
      buildOrderSummary(order),
      link('Ver o pedido', order.orderUrl),
    ],
  }),
})

export const cancellationMails = [orderCancelled, cancellationReceived]
