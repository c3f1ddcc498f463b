import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatDate } from '#app/text/platform/format.ts'
import {
  expeditionLine,
  expeditionTypeName,
  statusOfExpedition,
} from '#app/text/shipments/expedition-words.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import { TrackingForm } from '#app/ui/tracking-form.tsx'

type Expedition = {
  id: number
  status: number
  type: string
  trackCode: string | null
  creation_date: CivilDate
  send_date: CivilDate | null
  complete_date: CivilDate | null
  return_date: CivilDate | null
  /** how many copies of the order are in it */
  copies: number | null
}

/** The shipments of an order with state, days and parcel (F62, F65); nothing when there are none. */
export function OrderExpeditions({ expeditions }: { expeditions: readonly Expedition[] }) {
  if (expeditions.length === 0) return null
  return (
    <section aria-labelledby="expedicoes">
      <h2 id="expedicoes">Expedições</h2>
      <DataTable
        caption="Expedições do pedido"
        columns={columns}
        rows={expeditions}
        rowKey={(expedition) => expedition.id}
        empty={{ text: 'Nenhuma expedição' }}
      />
    </section>
  )
}

const columns: Column<Expedition>[] = [
  {
    key: 'id',
    label: 'Expedição',
    align: 'code',
    rowHeader: true,
    render: ({ id }) => `nº ${id}`,
  },
  { key: 'type', label: 'Envio', render: (expedition) => <TypeCell expedition={expedition} /> },
  { key: 'status', label: 'Situação', render: (expedition) => <StatusCell expedition={expedition} /> },
  {
    key: 'track',
    label: 'Rastreamento',
    align: 'actions',
    render: ({ trackCode }) => <TrackingForm code={trackCode} />,
  },
]

function TypeCell({ expedition: { type, copies } }: { expedition: Expedition }) {
  const count = copies ?? 0
  return (
    <>
      {expeditionTypeName(type)}
      {count > 0 ? <span className="hint">{count === 1 ? '1 exemplar' : `${count} exemplares`}</span> : null}
    </>
  )
}

function StatusCell({ expedition }: { expedition: Expedition }) {
  const { text, tone } = statusOfExpedition(expedition.status)
  const line = expeditionLine(expedition)
  const isArrived = expedition.complete_date !== null || expedition.return_date !== null
  return (
    <>
      <StatusTag tone={tone}>{text}</StatusTag>
      {line === text ? null : <span className="hint">{line}</span>}
      {isArrived && expedition.send_date ? (
        <span className="hint">enviado em {formatDate(expedition.send_date)}</span>
      ) : null}
    </>
  )
}
