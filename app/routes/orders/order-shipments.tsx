import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatService } from '#app/text/checkout/carriers.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { formatShipmentLine, getReaderShipmentStatus } from '#app/text/shipments/shipment-labels.ts'
import { TrackingForm } from '#app/ui/backoffice/tracking-form.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type Shipment = {
  id: number
  status: number
  type: string
  trackCode: string | null
  creation_date: CivilDate
  send_date: CivilDate | null
  complete_date: CivilDate | null
  return_date: CivilDate | null
  /** number of the order's copies in the shipment */
  copies: number | null
}

/** Lists an order's shipments, if any, with state, dates and tracking (F62, F65). */
export function OrderShipments({ shipments }: { shipments: readonly Shipment[] }) {
  if (shipments.length === 0) return null
  return (
    <section aria-labelledby="expedicoes">
      <h2 id="expedicoes">Expedições</h2>
      <DataTable
        caption="Expedições do pedido"
        columns={columns}
        rows={shipments}
        rowKey={(shipment) => shipment.id}
        empty={{ text: 'Nenhuma expedição' }}
      />
    </section>
  )
}

const columns: Column<Shipment>[] = [
  {
    key: 'id',
    label: 'Expedição',
    align: 'code',
    rowHeader: true,
    render: ({ id }) => `nº ${id}`,
  },
  { key: 'type', label: columnNames.service, render: (shipment) => <TypeCell shipment={shipment} /> },
  { key: 'status', label: 'Situação', render: (shipment) => <StatusCell shipment={shipment} /> },
  {
    key: 'track',
    label: columnNames.trackingCode,
    align: 'actions',
    render: ({ trackCode }) => <TrackingForm code={trackCode} />,
  },
]

function TypeCell({ shipment: { type, copies } }: { shipment: Shipment }) {
  const count = copies ?? 0
  return (
    <>
      {formatService(type)}
      {count > 0 ? <span className="hint">{count === 1 ? '1 exemplar' : `${count} exemplares`}</span> : null}
    </>
  )
}

function StatusCell({ shipment }: { shipment: Shipment }) {
  const { text, tone } = getReaderShipmentStatus(shipment)
  const shipmentText = formatShipmentLine(shipment)
  const isArrived = shipment.complete_date !== null || shipment.return_date !== null
  return (
    <>
      <StatusTag tone={tone}>{text}</StatusTag>
      {shipmentText === text ? null : <span className="hint">{shipmentText}</span>}
      {isArrived && shipment.send_date ? (
        <span className="hint">enviado em {formatDate(shipment.send_date)}</span>
      ) : null}
    </>
  )
}
