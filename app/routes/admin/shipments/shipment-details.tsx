import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import { formatPhone } from '#app/domain/accounts/phone.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { formatService } from '#app/text/checkout/carriers.ts'
import { formatDate, formatDateTime, formatReais } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import {
  formatCopies,
  formatRevision,
  formatShipmentClientName,
} from '#app/text/shipments/shipment-labels.ts'
import { TrackingForm } from '#app/ui/backoffice/tracking-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { DataTable } from '#app/ui/table.tsx'
import type { BlockedCopies } from './blocked-copies.tsx'
import type { MissingKeys, MovedCopies } from './moved-copies.tsx'

type Address = Parameters<typeof formatStreetLine>[0] & { id: number; zip_code: string }
type Client = {
  id: number
  user_id: number
  email: string
  phone: string | null
  is_company: boolean
  name: string
  company_name: string | null
}
type ShipmentOrder = { id: number; date: string; nfe: string | null }
type ShipmentLine = AircraftName & {
  id: number
  order_id: number
  name: string
  /** revision at the time of sale */
  version: string
  /** revision to send, or sent */
  revision: string
  returnedRevision: string | null
  /** packed revision, if it differs from the revision to send */
  packed: string | null
}

type BoxChange = { id: number; name: string; packed: string; revision: string }

export type ShipmentView = {
  id: number
  type: string
  value: number
  owner: string | null
  note: string | null
  direct_shipping: boolean
  track_code: string | null
  creation_date: CivilDate
  send_date: CivilDate | null
  complete_date: CivilDate | null
  return_date: CivilDate | null
  client?: Client
  orders: readonly ShipmentOrder[]
  lines: readonly ShipmentLine[]
  address: Address | null
  /** true if any of its orders has another address */
  hasOtherAddresses: boolean
  address_changed_at: Date | null
  label_at: Date | null
  /** copies that another shipment now contains */
  movedLines: Parameters<typeof MovedCopies>[0]['lines']
  /** true if the shipment may be dispatched as it is */
  canLeave: boolean
  keys: Parameters<typeof MissingKeys>[0]['keys']
  /** copies that must not be sent */
  blockedLines: Parameters<typeof BlockedCopies>[0]['lines']
  /** copies packed in another revision than the current revision, and a digest of the question */
  box: { changes: readonly BoxChange[]; seenDigest: string | null }
}

/** Shows the recipient as on the label. */
export function Recipient({
  shipment,
  correctionHref,
}: {
  shipment: ShipmentView
  correctionHref?: string | null
}) {
  const { client, address } = shipment
  return (
    <section aria-labelledby={`destinatario-${shipment.id}`} className="section recipient">
      <h2 id={`destinatario-${shipment.id}`}>Destinatário</h2>
      <p>
        <strong>{formatShipmentClientName(client)}</strong>
        {client?.is_company ? <span className="sub">A/C {client.name}</span> : null}
      </p>
      {address ? (
        <address>
          {formatStreetLine(address)}
          <br />
          {formatPlaceLine(address, address.zip_code)}
        </address>
      ) : (
        <p>Sem endereço</p>
      )}
      {shipment.hasOtherAddresses ? <p className="hint">Há pedido com outro endereço.</p> : null}
      {correctionHref ? (
        <p className="no-print">
          <a href={correctionHref}>Corrigir o endereço de entrega</a>
        </p>
      ) : null}
    </section>
  )
}

/** Warns that a label from before the address's correction must not be used. */
export function OldLabelNotice({ shipment }: { shipment: ShipmentView & { status: number } }) {
  const { address_changed_at: changedAt, label_at: labelAt, status } = shipment
  const isWaiting = status === shipmentStatus.underWay || status === shipmentStatus.returned
  if (!isWaiting || !changedAt) return null
  const isLabelOld = labelAt !== null && labelAt <= changedAt
  if (!isLabelOld) return null
  return (
    <Notice tone="warn" isSilent title="A etiqueta impressa antes não vale mais">
      {`O endereço foi corrigido em ${formatDateTime(changedAt)}. Imprima outra etiqueta.`}
    </Notice>
  )
}

export function Contents({ id, lines }: { id: number; lines: readonly ShipmentLine[] }) {
  return (
    <section aria-labelledby={`conteudo-${id}`} className="section">
      <h2 id={`conteudo-${id}`}>Conteúdo</h2>
      <DataTable
        caption={`Exemplares na expedição #${id}`}
        rows={lines}
        rowKey={(line) => line.id}
        empty={{ text: 'Envio direto, sem pedido' }}
        columns={[
          { key: 'name', label: 'Publicação', rowHeader: true, render: ({ name }) => name },
          { key: 'version', label: columnNames.version, render: formatRevision },
          {
            key: 'prefix',
            label: columnNames.registration,
            align: 'code',
            render: (line) => formatAircraftName(line) ?? '-',
          },
          { key: 'order', label: 'Pedido', align: 'code', render: ({ order_id }) => `nº ${order_id}` },
        ]}
      />
      {lines.length > 0 ? <p className="hint">{formatCopies(lines.length)}</p> : null}
    </section>
  )
}

type ShipmentDetailsProps = {
  shipment: ShipmentView
  hrefs: { client: string; order: (id: number) => string }
}

/** Shows client, orders, dates and code of a shipment. */
export function ShipmentDetails({ shipment, hrefs }: ShipmentDetailsProps) {
  const { client, orders, owner, type, value, track_code, note } = shipment
  return (
    <SummaryList
      rows={[
        { key: 'Cliente', value: <a href={hrefs.client}>{formatShipmentClientName(client)}</a> },
        { key: 'Contato', value: formatContact(client) },
        { key: 'Pedidos', value: <OrderLinks orders={orders} makeOrderHref={hrefs.order} /> },
        { key: 'Tipo de envio', value: formatService(type) },
        { key: 'Valor', value: formatReais(value) },
        { key: 'Responsável', value: owner ?? '-' },
        { key: 'Criação', value: formatDate(shipment.creation_date) },
        ...makeDateRow('Envio', shipment.send_date),
        ...makeDateRow('Entrega', shipment.complete_date),
        ...makeDateRow('Volta ao remetente', shipment.return_date),
        ...(track_code ? [{ key: 'Rastreamento', value: <Tracking code={track_code} /> }] : []),
        ...(note ? [{ key: 'Observação', value: <span className="lines">{note}</span> }] : []),
      ]}
    />
  )
}

function formatContact(client: Client | undefined): string {
  const phone = client?.phone ? formatPhone(client.phone) : null
  return [client?.email, phone].filter(Boolean).join(', ') || '-'
}

function Tracking({ code }: { code: string }) {
  return (
    <>
      <span className="print-only">{code}</span>
      <TrackingForm code={code} />
    </>
  )
}

function makeDateRow(key: string, date: CivilDate | null) {
  return date === null ? [] : [{ key, value: formatDate(date) }]
}

function OrderLinks({
  orders,
  makeOrderHref,
}: {
  orders: readonly ShipmentOrder[]
  makeOrderHref: (id: number) => string
}) {
  if (orders.length === 0) return 'Envio direto, sem pedido'
  return orders.map(({ id, nfe }, index) => (
    <span key={id}>
      {index > 0 ? ', ' : null}
      <a href={makeOrderHref(id)}>{`nº ${id}`}</a>
      {nfe ? ` (NF-e ${nfe})` : null}
    </span>
  ))
}
