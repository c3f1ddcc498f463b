import { getDeliveryState } from '#app/domain/settings/webhook.ts'
import type { listDeliveries } from '#app/models/settings/webhook-delivery-list.server.ts'
import { paths } from '#app/paths.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import {
  deliveryStateLabels,
  formatDeliveryFailure,
  getWebhookEventName,
} from '#app/text/settings/webhook-labels.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'

type Row = Awaited<ReturnType<typeof listDeliveries>>['rows'][number]

/** Returns the columns of an endpoint's log. */
export function makeDeliveryColumns(endpointId: number): readonly ListColumn<Row>[] {
  return [
    { key: 'at', label: columnNames.date, kind: 'instant', align: 'code', value: (row) => row.created_at },
    {
      key: 'event',
      label: columnNames.event,
      rowHeader: true,
      render: (row) => (
        <a href={paths.admin.webhookDelivery(endpointId, row.id)}>
          {getWebhookEventName(row.event)} <span className="hint">{`nº ${row.entityId}`}</span>
        </a>
      ),
    },
    { key: 'state', label: columnNames.status, render: (row) => <DeliveryStateTag delivery={row} /> },
    { key: 'attempts', label: columnNames.attempts, align: 'num', value: (row) => row.attempts },
    { key: 'status', label: columnNames.answer, align: 'num', value: (row) => row.lastStatus },
    {
      key: 'reason',
      label: columnNames.reason,
      value: (row) => (row.lastError === null ? null : formatDeliveryFailure(row.lastError)),
    },
  ]
}

type DeliveryTimes = { delivered_at: Date | null; given_up_at: Date | null }

export function DeliveryStateTag({ delivery }: { delivery: DeliveryTimes }) {
  const { text, tone } = deliveryStateLabels[getDeliveryState(delivery)]
  return <StatusTag tone={tone}>{text}</StatusTag>
}
