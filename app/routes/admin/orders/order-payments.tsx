import type {
  PaymentProblem,
  PaymentResolution,
  PaymentSource,
} from '#app/domain/payments/received-payment.ts'
import { paymentSources } from '#app/text/payments/payment-labels.ts'
import { formatDate, formatDateTime, formatReais } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { Money } from '#app/ui/money.tsx'
import { PaymentState } from '#app/ui/payments/payment-state.tsx'
import { type RefundRow, RefundTable } from '#app/ui/payments/refunds.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type OrderPayment = {
  id: number
  source: PaymentSource
  value: number
  fee: number | null
  paidOn: string
  isLate: boolean
  problem: PaymentProblem | null
  resolution: PaymentResolution | null
  resolvedAt: unknown
}

type OrderPaymentsProps = {
  payments: readonly OrderPayment[]
  refunds: readonly RefundRow[]
  waivers: readonly { id: number; value: number; reason: string; createdAt: Date }[]
  makePaymentHref: (id: number) => string
  makeReversalHref: (id: number) => string
}

/** Shows the money of an order, if any: received, refunded, and closed without a refund. */
export function OrderPayments({
  payments,
  refunds,
  waivers,
  makePaymentHref,
  makeReversalHref,
}: OrderPaymentsProps) {
  if (payments.length + refunds.length + waivers.length === 0) return null
  return (
    <section aria-labelledby="recebimentos" className="section">
      <h2 id="recebimentos">Recebimentos</h2>
      <DataTable
        caption="Recebimentos do pedido"
        columns={listColumns(makePaymentHref)}
        rows={payments}
        rowKey={(row) => row.id}
        empty={{ text: 'Nenhum pagamento por boleto ou Pix.' }}
      />
      {refunds.length > 0 ? <RefundTable refunds={refunds} reversal={makeReversalHref} /> : null}
      {waivers.map(({ id, value, reason, createdAt }) => (
        <p
          key={id}
        >{`Encerrado sem devolver em ${formatDateTime(createdAt)}: ${formatReais(value)}. ${reason}`}</p>
      ))}
    </section>
  )
}

function listColumns(makePaymentHref: OrderPaymentsProps['makePaymentHref']): Column<OrderPayment>[] {
  return [
    {
      key: 'id',
      label: 'Recebimento',
      rowHeader: true,
      render: (row) => <a href={makePaymentHref(row.id)}>{`nº ${row.id}`}</a>,
    },
    { key: 'paidOn', label: 'Pago em', align: 'code', render: (row) => formatDate(row.paidOn) },
    { key: 'source', label: columnNames.informedBy, render: (row) => paymentSources[row.source] },
    {
      key: 'state',
      label: 'Situação',
      render: (row) => <PaymentState {...row} isResolved={row.resolvedAt !== null} />,
    },
    { key: 'value', label: 'Valor', align: 'num', render: (row) => <Money centavos={row.value} /> },
    {
      key: 'fees',
      label: columnNames.fees,
      align: 'num',
      render: (row) => (row.fee === null ? '-' : <Money centavos={row.fee} />),
    },
    {
      key: 'net',
      label: 'Líquido',
      align: 'num',
      render: (row) => (row.fee === null ? '-' : <Money centavos={row.value - row.fee} />),
    },
  ]
}
