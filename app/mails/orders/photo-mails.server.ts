import { groupWantedPhotos, type WantedPhoto } from '#app/domain/catalogue/photo-subject.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { reviewHours } from '#app/domain/orders/photo-review.ts'
import { env } from '#app/env.server.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { findOrderFacts, findOrderWhile } from '#app/mails/orders/order-facts.server.ts'
import { type OrderFacts, orderDetails, orderSummary, ordersLink } from '#app/mails/orders/order-summary.ts'
import { plateExample } from '#app/mails/orders/plate-example.ts'
import { type Block, button, hello, opening, paragraph, quote, together } from '#app/mails/platform/blocks.ts'
import type { Letter } from '#app/mails/platform/render-mail.tsx'
import { findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { findPhotoRequest, listPhotoLines } from '#app/models/orders/photo-request.server.ts'
import { paths } from '#app/paths.ts'
import { photoGuideLabels, photoRules } from '#app/text/catalogue/photo-guide-labels.ts'
import { type OrderReader, readerLabels } from '#app/text/orders/reader-labels.ts'

const promise = `Vamos conferir o que foi fotografado e responder em até ${reviewHours} horas. Depois da aprovação o boleto segue por e-mail.`

/** The boleto follows after the review (F52, F58). */
const underReview = defineOrderMail({
  name: 'mail-order-under-review',
  label: 'E-mail: foto em análise',
  find: (subject) => findOrderWhile(orderStatus.underReview, Number(subject)),
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: OrderFacts, reader) => ({
    subject: `Pedido nº ${order.orderId} em análise`,
    blocks: [
      opening(
        hello(order.contactName),
        `Recebemos ${readerLabels[reader].order}. ${promise}`,
        `Recebemos ${readerLabels[reader].order} nº ${order.orderId}. ${promise}`,
      ),
      orderSummary(order),
      orderDetails(order),
      ordersLink(order, reader),
    ],
  }),
})

/** The boleto follows or exists already; the payment page shows it (D11, F52, F97). */
const photoApproved = defineOrderMail({
  name: 'mail-photo-approved',
  label: 'E-mail: foto aprovada',
  async find(subject) {
    const order = await findOrderWhile(orderStatus.pendingPayment, Number(subject))
    if (!order) return undefined
    const paymentUrl = `${env.PUBLIC_URL}${paths.payment(order.orderId)}`
    return { ...order, paymentUrl, hasBoleto: (await findCurrentBoleto(order.orderId)) !== undefined }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: OrderFacts & { paymentUrl: string; hasBoleto: boolean }, reader) =>
    photoLetter(order, reader, {
      subject: `Pedido nº ${order.orderId} aprovado`,
      words: 'Conferimos o que foi fotografado e aprovamos o pedido. Agora falta só o pagamento.',
      next: order.hasBoleto
        ? 'O boleto deste pedido já foi gerado. Você o encontra nesta página:'
        : 'O boleto é gerado em instantes e também chega por e-mail. Você o encontra nesta página:',
      act: { url: order.paymentUrl, label: 'Ver o boleto' },
    }),
})

/** With the reviewer's reason and a link to order again (D18, F97). */
const photoRejected = defineOrderMail({
  name: 'mail-photo-rejected',
  label: 'E-mail: foto reprovada',
  async find(subject) {
    const { reason, ...order } = await findOrderFacts(Number(subject))
    if (reason === null) return undefined
    const photoLines = await listPhotoLines(order.orderId)
    return { ...order, reason, photoLines, redoUrl: `${env.PUBLIC_URL}${paths.order(order.orderId)}` }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: OrderFacts & { reason: string; photoLines: PhotoLine[]; redoUrl: string }, reader) =>
    photoLetter(order, reader, {
      subject: `Pedido nº ${order.orderId} reprovado`,
      words:
        'Conferimos o que foi fotografado e não pudemos aprovar, por isso o pedido foi cancelado. O motivo:',
      wanted: order,
      next: 'Nada foi cobrado. Você pode refazer o pedido com outra imagem: as mesmas publicações voltam ao carrinho.',
      act: { url: order.redoUrl, label: 'Refazer o pedido' },
    }),
})

/** Only while the photo request is open; the order is kept (D18). */
const photoWanted = defineOrderMail({
  name: 'mail-photo-request',
  label: 'E-mail: nova foto pedida',
  async find(subject) {
    const request = await findPhotoRequest(Number(subject))
    if (!request?.isOpen) return undefined
    const order = await findOrderFacts(request.orderId)
    const photoUrl = `${env.PUBLIC_URL}${paths.newPhoto(order.orderId)}`
    return { ...order, reason: request.reason, photoLines: request.lines, photoUrl }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: OrderFacts & { reason: string; photoLines: PhotoLine[]; photoUrl: string }, reader) =>
    photoLetter(order, reader, {
      subject: `Pedido nº ${order.orderId}: envie uma nova foto`,
      words: 'Conferimos o que foi fotografado e precisamos de outra foto para aprovar o pedido:',
      wanted: order,
      next: 'O pedido continua guardado e nada foi cobrado. Envie a nova foto nesta página:',
      act: { url: order.photoUrl, label: 'Enviar nova foto' },
    }),
})

export const photoMails = [underReview, photoApproved, photoRejected, photoWanted]

const plateDrawing = {
  kind: 'picture',
  picture: plateExample,
  alt: photoGuideLabels.plateDrawing,
  size: 240,
  height: 160,
} as const

type PhotoLine = WantedPhoto & { name: string }

/** One group of rules for each kind of photo; the drawing shows a data plate and stands beside its rules alone. */
function photoGuide(lines: readonly PhotoLine[]): Block[] {
  return groupWantedPhotos(lines).map((group) =>
    together(
      paragraph(
        lines.length > 1
          ? `${photoGuideLabels.title} para ${group.names.join(', ')}:`
          : `${photoGuideLabels.title}:`,
      ),
      ...(group.photoSubject === 'data-plate' ? [plateDrawing] : []),
      { kind: 'list', items: photoRules(group) },
    ),
  )
}

type PhotoLabels = {
  subject: string
  words: string
  /** the reviewer's words verbatim, and the lines whose photos were not good enough */
  wanted?: { reason: string; photoLines: readonly PhotoLine[] }
  next: string
  act: { url: string; label: string }
}

/** Common layout: verdict, one action, order (F97). */
function photoLetter(
  order: OrderFacts,
  reader: OrderReader,
  { subject, words, wanted, next, act }: PhotoLabels,
): Letter {
  return {
    subject,
    blocks: [
      opening(hello(order.contactName), words, `Pedido nº ${order.orderId}. ${words}`),
      ...(wanted ? [quote(wanted.reason), ...photoGuide(wanted.photoLines)] : []),
      together(paragraph(next), button(act.label, act.url)),
      orderSummary(order),
      ordersLink(order, reader),
    ],
  }
}
