import { orderStatus } from '#app/domain/orders/order-status.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import {
  type BoletoToPay,
  buildBoletoBlocks,
  formatBoletoSubject,
  listBoletoAttachments,
} from '#app/mails/orders/boleto-blocks.ts'
import { isAwaitingPayment, toBoletoToPay } from '#app/mails/orders/boleto-mail-data.server.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { findOrderInStatus, requireOrderForMail } from '#app/mails/orders/order-mail-data.server.ts'
import {
  buildOrderDetails,
  buildOrderSummary,
  buildOrdersLink,
  type OrderMailData,
} from '#app/mails/orders/order-summary.ts'
import { findReplyTo } from '#app/mails/orders/reply-to.server.ts'
import {
  button,
  formatGreeting,
  formatMailedAddress,
  joinBlocks,
  type MailedAddress,
  openingText,
  paragraph,
} from '#app/mails/platform/blocks.ts'
import { defineMail, getCompanyEmail } from '#app/mails/platform/define-mail.ts'
import type { Letter } from '#app/mails/platform/render-mail.tsx'
import { announceBoleto, findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { findDeliveryAddress } from '#app/models/orders/order.server.ts'
import { isBoletoPaid } from '#app/models/payments/boleto-renewal.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { paths } from '#app/paths.ts'
import { formatClientAndContact } from '#app/text/accounts/client-labels.ts'
import { formatDue, paymentLabels } from '#app/text/charges/pay-labels.ts'
import { type OrderReader, readerLabels } from '#app/text/orders/reader-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { capitalise } from '#app/text/platform/numbers.ts'

/** A received order. `wasReviewed` is true if the order's photos were reviewed before this mail. */
type ReceivedOrder = OrderMailData & { orderUrl: string; wasReviewed: boolean }

/** Confirms an order and contains its boleto, unless the boleto was paid or is no longer valid. */
const orderReceived = defineOrderMail({
  name: 'mail-order-received',
  label: 'E-mail: pedido recebido',
  async find(subject) {
    const boleto = await findCurrentBoleto(Number(subject))
    if (!boleto) throw new JobRefused('no order or no boleto for this mail')
    const order = await findOrderInStatus(orderStatus.pendingPayment, Number(subject))
    if (!order) return undefined
    const boletoToPay = isAwaitingPayment(boleto) ? await toBoletoToPay(boleto) : null
    const isPaid = await isBoletoPaid(order.orderId)
    return { ...(await addReviewState(order)), boleto: isPaid ? null : boletoToPay, isPaid }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: ReceivedOrder & { boleto: BoletoToPay | null; isPaid?: boolean }, reader) => {
    const { boleto, isPaid, orderUrl: url } = order
    const heading = makeHeading(order, reader)
    if (!boleto)
      return makeReceivedLetter(order, heading, [
        paragraph(
          isPaid
            ? paymentLabels.checking
            : 'O boleto deste pedido não vale mais. Gere uma nova via na página do pedido.',
        ),
        makeFollowButton(order, reader),
      ])
    const subject = order.wasReviewed
      ? formatBoletoSubject(order.orderId, boleto)
      : `${heading.subject}: boleto de ${formatReais(boleto.value)}, ${formatDue(boleto.dueDate, boleto.today)}`
    const paymentLinks = joinBlocks(button('Ver e imprimir o boleto', url), buildOrdersLink(order, reader))
    const letter = makeReceivedLetter(order, { ...heading, subject }, [
      ...buildBoletoBlocks(boleto),
      paymentLinks,
    ])
    return { ...letter, attachments: listBoletoAttachments(boleto) }
  },
})

/**
 * Confirms an order whose boleto is not ready after a minute (D70). The boleto then gets a mail of its own.
 * If the boleto was issued meanwhile, its mail is enough and this mail is not sent.
 */
const orderWithoutBoleto = defineOrderMail({
  name: 'mail-order-without-boleto',
  label: 'E-mail: pedido recebido, boleto depois',
  async find(subject, { isResend }) {
    const orderId = Number(subject)
    if (isResend ? await findCurrentBoleto(orderId) : !(await announceBoleto(orderId))) return undefined
    reachFaultPoint('mail-order-without-boleto:announced')
    const order = await findOrderInStatus(orderStatus.pendingPayment, orderId)
    return order && addReviewState(order)
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: ReceivedOrder, reader) =>
    makeReceivedLetter(order, makeHeading(order, reader), [
      paragraph('O boleto segue em outra mensagem, assim que ficar pronto. Não é preciso pedir de novo.'),
      makeFollowButton(order, reader),
    ]),
})

/** Announces the cancellation of an unpaid order, unless the order is no longer cancelled (D16). */
const orderUnpaid = defineOrderMail({
  name: 'mail-order-unpaid',
  label: 'E-mail: pedido cancelado por falta de pagamento',
  async find(subject) {
    const order = await findOrderInStatus(orderStatus.cancelled, Number(subject))
    if (!order) return undefined
    const againUrl = order.isRenewalOnly ? paths.manage() : paths.order(order.orderId)
    return { ...order, buyAgainUrl: `${env.PUBLIC_URL}${againUrl}` }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: OrderMailData & { buyAgainUrl: string; isRenewalOnly: boolean }) => ({
    subject: `Pedido nº ${order.orderId} cancelado: não pago`,
    blocks: [
      openingText(formatGreeting(order.contactName), 'Não recebemos o pagamento e cancelamos o pedido:'),
      buildOrderSummary(order),
      order.isRenewalOnly
        ? joinBlocks(
            paragraph('Se ainda quiser renovar, escolha as assinaturas em “Minhas publicações”.'),
            button('Minhas publicações', order.buyAgainUrl),
          )
        : joinBlocks(
            paragraph(
              'Se ainda quiser as publicações, abra o pedido e use “Comprar novamente”: o carrinho volta preenchido.',
            ),
            button('Comprar novamente', order.buyAgainUrl),
          ),
      paragraph(
        `Se o pagamento foi feito e ainda não apareceu, envie o comprovante para ${order.sender.email}: o pagamento vale.`,
      ),
    ],
  }),
})

/** Asks staff to agree on the freight with the buyer (D8). Replies go to the person who ordered. */
const agreeFreight = defineMail({
  name: 'ask-staff-for-freight',
  label: 'E-mail à equipe: combinar frete',
  async find(subject) {
    const order = await requireOrderForMail(Number(subject))
    const address = await findDeliveryAddress(order.orderId)
    if (!address) throw new JobRefused('no address to deliver to')
    return { ...order, deliveryAddress: address }
  },
  to: getCompanyEmail,
  replyTo: findReplyTo,
  write: (order: OrderMailData & { clientName: string; email: string; deliveryAddress: MailedAddress }) => ({
    subject: `Combinar o frete do pedido nº ${order.orderId}`,
    blocks: [
      paragraph(
        `${formatClientAndContact(order)} escolheu À Combinar. Combine valor e prazo antes do envio.`,
      ),
      buildOrderSummary(order),
      paragraph(`Entregar em: ${formatMailedAddress(order.deliveryAddress)}`),
    ],
  }),
})

export const orderMails = [orderReceived, orderWithoutBoleto, orderUnpaid, agreeFreight]

function formatOrderUrl({ orderId }: OrderMailData): string {
  return `${env.PUBLIC_URL}${paths.payment(orderId)}`
}

async function addReviewState<Order extends OrderMailData>(order: Order) {
  const history = await listHistory('order', order.orderId)
  const wasReviewed = history.some(({ action }) => action === 'approved')
  return { ...order, wasReviewed, orderUrl: formatOrderUrl(order) }
}

type Heading = { subject: string; text: string; inText: string }

/** Returns the heading. After a review, it announces the approval instead of the receipt. */
function makeHeading({ orderId, wasReviewed }: ReceivedOrder, reader: OrderReader): Heading {
  const { order } = readerLabels[reader]
  if (!wasReviewed)
    return {
      subject: `Pedido nº ${orderId} recebido`,
      text: `Recebemos ${order}.`,
      inText: `Recebemos ${order} nº ${orderId}.`,
    }
  const sentenceStart = capitalise(order)
  return {
    subject: `Pedido nº ${orderId} aprovado`,
    text: `${sentenceStart} foi aprovado.`,
    inText: `${sentenceStart} nº ${orderId} foi aprovado.`,
  }
}

function makeReceivedLetter(order: ReceivedOrder, heading: Heading, payment: Letter['blocks']): Letter {
  return {
    subject: heading.subject,
    blocks: [
      openingText(formatGreeting(order.contactName), heading.text, heading.inText),
      buildOrderSummary(order),
      buildOrderDetails(order),
      ...payment,
    ],
  }
}

function makeFollowButton(order: ReceivedOrder, reader: OrderReader) {
  const { orderUrl } = order
  return joinBlocks(
    button('Acompanhar o pedido', orderUrl, [`Acompanhe o pedido: ${orderUrl}`]),
    buildOrdersLink(order, reader),
  )
}
