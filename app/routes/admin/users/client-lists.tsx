import { mailLogDays } from '#app/domain/accounts/data-retention.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { findClientRecords } from '#app/models/backoffice/client-page.server.ts'
import { paths } from '#app/paths.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { describeMailState } from '#app/text/backoffice/mail-state-labels.ts'
import { formatService } from '#app/text/checkout/carriers.ts'
import { getStaffStatus } from '#app/text/orders/order-labels.ts'
import { stateColumns } from '#app/text/orders/state-labels.ts'
import { paymentSources } from '#app/text/payments/payment-labels.ts'
import { formatDate, formatDateTime } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { formatShipmentLine, getShipmentState } from '#app/text/shipments/shipment-labels.ts'
import { getCustomerSubscriptionStatus } from '#app/text/subscriptions/subscription-labels.ts'
import { GoodsTags, PaymentTag } from '#app/ui/backoffice/state-tags.tsx'
import { Money } from '#app/ui/money.tsx'
import { PaymentState } from '#app/ui/payments/payment-state.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type Records = Awaited<ReturnType<typeof findClientRecords>>
type ListProps<Kind extends keyof Records> = Records[Kind] & { email: string }
type ListRow<Kind extends keyof Records> = Records[Kind]['rows'][number]

type RecordSectionProps<Row> = {
  id: string
  title: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  count: number
  empty: string
  /** address of the complete list, as a search for the e-mail */
  listHref: string
}

/** Shows a list of records, or one line if the list is empty. */
function RecordSection<Row extends { id: number }>(props: RecordSectionProps<Row>) {
  const { id, title, columns, rows, count, empty, listHref } = props
  return (
    <section className="section" aria-labelledby={id}>
      <h2 id={id}>{count === 0 ? title : `${title} (${count})`}</h2>
      {rows.length === 0 ? (
        <p className="hint">{empty}</p>
      ) : (
        <DataTable
          caption={title}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowsLead
          layout="lines"
          empty={{ text: empty }}
        />
      )}
      {count > rows.length ? (
        <p className="no-print">
          <a href={listHref}>
            {`Ver todos (${count})`}
            <span className="visually-hidden">{`: ${title.toLowerCase()}`}</span>
          </a>
        </p>
      ) : null}
    </section>
  )
}

function Note({ text }: { text: string | null }) {
  return text ? <span className="sub">{text}</span> : null
}

export function ClientOrders({ rows, count, email }: ListProps<'orders'>) {
  const listHref = paths.admin.orders(email)
  return (
    <RecordSection
      id="pedidos"
      title="Pedidos"
      columns={orderColumns}
      rows={rows}
      count={count}
      listHref={listHref}
      empty="Nenhum pedido encontrado"
    />
  )
}

const orderColumns: readonly Column<ListRow<'orders'>>[] = [
  {
    key: 'id',
    label: 'Pedido',
    rowHeader: true,
    render: (row) => (
      <>
        <a href={paths.admin.order(row.id)}>{`Nº ${row.id}`}</a>
        <Note text={row.note} />
      </>
    ),
  },
  { key: 'date', isPlain: true, label: 'Data', align: 'code', render: (row) => formatDate(row.date) },
  {
    key: 'status',
    isPlain: true,
    label: 'Situação',
    render: (row) => <StatusTag tone={getStaffStatus(row).tone}>{getStaffStatus(row).text}</StatusTag>,
  },
  {
    key: 'payment',
    isPlain: true,
    label: stateColumns.payment,
    render: (row) => (row.payment ? <PaymentTag state={row.payment} /> : '-'),
  },
  {
    key: 'goods',
    isPlain: true,
    label: stateColumns.goods,
    render: (row) => (row.goods.length > 0 ? <GoodsTags goods={row.goods} /> : '-'),
  },
  { key: 'nfe', label: 'NF', align: 'code', render: (row) => row.nfe ?? '-' },
  {
    key: 'codes',
    label: columnNames.trackingCode,
    align: 'code',
    render: (row) => row.codes.join(', ') || '-',
  },
  {
    key: 'total',
    isPlain: true,
    label: 'Total',
    align: 'num',
    render: (row) => <Money centavos={row.total} />,
  },
]

export function ClientUnits({ rows, count, email, today }: ListProps<'units'> & { today: CivilDate }) {
  return (
    <RecordSection
      id="assinaturas"
      title="Assinaturas e compras"
      columns={listUnitColumns(today)}
      rows={rows}
      count={count}
      listHref={paths.admin.signatures(email)}
      empty="Nenhuma publicação encontrada"
    />
  )
}

const listUnitColumns = (today: CivilDate): readonly Column<ListRow<'units'>>[] => [
  {
    key: 'name',
    label: 'Publicação',
    rowHeader: true,
    render: (row) => (
      <>
        <a href={paths.admin.signature(row.id)}>{row.name}</a>
        <Note text={row.note} />
      </>
    ),
  },
  {
    key: 'prefix',
    isPlain: true,
    label: 'Prefixo',
    align: 'code',
    render: (row) => formatAircraftName(row) ?? '-',
  },
  {
    key: 'status',
    isPlain: true,
    label: 'Situação',
    render: (row) => {
      const { text, tone } = getCustomerSubscriptionStatus(row, today)
      return <StatusTag tone={tone}>{text}</StatusTag>
    },
  },
  {
    key: 'goods',
    isPlain: true,
    label: stateColumns.goods,
    render: ({ goods }) => (goods ? <GoodsTags goods={[{ state: goods, count: 1 }]} /> : '-'),
  },
  {
    key: 'due',
    label: 'Vencimento',
    align: 'code',
    render: (row) => (row.due ? formatDate(row.due) : 'Compra'),
  },
]

export function ClientShipments({ rows, count, email }: ListProps<'shipments'>) {
  return (
    <RecordSection
      id="expedicoes"
      title="Expedições"
      columns={shipmentColumns}
      rows={rows}
      count={count}
      listHref={paths.admin.shipments(email)}
      empty="Nada foi enviado ainda."
    />
  )
}

const shipmentColumns: readonly Column<ListRow<'shipments'>>[] = [
  {
    key: 'id',
    label: 'Expedição',
    rowHeader: true,
    render: (row) => (
      <>
        <a href={paths.admin.shipment(row.id)}>{`#${row.id}`}</a>
        <Note text={row.note} />
      </>
    ),
  },
  { key: 'type', isPlain: true, label: 'Tipo de envio', render: (row) => formatService(row.type) },
  {
    key: 'status',
    isPlain: true,
    label: 'Situação',
    render: (row) => <StatusTag tone={getShipmentState(row).tone}>{formatShipmentLine(row)}</StatusTag>,
  },
  { key: 'code', label: columnNames.trackingCode, align: 'code', render: (row) => row.code ?? '-' },
]

export function ClientPayments({ rows, count, email }: ListProps<'payments'>) {
  return (
    <RecordSection
      id="recebimentos"
      title="Recebimentos"
      columns={paymentColumns}
      rows={rows}
      count={count}
      listHref={paths.admin.payments({ search: email })}
      empty="Nenhum pagamento entrou por boleto ou Pix."
    />
  )
}

const paymentColumns: readonly Column<ListRow<'payments'>>[] = [
  {
    key: 'id',
    label: 'Recebimento',
    rowHeader: true,
    render: (row) => <a href={paths.admin.payment(row.id)}>{`nº ${row.id}`}</a>,
  },
  { key: 'paidOn', label: 'Pago em', align: 'code', render: (row) => formatDate(row.paidOn) },
  { key: 'source', label: columnNames.informedBy, render: (row) => paymentSources[row.source] },
  {
    key: 'order',
    label: 'Pedido',
    align: 'code',
    render: ({ orderId }) =>
      orderId === null ? '-' : <a href={paths.admin.order(orderId)}>{`nº ${orderId}`}</a>,
  },
  {
    key: 'value',
    isPlain: true,
    label: 'Valor',
    align: 'num',
    render: (row) => <Money centavos={row.value} />,
  },
  {
    key: 'state',
    isPlain: true,
    label: 'Situação',
    render: (row) => <PaymentState {...row} isResolved={row.resolvedAt !== null} />,
  },
]

export function ClientMails({ rows, count, email }: ListProps<'mails'>) {
  return (
    <RecordSection
      id="emails"
      title="E-mails"
      columns={mailColumns}
      rows={rows}
      count={count}
      listHref={paths.admin.mails(email)}
      empty={`Nenhum e-mail foi enviado nos últimos ${mailLogDays} dias.`}
    />
  )
}

const mailColumns: readonly Column<ListRow<'mails'>>[] = [
  {
    key: 'subject',
    label: 'Assunto',
    rowHeader: true,
    render: (row) => <a href={paths.admin.mailResend(row.id)}>{row.subject}</a>,
  },
  { key: 'to', label: 'Para', render: (row) => row.to },
  { key: 'at', isPlain: true, label: 'Data', align: 'code', render: (row) => formatDateTime(row.at) },
  {
    key: 'state',
    isPlain: true,
    label: 'Situação',
    render: (row) => (
      <StatusTag tone={describeMailState(row.state).tone}>{describeMailState(row.state).text}</StatusTag>
    ),
  },
]
