import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { notFound } from '#app/http/responses.server.ts'
import { listOwnInvoices } from '#app/models/orders/invoices/invoice.server.ts'
import { listOrderReturns } from '#app/models/orders/order.server.ts'
import { listOwnOrderFiles } from '#app/models/orders/order-file.server.ts'
import { findOpenPhotoRequest, listPhotoLines } from '#app/models/orders/photo-request.server.ts'
import { findWithdrawalChance } from '#app/models/orders/withdrawal.server.ts'
import { listShipmentsOfOrders } from '#app/models/shipments/shipment.server.ts'

/** Reads further data of the customer's order page. Throws 404 for another person's order. */
export async function loadOrderDocuments(
  order: { id: number; status: number; reason: string | null },
  profileId: number,
  today: CivilDate,
) {
  const { id } = order
  const [shipments, withdrawal, files, photoRequest, invoices, returns] = await Promise.all([
    listShipmentsOfOrders([id]),
    findWithdrawalChance({ orderId: id, profileId }, today),
    listOwnOrderFiles(id, profileId),
    findOpenPhotoRequest(id),
    listOwnInvoices(id, profileId),
    listOrderReturns(id),
  ])
  const photoLines = photoRequest?.lines ?? (hasRejectedPhoto(order) ? await listPhotoLines(id) : [])
  const photoReason = photoRequest?.reason ?? null
  return {
    shipments,
    withdrawal: withdrawal ?? notFound(),
    files,
    invoices,
    returns,
    photoReason,
    photoLines,
  }
}

/** Returns true for a cancelled order with a reason, which only a photo review stores. */
function hasRejectedPhoto({ status, reason }: { status: number; reason: string | null }): boolean {
  return status === orderStatus.cancelled && reason !== null
}
