import { redirectWithFlash } from '#app/http/flash.server.ts'
import { findReview } from '#app/models/orders/photo-request.server.ts'
import { paths } from '#app/paths.ts'
import type { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

/** Loads the order, its photos with their version, and the open request. */
export async function loadReviewPage(request: Request, order: Awaited<ReturnType<typeof loadStaffOrder>>) {
  const { id, status, reason, boletoLine } = order
  const { lines, sign, request: pageRequest } = await findReview(id)
  return {
    order: { id, status, reason, hasBoleto: boletoLine !== null },
    lines,
    sign,
    wanted: pageRequest && { reason: pageRequest.reason, at: formatDateTime(pageRequest.createdAt) },
    place: parseReviewPlace(request),
    back: makeReviewBack(request, id),
  }
}

/** Returns the order after which the queue continues: 0 at its start, undefined from other pages. */
function parseReviewPlace(request: Request): number | undefined {
  const text = new URL(request.url).searchParams.get('review') ?? ''
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined
}

/** Redirects with a message: to the next photo if the person came from the queue, else to the order. */
export function redirectAfterReview(
  request: Request,
  orderId: number,
  text: string,
  tone: 'good' | 'warn' = 'good',
) {
  const place = parseReviewPlace(request)
  const path = place === undefined ? paths.admin.order(orderId) : paths.admin.review(place)
  return redirectWithFlash(path, { tone, text })
}

/** Returns the page to which the action's cancel link leads. */
function makeReviewBack(request: Request, orderId: number) {
  const place = parseReviewPlace(request)
  return place === undefined
    ? { href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }
    : { href: paths.admin.review(place), label: 'Fotos em análise' }
}
