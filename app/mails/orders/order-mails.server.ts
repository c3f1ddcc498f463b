import { orderStatus } from '#app/domain/orders/order-status.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import { faultPoint } from '#app/fault-point.server.ts'
import { attachedTo, type BoletoToPay, boletoBlocks } from '#app/mails/orders/boleto-blocks.ts'
import { boletoToPay, isToBePaid } from '#app/mails/orders/boleto-facts.server.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { findOrderFacts, findOrderWhile } from '#app/mails/orders/order-facts.server.ts'
import { type OrderFacts, orderDetails, orderSummary, ordersLink } from '#app/mails/orders/order-summary.ts'
import { findReplyTo } from '#app/mails/orders/reply-to.server.ts'
import { button, hello, opening, paragraph, together } from '#app/mails/platform/blocks.ts'
import { company, defineMail } from '#app/mails/platform/define-mail.ts'
import type { Letter } from '#app/mails/platform/render-mail.tsx'
import { announceBoleto, findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { findDeliveryAddress } from '#app/models/orders/order.server.ts'
import { isBoletoPaid } from '#app/models/payments/boleto-renewal.server.ts'
import { paths } from '#app/paths.ts'
import { placeLine, streetLine } from '#app/text/accounts/address-labels.ts'
import { clientAndContact } from '#app/text/accounts/client-labels.ts'
import { paymentLabels } from '#app/text/charges/pay-labels.ts'

type Received = OrderFacts & { orderUrl: string }

const orderReceived = defineOrderMail({
  name: 'mail-order-received',
  label: 'E-mail: pedido recebido',
  async find(subject) {
    const boleto = await findCurrentBoleto(Number(subject))
    if (!boleto) throw new JobRefused('no order or no boleto for this mail')
    const order = await findOrderWhile(orderStatus.pendingPayment, Number(subject))
    if (!order) return undefined
    const shown = isToBePaid(boleto) ? await boletoToPay(boleto) : null
    const isPaid = await isBoletoPaid(order.orderId)
    return { ...order, boleto: isPaid ? null : shown, isPaid, orderUrl: orderUrl(order) }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: Received & { boleto: BoletoToPay | null; isPaid?: boolean }) =>
    order.boleto
      ? {
          ...receivedLetter(order, [
            ...boletoBlocks(order.boleto),
            together(button('Ver e imprimir o boleto', order.orderUrl), ordersLink(order)),
          ]),
          attached: attachedTo(order.boleto),
        }
      : receivedLetter(order, [
          paragraph(
            order.isPaid
              ? paymentLabels.checking
              : 'O boleto deste pedido não vale mais. Gere uma nova via na página do pedido.',
          ),
          followButton(order),
        ]),
})

/**
 * Due a minute after the order. If the boleto came in time, the order's own mail covers it; from this mail on the
 * boleto gets a separate one (D70).
 */
const orderWithoutBoleto = defineOrderMail({
  name: 'mail-order-without-boleto',
  label: 'E-mail: pedido recebido, boleto depois',
  async find(subject, { isResend }) {
    const orderId = Number(subject)
    if (isResend ? await findCurrentBoleto(orderId) : !(await announceBoleto(orderId))) return undefined
    faultPoint('mail-order-without-boleto:announced')
    const order = await findOrderWhile(orderStatus.pendingPayment, orderId)
    return order && { ...order, orderUrl: orderUrl(order) }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: Received) =>
    receivedLetter(order, [
      paragraph('O boleto segue em outra mensagem, assim que ficar pronto. Não é preciso pedir de novo.'),
      followButton(order),
    ]),
})

/** Only while the order is still cancelled (D16). */
const orderUnpaid = defineOrderMail({
  name: 'mail-order-unpaid',
  label: 'E-mail: pedido cancelado por falta de pagamento',
  async find(subject) {
    const order = await findOrderWhile(orderStatus.cancelled, Number(subject))
    if (!order) return undefined
    const again = order.isRenewalOnly ? paths.manage() : paths.order(order.orderId)
    return { ...order, againUrl: `${env.PUBLIC_URL}${again}` }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: OrderFacts & { againUrl: string; isRenewalOnly: boolean }) => ({
    subject: `Pedido nº ${order.orderId} cancelado: não pago`,
    blocks: [
      opening(hello(order.contactName), 'Não recebemos o pagamento e cancelamos o pedido:'),
      orderSummary(order),
      order.isRenewalOnly
        ? together(
            paragraph('Se ainda quiser renovar, escolha as assinaturas em “Gerenciar”.'),
            button('Renovar novamente', order.againUrl),
          )
        : together(
            paragraph(
              'Se ainda quiser as publicações, abra o pedido e use “Comprar novamente”: o carrinho volta preenchido.',
            ),
            button('Comprar novamente', order.againUrl),
          ),
      paragraph(
        `Se você pagou e o pagamento ainda não apareceu, envie o comprovante para ${order.sender.email}: o pagamento vale.`,
      ),
    ],
  }),
})

/** Staff agree the freight with the buyer (D8); "reply" answers who ordered. */
const agreeFreight = defineMail({
  name: 'ask-staff-for-freight',
  label: 'E-mail à equipe: combinar frete',
  async find(subject) {
    const order = await findOrderFacts(Number(subject))
    const address = await findDeliveryAddress(order.orderId)
    if (!address) throw new JobRefused('no address to deliver to')
    return { ...order, deliveryAddress: `${streetLine(address)}, ${placeLine(address, address.zip_code)}` }
  },
  to: company,
  replyTo: findReplyTo,
  write: (order: OrderFacts & { clientName: string; email: string; deliveryAddress: string }) => ({
    subject: `Combinar o frete do pedido nº ${order.orderId}`,
    blocks: [
      paragraph(`${clientAndContact(order)} escolheu À Combinar. Combine valor e prazo antes do envio.`),
      orderSummary(order),
      paragraph(`Entregar em: ${order.deliveryAddress}`),
    ],
  }),
})

export const orderMails = [orderReceived, orderWithoutBoleto, orderUnpaid, agreeFreight]

function orderUrl({ orderId }: OrderFacts): string {
  return `${env.PUBLIC_URL}${paths.payment(orderId)}`
}

function receivedLetter(order: Received, payment: Letter['blocks']): Letter {
  const { orderId, contactName } = order
  return {
    subject: `Pedido nº ${orderId} recebido`,
    blocks: [
      opening(hello(contactName), 'Recebemos seu pedido.', `Recebemos seu pedido nº ${orderId}.`),
      orderSummary(order),
      orderDetails(order),
      ...payment,
    ],
  }
}

function followButton(order: Received) {
  const { orderUrl } = order
  return together(
    button('Acompanhar o pedido', orderUrl, [`Acompanhe o pedido: ${orderUrl}`]),
    ordersLink(order),
  )
}
