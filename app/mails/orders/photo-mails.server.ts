import { orderStatus } from '#app/domain/orders/order-status.ts'
import { env } from '#app/env.server.ts'
import { findOrderFacts, findOrderWhile } from '#app/mails/orders/order-facts.server.ts'
import { type OrderFacts, orderDetails, orderSummary, ordersLink } from '#app/mails/orders/order-summary.ts'
import { plateExample } from '#app/mails/orders/plate-example.ts'
import { button, hello, opening, paragraph, quote, together } from '#app/mails/platform/blocks.ts'
import { defineMail } from '#app/mails/platform/define-mail.ts'
import type { Letter } from '#app/mails/platform/render-mail.tsx'
import { findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { findPhotoRequest } from '#app/models/orders/photo-request.server.ts'
import { paths } from '#app/paths.ts'
import { photoGuideLabels } from '#app/text/orders/photo-guide-labels.ts'

const promise =
  'Vamos conferir a imagem enviada e responder em até 24 horas. Depois da aprovação você recebe o boleto por e-mail.'

/** The boleto follows after the review (F52, F58). */
const underReview = defineMail({
  name: 'mail-order-under-review',
  label: 'E-mail: foto em análise',
  find: (subject) => findOrderWhile(orderStatus.underReview, Number(subject)),
  to: ({ email }) => email,
  write: (order: OrderFacts) => ({
    subject: `Pedido nº ${order.orderId} em análise`,
    blocks: [
      opening(
        hello(order.contactName),
        `Recebemos seu pedido. ${promise}`,
        `Recebemos seu pedido nº ${order.orderId}. ${promise}`,
      ),
      orderSummary(order),
      orderDetails(order),
      ordersLink(order),
    ],
  }),
})

/** The boleto follows or exists already; the payment page shows it (D11, F52, F97). */
const photoApproved = defineMail({
  name: 'mail-photo-approved',
  label: 'E-mail: foto aprovada',
  async find(subject) {
    const order = await findOrderWhile(orderStatus.pendingPayment, Number(subject))
    if (!order) return undefined
    const paymentUrl = `${env.PUBLIC_URL}${paths.payment(order.orderId)}`
    return { ...order, paymentUrl, hasBoleto: (await findCurrentBoleto(order.orderId)) !== undefined }
  },
  to: ({ email }) => email,
  write: (order: OrderFacts & { paymentUrl: string; hasBoleto: boolean }) =>
    photoLetter(order, {
      subject: `Pedido nº ${order.orderId} aprovado`,
      words: 'Conferimos a imagem enviada e aprovamos o pedido. Agora falta só o pagamento.',
      next: order.hasBoleto
        ? 'O boleto deste pedido já foi gerado. Você o encontra nesta página:'
        : 'O boleto é gerado em instantes e também chega por e-mail. Você o encontra nesta página:',
      act: { url: order.paymentUrl, label: 'Ver o boleto' },
    }),
})

/** With the reviewer's reason and a link to order again (D18, F97). */
const photoRejected = defineMail({
  name: 'mail-photo-rejected',
  label: 'E-mail: foto reprovada',
  async find(subject) {
    const { reason, ...order } = await findOrderFacts(Number(subject))
    if (reason === null) return undefined
    return { ...order, reason, redoUrl: `${env.PUBLIC_URL}${paths.order(order.orderId)}` }
  },
  to: ({ email }) => email,
  write: (order: OrderFacts & { reason: string; redoUrl: string }) =>
    photoLetter(order, {
      subject: `Pedido nº ${order.orderId} reprovado`,
      words:
        'Conferimos a imagem enviada e não pudemos aprová-la, por isso o pedido foi cancelado. O motivo:',
      reason: order.reason,
      next: 'Nada foi cobrado. Você pode refazer o pedido com outra imagem: as mesmas publicações voltam ao carrinho.',
      act: { url: order.redoUrl, label: 'Refazer o pedido' },
    }),
})

/** Only while the photo request is open; the order is kept (D18). */
const photoWanted = defineMail({
  name: 'mail-photo-request',
  label: 'E-mail: nova foto pedida',
  async find(subject) {
    const request = await findPhotoRequest(Number(subject))
    if (!request?.isOpen) return undefined
    const order = await findOrderFacts(request.orderId)
    const photoUrl = `${env.PUBLIC_URL}${paths.newPhoto(order.orderId)}`
    return { ...order, reason: request.reason, photoUrl }
  },
  to: ({ email }) => email,
  write: (order: OrderFacts & { reason: string; photoUrl: string }) =>
    photoLetter(order, {
      subject: `Pedido nº ${order.orderId}: envie uma nova foto`,
      words: 'Conferimos a imagem enviada e precisamos de outra para aprovar o pedido:',
      reason: order.reason,
      next: 'O pedido continua guardado e nada foi cobrado. Envie a nova foto nesta página:',
      act: { url: order.photoUrl, label: 'Enviar nova foto' },
    }),
})

export const photoMails = [underReview, photoApproved, photoRejected, photoWanted]

const photoGuide = together(
  paragraph(`${photoGuideLabels.title}:`),
  { kind: 'picture', picture: plateExample, alt: photoGuideLabels.example, size: 240, height: 160 },
  { kind: 'list', items: photoGuideLabels.rules },
)

type PhotoLabels = {
  subject: string
  words: string
  /** verbatim from the reviewer; followed by what a good photo shows */
  reason?: string
  next: string
  act: { url: string; label: string }
}

/** Common layout: verdict, one action, order (F97). */
function photoLetter(order: OrderFacts, { subject, words, reason, next, act }: PhotoLabels): Letter {
  return {
    subject,
    blocks: [
      opening(hello(order.contactName), words, `Pedido nº ${order.orderId}. ${words}`),
      ...(reason ? [quote(reason), photoGuide] : []),
      together(paragraph(next), button(act.label, act.url)),
      orderSummary(order),
      ordersLink(order),
    ],
  }
}
