import type { PixRefundState } from '#app/domain/payments/pix-refund.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Money } from '#app/ui/money.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type PixRefundRow = {
  id: number
  value: number
  state: PixRefundState
  reason: string | null
  createdAt: string | Date
}

const stateLabels: Readonly<Record<PixRefundState, string>> = {
  asked: 'pedida ao banco',
  processing: 'em andamento no banco',
  done: 'feita',
  failed: 'não feita pelo banco',
}

/** Lists the Pix refunds that staff requested from the bank, if there are any. */
export function PixRefundTable({ refunds }: { refunds: readonly PixRefundRow[] }) {
  if (refunds.length === 0) return null
  return (
    <DataTable
      caption="Reembolsos pedidos ao banco"
      columns={columns}
      rows={refunds}
      rowKey={(row) => row.id}
      empty={{ text: '' }}
    />
  )
}

const columns: Column<PixRefundRow>[] = [
  {
    key: 'at',
    label: 'Pedida em',
    align: 'code',
    rowHeader: true,
    render: (row) => formatDateTime(new Date(row.createdAt)),
  },
  {
    key: 'state',
    label: 'Situação',
    render: (row) => (
      <>
        {stateLabels[row.state]}
        {row.reason ? <span className="hint">{row.reason}</span> : null}
      </>
    ),
  },
  { key: 'value', label: 'Valor', align: 'num', render: (row) => <Money centavos={row.value} /> },
]
