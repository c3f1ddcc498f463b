import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { findOrderWhile } from '#app/mails/orders/order-facts.server.ts'
import { type OrderFacts, orderSummary, ordersLink } from '#app/mails/orders/order-summary.ts'
import { hello, opening, paragraph } from '#app/mails/platform/blocks.ts'
import { findMoneyBack } from '#app/models/payments/money-back.server.ts'
import { formatMoneyToCome } from '#app/text/orders/withdrawal-labels.ts'

/** Tells the buyer of a paid order that it was cancelled and how much comes back (D152). */
const orderCancelled = defineOrderMail({
  name: 'mail-order-cancelled',
  label: 'E-mail: pedido pago cancelado',
  async find(subject) {
    const order = await findOrderWhile(orderStatus.cancelled, Number(subject))
    return order && { ...order, left: (await findMoneyBack(order.orderId))?.left ?? 0 }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: OrderFacts & { left: Centavos }, reader) => {
    const words = `O pedido nº ${order.orderId} foi cancelado, e as publicações dele deixaram de valer.`
    return {
      subject: `Pedido nº ${order.orderId} cancelado`,
      blocks: [
        opening(hello(order.contactName), words),
        ...(order.left > 0 ? [paragraph(formatMoneyToCome({ left: order.left, returned: 0 }, null))] : []),
        paragraph('Se você não esperava isso, responda a este e-mail.'),
        orderSummary(order),
        ordersLink(order, reader),
      ],
    }
  },
})

export const cancellationMails = [orderCancelled]
