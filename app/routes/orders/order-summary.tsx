import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { findOrderDetail } from '#app/models/orders/order.server.ts'
import { paths } from '#app/paths.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'
import { formatDeliveryTime, getShippingName } from '#app/text/checkout/shipping-labels.ts'
import { listAcceptedRows } from '#app/text/orders/order-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { ownDeliveryTexts } from '#app/text/shipments/own-delivery-labels.ts'
import { SummaryList } from '#app/ui/summary-list.tsx'

type Order = NonNullable<Awaited<ReturnType<typeof findOrderDetail>>>

type DeliveryProps = { order: Order; canCorrect: boolean; notes: readonly string[] }

/** Shows the delivery address of an order, its corrections, and the delivery time. */
export function OrderDelivery({ order, canCorrect, notes }: DeliveryProps) {
  const needsShipping = order.shipping_type !== shippingTypes.download
  return (
    <section aria-labelledby="entrega">
      <h2 id="entrega">Entrega</h2>
      {needsShipping ? <p>{formatAddressLine(order.shipping ?? order.billing)}</p> : null}
      {notes.map((note) => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
      {canCorrect ? (
        <p className="no-print">
          <a href={paths.orderDelivery(order.id)}>{ownDeliveryTexts.link}</a>
        </p>
      ) : null}
      <p>{getShippingName(order.shipping_type)}</p>
      {order.shipping_days === null ? null : (
        <p className="hint">{formatDeliveryTime({ days: order.shipping_days }, order.handling_days)}</p>
      )}
    </section>
  )
}

/** Shows buyer, billing and the accepted terms. */
export function OrderBuyer({ order }: { order: Order }) {
  return (
    <section aria-labelledby="compra">
      <h2 id="compra">Compra</h2>
      <SummaryList
        rows={[
          { key: 'Comprador', value: order.payer_name },
          ...(order.purchase_order ? [{ key: purchaseOrderLabels.field, value: order.purchase_order }] : []),
          { key: 'Cobrança', value: formatAddressLine(order.billing) },
          ...(order.paid_on && order.status === orderStatus.confirmed
            ? [{ key: 'Pago em', value: formatDate(order.paid_on) }]
            : []),
          ...listAcceptedRows(order.terms_version, order.createdAt),
        ]}
      />
    </section>
  )
}

function formatAddressLine(address: Order['billing']): string {
  return address ? `${formatStreetLine(address)}, ${formatPlaceLine(address, address.zip_code)}` : '-'
}
