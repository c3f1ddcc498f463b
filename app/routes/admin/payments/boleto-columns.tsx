import { isTooLateForBank } from '#app/domain/charges/boleto-state.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { listBoletos } from '#app/models/payments/boleto-list.server.ts'
import { paths } from '#app/paths.ts'
import { describeBoletoState, formatRejection } from '#app/text/payments/boleto-labels.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { issuerLabels } from '#app/text/settings/issuer-labels.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { Money } from '#app/ui/money.tsx'
import { BoletoState } from '#app/ui/payments/boleto-state.tsx'

type Row = Awaited<ReturnType<typeof listBoletos>>['rows'][number]

/** Returns the columns of the list of boletos, for page and file. `today` decides which boletos are overdue. */
export function makeBoletoColumns(today: CivilDate): ListColumn<Row>[] {
  const addOverdueState = (row: Row) => ({ ...row, isOverdue: isTooLateForBank(row.dueDate, today) })
  return [
    {
      key: 'number',
      label: columnNames.ourNumber,
      kind: 'code',
      align: 'code',
      rowHeader: true,
      value: (row) => row.ourNumber,
    },
    {
      key: 'order',
      label: columnNames.order,
      kind: 'number',
      align: 'code',
      value: ({ orderId }) => orderId,
      render: ({ orderId }) => <a href={paths.admin.order(orderId)}>{`nº ${orderId}`}</a>,
    },
    {
      key: 'payer',
      label: columnNames.payer,
      value: (row) => row.payerName,
      render: (row) => <a href={paths.admin.client(row.profileId)}>{row.payerName}</a>,
    },
    { key: 'issuer', label: columnNames.issuer, value: ({ issuer }) => issuerLabels[issuer] },
    {
      key: 'issued',
      label: columnNames.issued,
      kind: 'date',
      inFileOnly: true,
      value: ({ documentDate }) => documentDate,
    },
    { key: 'due', label: columnNames.due, kind: 'date', align: 'code', value: ({ dueDate }) => dueDate },
    {
      key: 'state',
      label: columnNames.status,
      value: (row) => describeBoletoState(addOverdueState(row)).text,
      render: (row) => <BoletoState boleto={addOverdueState(row)} />,
    },
    {
      key: 'reason',
      label: columnNames.reason,
      inFileOnly: true,
      value: (row) => describeReason(addOverdueState(row)),
    },
    {
      key: 'value',
      label: columnNames.value,
      kind: 'money',
      align: 'num',
      value: ({ value }) => value,
      render: ({ value }) => <Money centavos={value} />,
    },
  ]
}

/** Returns why the bank rejected the boleto, or why the boleto is no longer needed. */
function describeReason(row: Row & { isOverdue: boolean }): string | null {
  if (row.state === 'rejected' && row.rejection) return formatRejection(row.bank, row.rejection)
  return describeBoletoState(row).aside
}
