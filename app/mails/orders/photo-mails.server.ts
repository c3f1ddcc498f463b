import { breakLinks } from '#app/domain/accounts/person-name.ts'
import {
  groupWantedPhotos,
  type PhotoSubject,
  type RequiredPhoto,
} from '#app/domain/catalogue/photo-subject.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import {
  countPhotos,
  listPhotoCopies,
  type PhotoCopy,
  type PhotoLine,
  reviewHours,
} from '#app/domain/orders/photo-review.ts'
import { env } from '#app/env.server.ts'
import { drawPicture } from '#app/gateways/photo.server.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { findOrderInStatus, requireOrderForMail } from '#app/mails/orders/order-mail-data.server.ts'
import {
  buildOrderDetails,
  buildOrderSummary,
  buildOrdersLink,
  type OrderMailData,
} from '#app/mails/orders/order-summary.ts'
import {
  type Block,
  button,
  formatGreeting,
  joinBlocks,
  openingText,
  type Picture,
  paragraph,
  quote,
} from '#app/mails/platform/blocks.ts'
import type { Letter } from '#app/mails/platform/render-mail.tsx'
import { findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { findPhotoRequest, listPhotoLines } from '#app/models/orders/photo-request.server.ts'
import { paths } from '#app/paths.ts'
import { formatPhotoDrawing, photoDrawingSize } from '#app/text/catalogue/photo-drawings.ts'
import {
  formatPhotoDrawingLabel,
  listPhotoRules,
  photoGuideLabels,
} from '#app/text/catalogue/photo-guide-labels.ts'
import {
  formatAfterReview,
  formatOtherPhotos,
  formatPhotoCopy,
  formatPhotoRequest,
  formatPhotoRequestSubject,
  formatPhotoVerdict,
  formatSendPhotosLabel,
  formatSentPhotos,
} from '#app/text/orders/photo-request-labels.ts'
import { type OrderReader, readerLabels } from '#app/text/orders/reader-labels.ts'

type PhotoExamples = ReadonlyMap<PhotoSubject, Picture>

/** Draws the examples as PNGs because mail programs do not display SVG. */
export async function drawPhotoExamples(lines: readonly RequiredPhoto[]): Promise<PhotoExamples> {
  const subjects = [...new Set(lines.map(({ photoSubject }) => photoSubject))]
  const pictures = subjects.map(async (subject): Promise<[PhotoSubject, Picture]> => {
    const content = await drawPicture(formatPhotoDrawing(subject))
    return [subject, { cid: `foto-${subject}`, name: `${subject}.png`, content }]
  })
  return new Map(await Promise.all(pictures))
}

type ReviewedOrder = OrderMailData & { photoCount: number }

function formatReviewNotice({ photoCount, total }: ReviewedOrder): string {
  return `Vamos conferir ${formatSentPhotos(photoCount)} e responder em até ${reviewHours} horas. ${formatAfterReview(total === 0)}`
}

/** Confirms the order. The boleto is issued after the review (F52, F58). */
const underReview = defineOrderMail({
  name: 'mail-order-under-review',
  label: 'E-mail: foto em análise',
  async find(subject) {
    const order = await findOrderInStatus(orderStatus.underReview, Number(subject))
    return order && { ...order, photoCount: countPhotos(await listPhotoLines(order.orderId)) }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: ReviewedOrder, reader) => ({
    subject: `Pedido nº ${order.orderId} em análise`,
    blocks: [
      openingText(
        formatGreeting(order.contactName),
        `Recebemos ${readerLabels[reader].order}. ${formatReviewNotice(order)}`,
        `Recebemos ${readerLabels[reader].order} nº ${order.orderId}. ${formatReviewNotice(order)}`,
      ),
      buildOrderSummary(order),
      buildOrderDetails(order),
      buildOrdersLink(order, reader),
    ],
  }),
})

/** Links to the payment page, which shows the boleto when it is issued (D11, F52, F97). */
const photoApproved = defineOrderMail({
  name: 'mail-photo-approved',
  label: 'E-mail: foto aprovada',
  async find(subject) {
    const order = await findOrderInStatus(orderStatus.pendingPayment, Number(subject))
    if (!order) return undefined
    const paymentUrl = `${env.PUBLIC_URL}${paths.payment(order.orderId)}`
    const photoCount = countPhotos(await listPhotoLines(order.orderId))
    const hasBoleto = (await findCurrentBoleto(order.orderId)) !== undefined
    return { ...order, photoCount, paymentUrl, hasBoleto }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: ReviewedOrder & { paymentUrl: string; hasBoleto: boolean }, reader) =>
    makePhotoLetter(order, reader, {
      subject: `Pedido nº ${order.orderId} aprovado`,
      text: `${formatPhotoVerdict(order.photoCount, 'aprovamos o pedido')}. Agora falta só o pagamento.`,
      next: order.hasBoleto
        ? 'O boleto deste pedido já foi gerado. Você o encontra nesta página:'
        : 'O boleto é gerado em instantes e também chega por e-mail. Você o encontra nesta página:',
      act: { url: order.paymentUrl, label: 'Ver o boleto' },
    }),
})

/** Sends the reviewer's reason and a link to order again (D18, F97). */
const photoRejected = defineOrderMail({
  name: 'mail-photo-rejected',
  label: 'E-mail: foto reprovada',
  async find(subject) {
    const { reason, ...order } = await requireOrderForMail(Number(subject))
    if (reason === null) return undefined
    const photoLines = await listPhotoLines(order.orderId)
    const redoUrl = `${env.PUBLIC_URL}${paths.order(order.orderId)}`
    return { ...order, reason, photoLines, examples: await drawPhotoExamples(photoLines), redoUrl }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write(order: OrderMailData & PhotoRequest & { redoUrl: string }, reader) {
    const photoCount = countPhotos(order.photoLines)
    return makePhotoLetter(order, reader, {
      subject: `Pedido nº ${order.orderId} reprovado`,
      text: `${formatPhotoVerdict(photoCount, 'não pudemos aprovar o pedido, que foi cancelado')}. O motivo:`,
      requiredPhotos: order,
      next: `Nada foi cobrado. Você pode refazer o pedido com ${formatOtherPhotos(photoCount)}: as mesmas publicações voltam ao carrinho.`,
      act: { url: order.redoUrl, label: 'Refazer o pedido' },
    })
  },
})

/** Asks for better photos, unless the request for photos is closed (D18). */
const photoWanted = defineOrderMail({
  name: 'mail-photo-request',
  label: 'E-mail: nova foto pedida',
  async find(subject) {
    const request = await findPhotoRequest(Number(subject))
    if (!request?.isOpen) return undefined
    const order = await requireOrderForMail(request.orderId)
    const photoUrl = `${env.PUBLIC_URL}${paths.newPhoto(order.orderId)}`
    const { reason, lines: photoLines } = request
    return { ...order, reason, photoLines, examples: await drawPhotoExamples(photoLines), photoUrl }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write({ photoUrl, ...order }: OrderMailData & PhotoRequest & { photoUrl: string }, reader) {
    const copies = listPhotoCopies(order.photoLines).map(breakCopyLinks)
    return makePhotoLetter(order, reader, {
      subject: formatPhotoRequestSubject(order.orderId, copies),
      text: formatPhotoRequest(copies),
      copies: copies.length > 1 ? copies : [],
      requiredPhotos: order,
      next: `O pedido continua guardado e nada foi cobrado. Envie ${copies.length === 1 ? 'a foto' : 'as fotos'} nesta página:`,
      act: { url: photoUrl, label: formatSendPhotosLabel(copies) },
    })
  },
})

export const photoMails = [underReview, photoApproved, photoRejected, photoWanted]

/** A request for photos. `reason` is the reviewer's unchanged text; `photoLines` need a better photo. */
type PhotoRequest = {
  reason: string
  photoLines: readonly (RequiredPhoto & PhotoLine)[]
  examples: PhotoExamples
}

function breakCopyLinks<Copy extends PhotoCopy>(copy: Copy): Copy {
  return { ...copy, serialNumber: copy.serialNumber && breakLinks(copy.serialNumber) }
}

/** Returns the photo rules and an example drawing for each kind of photo in the order. */
function makePhotoGuide({ photoLines, examples }: PhotoRequest): Block[] {
  const groups = groupWantedPhotos(photoLines)
  return groups.map((group) =>
    joinBlocks(
      paragraph(
        groups.length > 1
          ? `${photoGuideLabels.title} para ${group.names.join(', ')}:`
          : `${photoGuideLabels.title}:`,
      ),
      ...makePhotoExample(group.photoSubject, examples),
      { kind: 'list', items: listPhotoRules(group) },
    ),
  )
}

function makePhotoExample(subject: PhotoSubject, examples: PhotoExamples): Block[] {
  const picture = examples.get(subject)
  const { width: size, height } = photoDrawingSize
  return picture ? [{ kind: 'picture', picture, alt: formatPhotoDrawingLabel(subject), size, height }] : []
}

type PhotoLetterContent = {
  subject: string
  text: string
  /** copies that need a photo, listed below `text` */
  copies?: readonly PhotoCopy[]
  requiredPhotos?: PhotoRequest
  next: string
  act: { url: string; label: string }
}

/** Returns a mail with the result, one action and the summary of the order (F97). */
function makePhotoLetter(
  order: OrderMailData,
  reader: OrderReader,
  { subject, text, copies = [], requiredPhotos, next, act }: PhotoLetterContent,
): Letter {
  return {
    subject,
    blocks: [
      openingText(formatGreeting(order.contactName), text, `Pedido nº ${order.orderId}. ${text}`),
      ...(copies.length > 0 ? [{ kind: 'list' as const, items: copies.map(formatPhotoCopy) }] : []),
      ...(requiredPhotos ? [quote(requiredPhotos.reason), ...makePhotoGuide(requiredPhotos)] : []),
      joinBlocks(paragraph(next), button(act.label, act.url)),
      buildOrderSummary(order),
      buildOrdersLink(order, reader),
    ],
  }
}
