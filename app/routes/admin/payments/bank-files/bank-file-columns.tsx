import { paths } from '#app/paths.ts'
import type { toLineRow } from '#app/routes/admin/payments/bank-files/bank-file.server.ts'
import { meaningLabels } from '#app/text/payments/bank-return-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'

export type LineRow = ReturnType<typeof toLineRow>

/** Columns of a return file's records, for page and file. */
export const bankFileColumns: readonly ListColumn<LineRow>[] = [
  { key: 'line', label: columnNames.line, kind: 'number', align: 'code', value: (row) => row.line },
  {
    key: 'number',
    label: columnNames.ourNumber,
    kind: 'code',
    align: 'code',
    rowHeader: true,
    value: (row) => row.ourNumber,
    render: (row) => row.ourNumber || `doc. ${row.document}`,
  },
  {
    key: 'document',
    label: columnNames.bankDocument,
    kind: 'code',
    inFileOnly: true,
    value: (row) => row.document,
  },
  {
    key: 'order',
    label: columnNames.order,
    kind: 'number',
    align: 'code',
    value: ({ orderId }) => orderId,
    render: ({ orderId }) => (orderId === null ? '–' : <a href={paths.admin.order(orderId)}>{orderId}</a>),
  },
  {
    key: 'occurrence',
    label: columnNames.occurrence,
    kind: 'official-code',
    value: (row) => row.code,
    render: (row) => row.occurrence,
  },
  {
    key: 'meaning',
    label: columnNames.meaning,
    inFileOnly: true,
    value: ({ meaning }) => meaningLabels[meaning],
  },
  {
    key: 'on',
    label: columnNames.date,
    kind: 'date',
    align: 'code',
    value: ({ on }) => on,
  },
  {
    key: 'credited',
    label: columnNames.creditedOn,
    kind: 'date',
    inFileOnly: true,
    value: ({ creditedOn }) => creditedOn,
  },
  {
    key: 'boleto',
    label: columnNames.boletoValue,
    kind: 'money',
    align: 'num',
    value: ({ boleto }) => boleto,
    render: ({ boleto }) => (boleto === null ? '–' : formatReais(boleto)),
  },
  {
    key: 'paid',
    label: columnNames.paidValue,
    kind: 'money',
    align: 'num',
    value: ({ paid }) => paid,
    render: ({ paid, fee }) => (
      <>
        {paid === null ? '–' : formatReais(paid)}
        {fee === 0 ? null : <div className="hint">{`tarifa ${formatReais(fee)}`}</div>}
      </>
    ),
  },
  { key: 'fee', label: columnNames.fees, kind: 'money', inFileOnly: true, value: ({ fee }) => fee },
  {
    key: 'outcome',
    label: columnNames.outcome,
    value: ({ outcome }) => outcome?.text ?? null,
    render: ({ outcome, reason }) => (
      <>
        {outcome ? <StatusTag tone={outcome.tone}>{outcome.text}</StatusTag> : '–'}
        {reason ? <div className="hint">{reason}</div> : null}
      </>
    ),
  },
  { key: 'reason', label: columnNames.reason, inFileOnly: true, value: ({ reason }) => reason },
]
