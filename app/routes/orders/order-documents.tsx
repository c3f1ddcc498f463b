import { orderStatus } from '#app/domain/orders/order-status.ts'
import { isBoletoShown, type PaymentState } from '#app/domain/payments/payment.ts'
import type { listOwnInvoices } from '#app/models/orders/invoices/invoice.server.ts'
import type { listOwnOrderFiles } from '#app/models/orders/order-file.server.ts'
import { paths } from '#app/paths.ts'
import { formatInvoiceName, formatKey, formatPendingInvoice } from '#app/text/orders/invoice-labels.ts'
import { formatBytes } from '#app/text/platform/format.ts'
import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type Invoice = Awaited<ReturnType<typeof listOwnInvoices>>[number]
type Order = {
  id: number
  status: number
  total: number
  nfe: string | null
  hasBoletoFile: boolean
  shipping_type: string
}

type Props = {
  order: Order
  payment: PaymentState
  files: Awaited<ReturnType<typeof listOwnOrderFiles>>
  invoices: readonly Invoice[]
}

/** Lists all documents of an order: boleto, receipt, invoice, files. */
export function OrderDocuments({ order, payment, files, invoices }: Props) {
  const isPaid = order.status === orderStatus.confirmed
  const hasBoleto = order.hasBoletoFile && isBoletoShown(payment)
  const hasReceipt = isPaid && order.total > 0
  const hasInvoice = order.nfe !== null || invoices.length > 0
  const hasDocuments = hasBoleto || hasReceipt || hasInvoice || files.length > 0
  if (!hasDocuments) return null
  const hasGoodsInvoice = invoices.some(({ model }) => model === 'nfe')
  return (
    <section aria-labelledby="documentos">
      <h2 id="documentos">Documentos</h2>
      <ul className="plain documents">
        {hasBoleto ? (
          <li>
            <a href={paths.boleto(order.id)}>Boleto em PDF</a>
          </li>
        ) : null}
        {hasReceipt ? (
          <li>
            <PostForm action={paths.receipt(order.id)}>
              <Button variant="quiet">Recibo em PDF</Button>
            </PostForm>
          </li>
        ) : null}
        {order.nfe && !hasGoodsInvoice ? <li>{`NF-e ${order.nfe}`}</li> : null}
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            {`Nota fiscal: ${formatInvoiceName(invoice)}`}
            {invoice.key ? (
              <span className="sub code">{`Chave: ${formatKey({ ...invoice, key: invoice.key })}`}</span>
            ) : null}
          </li>
        ))}
        {files.map(({ id, kind, name, bytes }) => (
          <li key={id}>
            {kind === 'nfe' ? 'NF-e: ' : null}
            <a href={paths.orderFile(order.id, id)}>{name}</a> ({formatBytes(bytes)})
          </li>
        ))}
        {hasReceipt && !hasInvoice ? (
          <li className="hint">{formatPendingInvoice(order.shipping_type)}</li>
        ) : null}
      </ul>
    </section>
  )
}
