import { redirectWithFlash } from '#app/http/flash.server.ts'
import { findReview } from '#app/models/orders/photo-request.server.ts'
import { paths } from '#app/paths.ts'
import type { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

/** Loads an order under review: its photos, their digest, and the open request for another photo. */
export async function loadReviewPage(request: Request, order: Awaited<ReturnType<typeof loadStaffOrder>>) {
  const { id, status, reason, boletoLine } = order
  const { lines, digest, request: photoRequest } = await findReview(id)
  return {
    order: { id, status, reason, hasBoleto: boletoLine !== null },
    lines,
    reviewDigest: digest,
    photoRequest: photoRequest && {
      reason: photoRequest.reason,
      at: formatDateTime(photoRequest.createdAt),
    },
    queuePlace: parseQueuePlace(request),
    back: makeBackLink(request, id),
  }
}

const orderIdPattern = /^\d{1,10}$/

/** Returns the id of the order after which the queue continues: 0 at its start, undefined outside the queue. */
function parseQueuePlace(request: Request): number | undefined {
  const text = new URL(request.url).searchParams.get('review') ?? ''
  return orderIdPattern.test(text) ? Number(text) : undefined
}

/** Redirects with a message to the queue's next order if the action began in the queue, else to the order. */
export function redirectAfterReview(
  request: Request,
  orderId: number,
  { text, tone = 'good' }: { text: string; tone?: 'good' | 'warn' },
) {
  const queuePlace = parseQueuePlace(request)
  const path = queuePlace === undefined ? paths.admin.order(orderId) : paths.admin.review(queuePlace)
  return redirectWithFlash(path, { tone, text })
}

/** Returns the page to which the action's cancel link leads. */
function makeBackLink(request: Request, orderId: number) {
  const queuePlace = parseQueuePlace(request)
  return queuePlace === undefined
    ? { href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }
    : { href: paths.admin.review(queuePlace), label: 'Fotos em análise' }
}
