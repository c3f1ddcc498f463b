import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { ReturnedMoney } from '#app/models/charges/returned-money.server.ts'
import type { listOwnInvoices } from '#app/models/orders/invoices/invoice.server.ts'
import type { findOrderDetail } from '#app/models/orders/order.server.ts'
import type { listOwnOrderFiles } from '#app/models/orders/order-file.server.ts'
import { paths } from '#app/paths.ts'
import { placeLine, streetLine } from '#app/text/accounts/address-labels.ts'
import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'
import { deliveryTime, shippingName } from '#app/text/checkout/shipping-labels.ts'
import { invoiceName, keyText } from '#app/text/orders/invoice-labels.ts'
import { acceptedTexts } from '#app/text/orders/order-labels.ts'
import { formatReturned, returnedLabel } from '#app/text/payments/refund-labels.ts'
import { formatBytes, formatDate } from '#app/text/platform/format.ts'
import { SummaryList } from '#app/ui/summary-list.tsx'

type Invoice = Awaited<ReturnType<typeof listOwnInvoices>>[number]
type Props = {
  order: NonNullable<Awaited<ReturnType<typeof findOrderDetail>>>
  files: Awaited<ReturnType<typeof listOwnOrderFiles>>
  invoices: readonly Invoice[]
  returns: readonly ReturnedMoney[]
}

/** Buyer, delivery, payment and documents. */
export function OrderFacts({ order, files, invoices, returns }: Props) {
  return (
    <SummaryList
      rows={[
        { key: 'Comprador', value: order.payer_name },
        ...(order.purchase_order ? [{ key: purchaseOrderLabels.field, value: order.purchase_order }] : []),
        { key: 'Cobrança', value: addressLine(order.billing) },
        ...(order.shipping ? [{ key: 'Entrega', value: addressLine(order.shipping) }] : []),
        { key: 'Envio', value: shippingName(order.shipping_type) },
        ...(order.shipping_days === null
          ? []
          : [{ key: 'Prazo', value: deliveryTime({ days: order.shipping_days }, order.handling_days) }]),
        ...(order.paid_on && order.status === orderStatus.confirmed
          ? [{ key: 'Pago em', value: formatDate(order.paid_on) }]
          : []),
        ...returns.map((returned, index) => ({
          id: `devolucao-${index}`,
          key: returnedLabel(returned),
          value: formatReturned(returned),
        })),
        ...invoiceRows(order.nfe, invoices),
        ...files.map(({ id, kind, name, bytes }) => ({
          id: `arquivo-${id}`,
          key: kind === 'nfe' ? 'Arquivo da NF-e' : 'Arquivo',
          value: (
            <>
              <a href={paths.orderFile(order.id, id)}>{name}</a> ({formatBytes(bytes)})
            </>
          ),
        })),
        ...(order.terms_version
          ? [{ key: 'Termos aceitos', value: acceptedTexts(order.terms_version) }]
          : []),
      ]}
    />
  )
}

function addressLine(address: Props['order']['billing']): string {
  return address ? `${streetLine(address)}, ${placeLine(address, address.zip_code)}` : '-'
}

/** The number alone where no document was recorded (D19, D141). */
function invoiceRows(nfe: string | null, invoices: readonly Invoice[]) {
  const goods = invoices.some(({ model }) => model === 'nfe')
  return [
    ...(nfe && !goods ? [{ key: 'NF-e', value: nfe }] : []),
    ...invoices.map((invoice) => ({
      id: `nota-${invoice.id}`,
      key: 'Nota fiscal',
      value: (
        <>
          {invoiceName(invoice)}
          {invoice.key ? (
            <span className="sub code">{`Chave: ${keyText({ ...invoice, key: invoice.key })}`}</span>
          ) : null}
        </>
      ),
    })),
  ]
}
