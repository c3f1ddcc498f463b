import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { paymentState } from '#app/domain/payments/payment.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { listParams } from '#app/http/list-params.ts'
import { type PageHandle, useHere } from '#app/http/page.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { getAccount } from '#app/http/session.server.ts'
import { listOrders } from '#app/models/orders/order.server.ts'
import { listShipmentsOfOrders } from '#app/models/shipments/shipment.server.ts'
import { paths } from '#app/paths.ts'
import { formatBoletoLink } from '#app/text/charges/pay-labels.ts'
import { shippingName } from '#app/text/checkout/shipping-labels.ts'
import { statusForCustomer } from '#app/text/orders/order-labels.ts'
import { refundTag } from '#app/text/payments/refund-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { specified } from '#app/text/platform/messages.ts'
import { shipmentLine } from '#app/text/shipments/shipment-labels.ts'
import { lineName } from '#app/text/subscriptions/renewal-labels.ts'
import { LoginWall } from '#app/ui/login-wall.tsx'
import { Money } from '#app/ui/money.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

export const handle: PageHandle<{ page: number }> = {
  title: 'Meus pedidos',
  list: ({ page }) => ({ page }),
}

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await getAccount(args, 'orders')
  if (!viewer) return null
  const { page } = listParams(args.request)
  const list = await listOrders({ profileId: viewer.profileId, page })
  redirectPastEnd(args.request, { page, pages: list.pages })
  const today = civilDateIn(new Date())
  const shipments = await listShipmentsOfOrders(list.rows.map(({ id }) => id))
  const rows = list.rows.map((row) => ({
    ...row,
    shipments: shipments.filter(({ orderId }) => orderId === row.id),
    payment: paymentState({ ...row, issue: undefined, today }),
  }))
  return { ...list, rows, page }
}

type Row = NonNullable<Awaited<ReturnType<typeof loader>>>['rows'][number]

export default function Orders() {
  const list = useLoaderData<typeof loader>()
  const here = useHere()
  if (!list) return <LoginWall title="Meus pedidos" loginPath={paths.login({ redirectTo: here })} />
  return (
    <>
      <PageHeading title="Meus pedidos" />
      <DataTable
        caption="Pedidos, do mais novo para o mais antigo"
        columns={columns}
        rows={list.rows}
        rowKey={(row) => row.id}
        empty={{
          text: specified.noOrders,
          action: { href: paths.publications(), label: 'Ver as publicações' },
        }}
      />
      <Pagination page={list.page} pages={list.pages} hrefFor={(page) => paths.orders({ page })} />
    </>
  )
}

const columns: Column<Row>[] = [
  { key: 'id', label: 'Pedido', align: 'code', rowHeader: true, render: (row) => <NumberCell row={row} /> },
  { key: 'date', label: 'Data', align: 'code', render: (row) => formatDate(row.date) },
  { key: 'lines', label: 'Publicações', render: (row) => <LinesCell row={row} /> },
  { key: 'status', label: 'Situação', render: (row) => <StatusCell row={row} /> },
  { key: 'total', label: 'Total', align: 'num', render: (row) => <TotalCell row={row} /> },
  { key: 'links', label: 'Boleto', align: 'actions', render: (row) => <BoletoLink row={row} /> },
]

function NumberCell({ row }: { row: Row }) {
  return <a href={paths.order(row.id)}>nº {row.id}</a>
}

function LinesCell({ row }: { row: Row }) {
  return (
    <ul className="plain">
      {row.lines.map((line) => (
        <li key={line.firstId}>
          {line.quantity} × <Unbroken text={lineName(line)} />
        </li>
      ))}
    </ul>
  )
}

function StatusCell({ row }: { row: Row }) {
  const { text, tone } = statusForCustomer(row)
  const refund = refundTag(row)
  return (
    <>
      <StatusTag tone={tone}>{text}</StatusTag>
      {refund ? <span className="hint">{`${refund.text}: ${formatReais(row.returned)}`}</span> : null}
      {row.shipments.map((shipment) => (
        <span key={shipment.id} className="hint">
          Expedição: {shipmentLine(shipment)}
        </span>
      ))}
      {row.status === orderStatus.cancelled && row.reason ? (
        <Notice tone="bad" title="Motivo">
          {row.reason}
        </Notice>
      ) : null}
    </>
  )
}

function TotalCell({ row }: { row: Row }) {
  return (
    <>
      <Money centavos={row.total} />
      <span className="hint">
        {shippingName(row.shipping_type)}
        {row.shipping_value > 0 ? (
          <>
            {': '}
            <Money centavos={row.shipping_value} />
          </>
        ) : null}
      </span>
    </>
  )
}

/** The boleto only while it can be paid; what else there is to do about the payment, its page says (D14, D19). */
function BoletoLink({ row }: { row: Row }) {
  if (row.status === orderStatus.confirmed) return <a href={paths.manage()}>Gerenciar</a>
  if (row.status !== orderStatus.pendingPayment) return null
  const { label, hint } = formatBoletoLink(row.payment, row.boleto)
  return (
    <a href={paths.payment(row.id)}>
      {label}
      <span className="visually-hidden">{` do pedido nº ${row.id}`}</span>
      {hint ? <span className="hint">{hint}</span> : null}
    </a>
  )
}
