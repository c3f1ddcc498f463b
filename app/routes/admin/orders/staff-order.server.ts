import { formatBoletoLine } from '#app/domain/charges/boleto.ts'
import { listStatusOffers, orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { readPaymentStates } from '#app/models/charges/payment-state.server.ts'
import { isFileLocked, listOrderFiles } from '#app/models/orders/order-file.server.ts'
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
import { loadOrderInvoices } from '#app/routes/admin/orders/order-invoices.server.ts'
import { loadStaffBoletos } from '#app/routes/admin/orders/staff-boletos.server.ts'
import { formatHistoryLines } from '#app/text/backoffice/history-labels.ts'
import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'
import { formatBytes, formatDateTime } from '#app/text/platform/format.ts'
import { formatShipmentLine } from '#app/text/shipments/shipment-labels.ts'

/** Labels of the fields in the order's form. */
export const orderLabels = { nfe: 'NF-e', purchase_order: purchaseOrderLabels.field, note: 'Nota' }

/** Returns the order whose id is in the address. Throws 404 for an unknown id. */
export async function loadStaffOrder(idText: unknown) {
  return (await findStaffOrder(parseId(idText) ?? notFound())) ?? notFound()
}

/** Returns all data of the order's page for staff (F95). */
export async function loadOrderPage(idText: unknown) {
  const order = await loadStaffOrder(idText)
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
    paymentStates,
    goods,
  ] = await Promise.all([
    listHistoryForStaff('order', order.id),
    listShipmentsOfOrders([order.id]),
    listOrderFiles(order.id),
    findOpenPhotoRequest(order.id),
    listWithdrawals(order.id),
    listPaymentsOfOrder(order.id),
    listRefunds({ orderId: order.id }),
    loadStaffBoletos(order),
    loadOrderInvoices(order, new Date()),
    findMoneyBack(order.id),
    listWaivers(order.id),
    readPaymentStates([order.id]),
    readGoods({ orderIds: [order.id] }, toCivilDate(new Date())),
  ])
  return {
    order: { ...order, lines: addGoodsState(order.lines, goods) },
    payment: paymentStates.get(order.id) ?? null,
    goods: countGoods(goods),
    boletoLine: order.boletoLine && formatBoletoLine(order.boletoLine),
    history: formatHistoryLines(history),
    shipments: shipments.map((shipment) => ({
      id: shipment.id,
      href: paths.admin.shipment(shipment.id),
      text: formatShipmentLine(shipment),
      trackCode: shipment.trackCode,
    })),
    files: files.map((file) => toFileRow(order, file)),
    photoRequest: photoRequest && { reason: photoRequest.reason, at: formatDateTime(photoRequest.createdAt) },
    withdrawals,
    payments,
    refunds,
    money: money ?? notFound(),
    waivers,
    boletos,
    canSetStatus: listStatusOffers(order).length > 0,
    invoices,
    canRecordInvoice: order.status === orderStatus.confirmed,
    isNfeEditable: order.status === orderStatus.confirmed && !hasNfeInvoice(invoices),
  }
}

/** Adds to each line the state of its copy and the shipment that contains or contained the copy. */
function addGoodsState<Line extends { id: number }>(
  lines: readonly Line[],
  goods: Awaited<ReturnType<typeof readGoods>>,
) {
  return lines.map((line) => {
    const copy = goods.find(({ lineId }) => lineId === line.id)
    return { ...line, goods: copy?.state ?? null, shipmentId: copy?.shipmentId ?? null }
  })
}

/** Returns true if an invoice provides the NF-e number, which then cannot be typed (D141). */
function hasNfeInvoice({ invoices }: Awaited<ReturnType<typeof loadOrderInvoices>>): boolean {
  return invoices.some(({ isLiveGoods }) => isLiveGoods)
}

type OrderFile = Awaited<ReturnType<typeof listOrderFiles>>[number]

function toFileRow(order: { id: number; status: number }, { id, kind, name, bytes, createdAt }: OrderFile) {
  return {
    id,
    kind,
    name,
    href: paths.orderFile(order.id, id),
    removalHref: isFileLocked(kind, order.status) ? null : paths.admin.orderFileRemoval(order.id, id),
    text: `${formatBytes(bytes)}, ${formatDateTime(createdAt)}`,
  }
}
