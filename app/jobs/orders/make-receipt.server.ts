import { renderReceipt } from '#app/documents/receipt.tsx'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import type { FileMaker } from '#app/jobs/platform/job.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findOrderDocument, listOrderReturns } from '#app/models/orders/order.server.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { getShippingName } from '#app/text/checkout/shipping-labels.ts'
import { formatLineName } from '#app/text/subscriptions/renewal-labels.ts'

/** Returns the freight; null for downloads. Freight to be agreed has no value and is not part of the total. */
function formatShipping({
  shipping_type: type,
  shipping_value: value,
}: {
  shipping_type: string
  shipping_value: number
}) {
  if (type === shippingTypes.download) return null
  const name = getShippingName(type)
  const isOpen = type === shippingTypes.toBeAgreed && value === 0
  return isOpen ? { name: `${name}, não incluído`, value: null } : { name, value }
}

export const makeReceipt: FileMaker = async ({ facts }) => {
  const orderId = Number(facts.orderId)
  const [order, returns, seller] = await Promise.all([
    findOrderDocument(orderId),
    listOrderReturns(orderId),
    loadMailSender(),
  ])
  if (!order?.paid_on) throw new JobRefused('no paid order to make a receipt of')
  const html = renderReceipt({
    seller,
    orderId: order.id,
    purchaseOrder: order.purchase_order,
    orderedOn: order.date,
    paidOn: order.paid_on,
    payer: {
      name: order.payer_name,
      document: order.payer_document,
      address: `${formatStreetLine(order)}, ${formatPlaceLine(order, order.zip_code)}`,
    },
    lines: order.lines.map((line) => ({ ...line, name: formatLineName(line) })),
    shipping: formatShipping(order),
    total: order.total,
    returns,
    nfe: order.nfe,
  })
  return convertHtmlToPdf(html)
}
