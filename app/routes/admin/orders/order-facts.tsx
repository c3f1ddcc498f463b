import { formatPhone } from '#app/domain/accounts/phone.ts'
import { paths } from '#app/paths.ts'
import type { staffOrderPage } from '#app/routes/admin/orders/staff-order.server.ts'
import { AddressLines, BoletoText, FactsSection } from '#app/routes/admin/orders/staff-order.tsx'
import { clientName } from '#app/text/accounts/client-labels.ts'
import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'
import { deliveryTime, shippingName } from '#app/text/checkout/shipping-labels.ts'
import { formatWithoutBoleto } from '#app/text/orders/order-labels.ts'
import { formatDate, formatDocument, formatReais } from '#app/text/platform/format.ts'

type Props = Pick<Awaited<ReturnType<typeof staffOrderPage>>, 'order' | 'boletoLine'>

/** Day, freight and payment of an order (F95). */
export function Details({ order, boletoLine }: Props) {
  const boletoHref = order.boletoFile ? paths.admin.orderBoleto(order.id) : null
  return (
    <FactsSection
      id="detalhes"
      title="Detalhes"
      rows={[
        { key: 'Data', value: formatDate(order.date) },
        ...(order.purchaseOrder ? [{ key: purchaseOrderLabels.field, value: order.purchaseOrder }] : []),
        { key: 'Termos aceitos', value: order.termsVersion ? formatDate(order.termsVersion) : '-' },
        { key: 'Envio', value: shippingName(order.shippingType) },
        { key: 'Valor do envio', value: formatReais(order.shippingValue) },
        {
          key: 'Prazo',
          value:
            order.shippingDays === null
              ? '-'
              : deliveryTime({ days: order.shippingDays }, order.handlingDays),
        },
        {
          key: 'Boleto',
          value: (
            <BoletoText
              line={boletoLine}
              due={order.boletoDue}
              href={boletoHref}
              without={formatWithoutBoleto(order)}
            />
          ),
        },
        { key: 'Pago em', value: order.paidOn ? formatDate(order.paidOn) : '-' },
      ]}
    />
  )
}

/** Who bought it, and where invoice and copies go (F95). */
export function Client({ order }: Pick<Props, 'order'>) {
  return (
    <FactsSection
      id="cliente"
      title="Cliente"
      rows={[
        { key: 'Cliente', value: <a href={paths.admin.client(order.profileId)}>{clientName(order)}</a> },
        { key: 'Telefone', value: order.phone ? formatPhone(order.phone) : '-' },
        { key: 'E-mail', value: <a href={`mailto:${order.email}`}>{order.email}</a> },
        { key: 'Comprador', value: `${order.payerName}, ${formatDocument(order.payerDocument)}` },
        { key: 'Cobrança', value: <AddressLines address={order.billing} /> },
        { key: 'Entrega', value: <AddressLines address={order.shipping ?? order.billing} /> },
      ]}
    />
  )
}
