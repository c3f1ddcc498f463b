import { formatPhone } from '#app/domain/accounts/phone.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { paths } from '#app/paths.ts'
import type { loadOrderPage } from '#app/routes/admin/orders/staff-order.server.ts'
import { AddressLines, BoletoText, DetailsSection } from '#app/routes/admin/orders/staff-order.tsx'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'
import { formatDeliveryTime, formatFreight, getShippingName } from '#app/text/checkout/shipping-labels.ts'
import { explainMissingBoleto, listAcceptedRows } from '#app/text/orders/order-labels.ts'
import { formatDate, formatDocument } from '#app/text/platform/format.ts'

type Props = Pick<Awaited<ReturnType<typeof loadOrderPage>>, 'order' | 'boletoLine'>

/** Shows how an order is paid and shipped (F95). */
export function Terms({ order, boletoLine }: Props) {
  const { paidOn, purchaseOrder, shippingDays, termsVersion } = order
  const boletoHref = order.boletoFile ? paths.admin.orderBoleto(order.id) : null
  return (
    <DetailsSection
      id="condicoes"
      title="Pagamento e envio"
      rows={[
        {
          key: 'Boleto',
          value: (
            <BoletoText
              line={order.status === orderStatus.pendingPayment ? boletoLine : null}
              due={order.boletoDue}
              href={boletoHref}
              missingText={explainMissingBoleto(order)}
            />
          ),
        },
        ...(paidOn ? [{ key: 'Pago em', value: formatDate(paidOn) }] : []),
        ...(purchaseOrder ? [{ key: purchaseOrderLabels.field, value: purchaseOrder }] : []),
        { key: 'Envio', value: getShippingName(order.shippingType) },
        {
          key: 'Valor do envio',
          value: formatFreight({ type: order.shippingType, value: order.shippingValue }),
        },
        ...(shippingDays === null
          ? []
          : [{ key: 'Prazo', value: formatDeliveryTime({ days: shippingDays }, order.handlingDays) }]),
        ...listAcceptedRows(termsVersion, order.createdAt),
      ]}
    />
  )
}

/** Shows buyer, billing and delivery (F95). */
export function Client({ order }: Pick<Props, 'order'>) {
  const { phone, billing, shipping, shippingType } = order
  const isCorrectable = order.status !== orderStatus.cancelled
  const phoneText = phone && formatPhone(phone)
  return (
    <DetailsSection
      id="cliente"
      title="Cliente"
      rows={[
        { key: 'Cliente', value: <a href={paths.admin.client(order.profileId)}>{getClientName(order)}</a> },
        ...(phoneText ? [{ key: 'Telefone', value: <a href={`tel:+55${phone}`}>{phoneText}</a> }] : []),
        { key: 'E-mail', value: <a href={`mailto:${order.email}`}>{order.email}</a> },
        {
          key: 'Comprador',
          value: `${order.payerName}, ${formatDocument(order.payerDocument)}`,
          ...(isCorrectable ? { change: { href: paths.admin.orderPayer(order.id), label: 'Corrigir' } } : {}),
        },
        { key: 'Cobrança', value: <AddressLines address={billing} /> },
        ...(shippingType === shippingTypes.download
          ? []
          : [
              {
                key: 'Entrega',
                value: shipping ? <AddressLines address={shipping} /> : 'no mesmo endereço',
                ...(isCorrectable
                  ? { change: { href: paths.admin.orderDelivery(order.id), label: 'Corrigir' } }
                  : {}),
              },
            ]),
      ]}
    />
  )
}
