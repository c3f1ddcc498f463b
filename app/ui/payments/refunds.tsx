import { formatDate } from '#app/text/platform/format.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'
import { Money } from '#app/ui/money.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export type RefundRow = {
  id: number
  value: number
  refundedOn: string
  document: string
  note: string | null
  /** null: the gateway told of it */
  by: string | null
}

/** Money given back, with what proves it. */
export function RefundTable({ refunds }: { refunds: readonly RefundRow[] }) {
  return (
    <DataTable
      caption="Devoluções"
      columns={columns}
      rows={refunds}
      rowKey={(row) => row.id}
      empty={{ text: '' }}
    />
  )
}

const columns: Column<RefundRow>[] = [
  {
    key: 'on',
    label: 'Devolvido em',
    align: 'code',
    rowHeader: true,
    render: (row) => formatDate(row.refundedOn),
  },
  {
    key: 'document',
    label: 'Comprovante',
    render: (row) => (
      <>
        {row.document}
        {row.note ? <span className="hint">{row.note}</span> : null}
      </>
    ),
  },
  { key: 'by', label: 'Por', render: (row) => row.by ?? gatewayLabels.name },
  { key: 'value', label: 'Valor', align: 'num', render: (row) => <Money centavos={row.value} /> },
]
