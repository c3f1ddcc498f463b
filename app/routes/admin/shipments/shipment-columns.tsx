import type { listShipments } from '#app/models/shipments/shipment-list.server.ts'
import { paths } from '#app/paths.ts'
import { formatService } from '#app/text/checkout/carriers.ts'
import { formatAmount } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { formatShipmentClientName, getShipmentStatus } from '#app/text/shipments/shipment-labels.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'

type Row = Awaited<ReturnType<typeof listShipments>>['rows'][number]

/** Columns of the list of shipments, for page and file. */
export const shipmentColumns: readonly ListColumn<Row>[] = [
  {
    key: 'id',
    label: columnNames.id,
    kind: 'number',
    align: 'code',
    rowHeader: true,
    sort: 'id',
    value: ({ id }) => id,
    render: ({ id }) => <a href={paths.admin.shipment(id)}>{`#${id}`}</a>,
  },
  {
    key: 'creation',
    label: columnNames.creation,
    kind: 'date',
    align: 'code',
    sort: 'creation_date',
    value: ({ creation_date }) => creation_date,
  },
  {
    key: 'send',
    label: columnNames.sentOn,
    kind: 'date',
    align: 'code',
    sort: 'send_date',
    value: ({ send_date }) => send_date,
  },
  {
    key: 'client',
    isPlain: true,
    label: columnNames.client,
    value: ({ client }) => formatShipmentClientName(client),
    render: ({ client, profile_id }) => (
      <a href={paths.admin.client(profile_id)}>{formatShipmentClientName(client)}</a>
    ),
  },
  {
    key: 'orders',
    label: columnNames.orders,
    kind: 'code',
    value: ({ orderIds }) => orderIds.join(', '),
    render: ({ orderIds }) => <OrderLinks ids={orderIds} />,
  },
  { key: 'type', isPlain: true, label: columnNames.service, value: ({ type }) => formatService(type) },
  {
    key: 'status',
    isPlain: true,
    label: columnNames.status,
    value: ({ status }) => getShipmentStatus(status).text,
    render: (row) => <StatusCell {...row} />,
  },
  {
    key: 'value',
    label: 'Valor (R$)',
    fileHeading: columnNames.value,
    kind: 'money',
    align: 'num',
    value: ({ value }) => value,
    render: ({ value }) => formatAmount(value),
  },
  {
    key: 'code',
    label: columnNames.trackingCode,
    kind: 'code',
    inFileOnly: true,
    value: ({ track_code }) => track_code,
  },
]

function StatusCell({ status, isBlocked }: Pick<Row, 'status' | 'isBlocked'>) {
  const { text, tone } = getShipmentStatus(status)
  return (
    <>
      <StatusTag tone={tone}>{text}</StatusTag>
      {isBlocked ? <StatusTag tone="bad">Não enviar</StatusTag> : null}
    </>
  )
}

function OrderLinks({ ids }: { ids: readonly number[] }) {
  if (ids.length === 0) return 'Envio direto'
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 ? ', ' : null}
      <a href={paths.admin.order(id)}>{id}</a>
    </span>
  ))
}
