import type { EventAttention } from '#app/domain/payments/gateway-events.ts'
import { paths } from '#app/paths.ts'
import { attentionLabels, getGatewayEventName } from '#app/text/payments/gateway-event-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'
import { type Column, DataTable } from '#app/ui/table.tsx'

type WaitingEvent = {
  id: number
  name: string
  externalId: string | null
  attention: EventAttention | null
  receivedAt: Date
  orderId: number | null
}

/** Returns the texts of a gateway event that waits for staff. */
export function toWaitingEventRow({ id, name, externalId, attention, receivedAt, orderId }: WaitingEvent) {
  return {
    id,
    orderId,
    externalId,
    name: getGatewayEventName(name),
    reason: attention === null ? '' : attentionLabels[attention],
    receivedAt: formatDateTime(receivedAt),
  }
}

type Row = ReturnType<typeof toWaitingEventRow>

export function WaitingEvents({ events }: { events: readonly Row[] }) {
  if (events.length === 0) return null
  return (
    <section className="section">
      <h2>{`Avisos ${gatewayLabels.of} que esperam por você`}</h2>
      <DataTable
        caption={`Avisos ${gatewayLabels.of} que esperam por uma decisão, do mais antigo ao mais novo`}
        columns={columns}
        rows={events}
        rowKey={(row) => row.id}
        empty={{ text: '' }}
      />
    </section>
  )
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Aviso',
    rowHeader: true,
    render: (row) => <a href={paths.admin.gatewayEvent(row.id)}>{row.name}</a>,
  },
  { key: 'receivedAt', label: 'Chegou em', align: 'code', render: (row) => row.receivedAt },
  {
    key: 'order',
    label: 'Pedido',
    align: 'code',
    render: (row) =>
      row.orderId === null ? '-' : <a href={paths.admin.order(row.orderId)}>{`nº ${row.orderId}`}</a>,
  },
  { key: 'charge', label: 'Cobrança', align: 'code', render: (row) => row.externalId ?? '-' },
  { key: 'reason', label: columnNames.reason, render: (row) => row.reason },
]
