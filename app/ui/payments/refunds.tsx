import { formatDate } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'
import { Money } from '#app/ui/money.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export type RefundRow = {
  id: number
  value: number
  refundedOn: string
  document: string
  note: string | null
  by: string | null // null if the gateway reported it
  isByProvider: boolean // true if bank or gateway made or reported it
  reversedOn: string | null // date of the counter-entry
  reversalReason: string | null
}

type Props = { refunds: readonly RefundRow[]; reversal: (id: number) => string }

export function RefundTable({ refunds, reversal }: Props) {
  return (
    <DataTable
      caption="Reembolsos"
      columns={listColumns(reversal)}
      rows={refunds}
      rowKey={(row) => row.id}
      empty={{ text: '' }}
    />
  )
}

function listColumns(reversal: Props['reversal']): Column<RefundRow>[] {
  return [
    {
      key: 'on',
      label: 'Reembolsado em',
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
          {row.reversedOn ? (
            <span className="hint">
              {`Desfeito em ${formatDate(row.reversedOn)}: ${row.reversalReason ?? ''}`}
            </span>
          ) : null}
        </>
      ),
    },
    { key: 'actor', label: columnNames.actor, render: (row) => row.by ?? gatewayLabels.name },
    {
      key: 'value',
      label: 'Valor',
      align: 'num',
      render: (row) =>
        row.reversedOn ? (
          <s>
            <Money centavos={row.value} />
          </s>
        ) : (
          <Money centavos={row.value} />
        ),
    },
    {
      key: 'act',
      label: 'Correção',
      align: 'actions',
      render: (row) =>
        row.isByProvider || row.reversedOn ? null : (
          <a href={reversal(row.id)}>
            Desfazer
            <span className="visually-hidden">{` o reembolso de ${formatDate(row.refundedOn)}`}</span>
          </a>
        ),
    },
  ]
}
