import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { getCustomerStatus } from '#app/text/orders/order-labels.ts'
import { formatWithdrawalMention } from '#app/text/orders/withdrawal-labels.ts'
import { formatDate, formatDateTime } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { formatValidity, getCustomerSubscriptionStatus } from '#app/text/subscriptions/subscription-labels.ts'
import { TrackingForm } from '#app/ui/backoffice/tracking-form.tsx'
import { Money } from '#app/ui/money.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { DataTable } from '#app/ui/table.tsx'

type Unit = {
  id: number
  profileId: number
  isCompany: boolean
  personName: string
  companyName: string | null
  orderId: number
  publicationId: number
  name: string
  version: string
  currentVersion: string
  /** the revision last sent to the client */
  sentVersion: string | null
  status: number
  due: CivilDate | null
  startsOn: CivilDate
  suspendedAt: unknown
  /** id of the open withdrawal request */
  withdrawal: number | null
  timesRenewed: number
  trackCode: string | null
  sentOn: CivilDate | null
}

type Hrefs = { user: string; order: string; publication: string; shipment: string | null }

/** Shows data of a unit with links to its order, client and publication. */
export function StaffSubscriptionDetails({
  unit,
  today,
  hrefs,
  shipmentId,
}: {
  unit: Unit
  today: CivilDate
  hrefs: Hrefs
  shipmentId: number | null
}) {
  const { text, tone } = getCustomerSubscriptionStatus(unit, today)
  const trackingForm = unit.trackCode ? <TrackingForm code={unit.trackCode} /> : null
  return (
    <SummaryList
      rows={[
        {
          key: 'Cliente',
          value: <a href={hrefs.user}>{getClientName({ ...unit, name: unit.personName })}</a>,
        },
        { key: 'Pedido', value: <a href={hrefs.order}>nº {unit.orderId}</a> },
        { key: 'Publicação', value: <a href={hrefs.publication}>{unit.name}</a> },
        { key: 'Revisão vendida', value: `${unit.version} (atual: ${unit.currentVersion})` },
        ...(unit.sentVersion ? [{ key: 'Revisão enviada', value: unit.sentVersion }] : []),
        {
          key: 'Situação hoje',
          value: (
            <>
              <StatusTag tone={tone}>{text}</StatusTag>
              {unit.suspendedAt ? ' suspensa: o pedido não está pago' : null}
              {unit.withdrawal ? ` ${formatWithdrawalMention(unit.withdrawal)}` : null}
            </>
          ),
        },
        { key: 'Início', value: formatDate(unit.startsOn) },
        { key: 'Validade', value: formatValidity(unit.due, today) },
        { key: 'Renovações', value: unit.timesRenewed },
        ...(unit.sentOn ? [{ key: 'Enviado em', value: formatDate(unit.sentOn) }] : []),
        ...(trackingForm ? [{ key: 'Rastreamento', value: trackingForm }] : []),
        ...(hrefs.shipment ? [{ key: 'Expedição', value: <a href={hrefs.shipment}>#{shipmentId}</a> }] : []),
      ]}
    />
  )
}

type Renewal = {
  id: number
  orderId: number
  date: CivilDate
  status: number
  reason: string | null
  value: number
}

/** Lists the orders that renewed or will renew a unit. */
export function RenewalOrders({
  rows,
  makeOrderHref,
}: {
  rows: readonly Renewal[]
  makeOrderHref: (id: number) => string
}) {
  return (
    <section className="section" aria-labelledby="renovacoes">
      <h2 id="renovacoes">Renovações</h2>
      <DataTable
        caption="Pedidos de renovação"
        columns={[
          {
            key: 'order',
            label: 'Pedido',
            rowHeader: true,
            render: (row) => <a href={makeOrderHref(row.orderId)}>nº {row.orderId}</a>,
          },
          { key: 'date', label: 'Data', align: 'code', render: (row) => formatDate(row.date) },
          { key: 'status', label: 'Situação', render: (row) => getCustomerStatus(row).text },
          { key: 'value', label: 'Valor', align: 'num', render: (row) => <Money centavos={row.value} /> },
        ]}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: 'Nenhuma renovação' }}
      />
    </section>
  )
}

type Download = { id: number; at: Date; number: number; version: string; email: string }

/** Lists downloads of a unit's file with revision and time. */
export function DownloadLog({ rows }: { rows: readonly Download[] }) {
  return (
    <section className="section" aria-labelledby="downloads">
      <h2 id="downloads">Downloads</h2>
      <DataTable
        caption="Downloads"
        columns={[
          { key: 'at', label: columnNames.date, rowHeader: true, render: (row) => formatDateTime(row.at) },
          { key: 'version', label: columnNames.version, render: (row) => row.version },
          { key: 'number', label: 'Cópia', align: 'num', render: (row) => row.number },
          { key: 'actor', label: columnNames.actor, render: (row) => row.email },
        ]}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: 'Nenhum download ainda' }}
      />
    </section>
  )
}
