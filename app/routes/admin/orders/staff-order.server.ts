import { formatLine } from '#app/domain/charges/boleto.ts'
import { orderStatus, statusOffers } from '#app/domain/orders/order-status.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { idFrom } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { readPaymentStates } from '#app/models/charges/payment-state.server.ts'
import { isLocked, listOrderFiles } from '#app/models/orders/order-file.server.ts'
import { findOpenPhotoRequest } from '#app/models/orders/photo-request.server.ts'
import { findStaffOrder } from '#app/models/orders/staff-order.server.ts'
import { listWithdrawals } from '#app/models/orders/withdrawal.server.ts'
import { findMoneyBack } from '#app/models/payments/money-back.server.ts'
import { listPaymentsOfOrder } from '#app/models/payments/payment-list.server.ts'
import { listRefunds } from '#app/models/payments/refund.server.ts'
import { listWaivers } from '#app/models/payments/refund-waiver.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { listShipmentsOfOrders } from '#app/models/shipments/shipment.server.ts'
import { countGoods, readGoods } from '#app/models/subscriptions/goods-state.server.ts'
import { paths } from '#app/paths.ts'
import { orderInvoices } from '#app/routes/admin/orders/invoice-facts.server.ts'
import { staffBoletos } from '#app/routes/admin/orders/staff-boletos.server.ts'
import { historyLines } from '#app/text/backoffice/history-labels.ts'
import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'
import { formatBytes, formatDateTime } from '#app/text/platform/format.ts'
import { shipmentLine } from '#app/text/shipments/shipment-labels.ts'

/** Labels of the fields in the order's form. */
export const orderLabels = { nfe: 'NF-e', purchase_order: purchaseOrderLabels.field, note: 'Nota' }

/** Returns the order of the address as staff see it. Throws 404 for an unknown one. */
export async function staffOrderFrom(text: unknown) {
  return (await findStaffOrder(idFrom(text) ?? notFound())) ?? notFound()
}

/** Returns all data of the order's page for staff (F95). */
export async function staffOrderPage(text: unknown) {
  const order = await staffOrderFrom(text)
  const [
    history,
    shipments,
    files,
    photoRequest,
    withdrawals,
    payments,
    refunds,
    boletos,
    invoices,
    money,
    waivers,
    payment,
    goods,
  ] = await Promise.all([
    listHistoryForStaff('order', order.id),
    listShipmentsOfOrders([order.id]),
    listOrderFiles(order.id),
    findOpenPhotoRequest(order.id),
    listWithdrawals(order.id),
    listPaymentsOfOrder(order.id),
    listRefunds({ orderId: order.id }),
    staffBoletos(order),
    orderInvoices(order, new Date()),
    findMoneyBack(order.id),
    listWaivers(order.id),
    readPaymentStates([order.id]),
    readGoods({ orderIds: [order.id] }, civilDateIn(new Date())),
  ])
  return {
    order: { ...order, lines: withGoods(order.lines, goods) },
    payment: payment.get(order.id) ?? null,
    goods: countGoods(goods),
    boletoLine: order.boletoLine && formatLine(order.boletoLine),
    history: historyLines(history),
    shipments: shipments.map((each) => ({
      id: each.id,
      href: paths.admin.shipment(each.id),
      words: shipmentLine(each),
      trackCode: each.trackCode,
    })),
    files: files.map((file) => toFile(order, file)),
    photoRequest: photoRequest && { reason: photoRequest.reason, at: formatDateTime(photoRequest.createdAt) },
    withdrawals,
    payments,
    refunds,
    money: money ?? notFound(),
    waivers,
    boletos,
    canSetStatus: statusOffers(order).length > 0,
    invoices,
    mayRecordInvoice: order.status === orderStatus.confirmed,
    isNfeOpen: order.status === orderStatus.confirmed && !hasInvoice(invoices),
  }
}

/** Adds the state of each copy and the shipment that contains or contained it. */
function withGoods<Line extends { id: number }>(
  lines: readonly Line[],
  goods: Awaited<ReturnType<typeof readGoods>>,
) {
  return lines.map((line) => {
    const copy = goods.find(({ lineId }) => lineId === line.id)
    return { ...line, goods: copy?.state ?? null, shipmentId: copy?.shipmentId ?? null }
  })
}

/** Returns true if an invoice provides the NF-e number, in place of a typed one (D141). */
function hasInvoice({ invoices }: Awaited<ReturnType<typeof orderInvoices>>): boolean {
  return invoices.some(({ isLiveGoods }) => isLiveGoods)
}

type File = Awaited<ReturnType<typeof listOrderFiles>>[number]

function toFile(order: { id: number; status: number }, { id, kind, name, bytes, createdAt }: File) {
  return {
    id,
    kind,
    name,
    href: paths.orderFile(order.id, id),
    removal: isLocked(kind, order.status) ? null : paths.admin.orderFileRemoval(order.id, id),
    words: `${formatBytes(bytes)}, ${formatDateTime(createdAt)}`,
  }
}
