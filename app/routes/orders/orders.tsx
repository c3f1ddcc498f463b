import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { canUse } from '#app/domain/accounts/colleagues.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { parseListParams } from '#app/http/list-params.ts'
import { type PageHandle, useCurrentPath } from '#app/http/page.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { getAccount } from '#app/http/session.server.ts'
import { listOrders } from '#app/models/orders/order.server.ts'
import { paths } from '#app/paths.ts'
import { getNextStepLabel } from '#app/routes/orders/customer-step-labels.ts'
import { addSteps } from '#app/routes/orders/order-progress.server.ts'
import { getShippingName } from '#app/text/checkout/shipping-labels.ts'
import { getCustomerStatus } from '#app/text/orders/order-labels.ts'
import { getRefundTag } from '#app/text/payments/refund-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { formatShipmentLine } from '#app/text/shipments/shipment-labels.ts'
import { formatLineName } from '#app/text/subscriptions/renewal-labels.ts'
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
  const { page } = parseListParams(args.request)
  const list = await listOrders({ profileId: viewer.profileId, page })
  redirectPastEnd(args.request, { page, pages: list.pages })
  const canDownload = canUse(viewer.role, 'files')
  const ordersWithSteps = await addSteps(list.rows, viewer.profileId, toCivilDate(new Date()))
  const rows = ordersWithSteps.map((row) => ({ ...row, canDownload }))
  return { ...list, rows, page }
}

type Row = NonNullable<Awaited<ReturnType<typeof loader>>>['rows'][number]

export default function Orders() {
  const list = useLoaderData<typeof loader>()
  const currentPath = useCurrentPath()
  if (!list) return <LoginWall title="Meus pedidos" loginPath={paths.login({ redirectTo: currentPath })} />
  return (
    <>
      <PageHeading title="Meus pedidos" />
      <DataTable
        caption="Pedidos, do mais novo para o mais antigo"
        columns={columns}
        rows={list.rows}
        rowKey={(row) => row.id}
        empty={{
          text: specTexts.noOrders,
          action: { href: paths.publications(), label: 'Ver as publicações' },
        }}
      />
      {list.count > 0 ? (
        <Pagination page={list.page} pages={list.pages} hrefFor={(page) => paths.orders({ page })} />
      ) : null}
    </>
  )
}

const columns: Column<Row>[] = [
  { key: 'id', label: 'Pedido', align: 'code', rowHeader: true, render: (row) => <NumberCell row={row} /> },
  { key: 'date', label: 'Data', align: 'code', isPlain: true, render: (row) => formatDate(row.date) },
  { key: 'lines', label: 'Publicações', isPlain: true, render: (row) => <LinesCell row={row} /> },
  { key: 'status', label: 'Situação', isPlain: true, render: (row) => <StatusCell row={row} /> },
  { key: 'total', label: 'Total', align: 'num', render: (row) => <TotalCell row={row} /> },
  { key: 'links', label: 'Próximo passo', align: 'actions', render: (row) => <NextStep row={row} /> },
]

function NumberCell({ row }: { row: Row }) {
  return <a href={paths.order(row.id)}>nº {row.id}</a>
}

const maxShownTitles = 2

/** Shows the first publications and the number of further copies. */
function LinesCell({ row: { lines } }: { row: Row }) {
  let furtherCount = 0
  for (const { quantity } of lines.slice(maxShownTitles)) furtherCount += quantity
  return (
    <ul className="plain">
      {lines.slice(0, maxShownTitles).map((line) => (
        <li key={line.firstId}>
          {line.quantity} × <Unbroken text={formatLineName(line)} />
        </li>
      ))}
      {furtherCount > 0 ? <li>{`e mais ${furtherCount}`}</li> : null}
    </ul>
  )
}

function StatusCell({ row }: { row: Row }) {
  const { text, tone } = getCustomerStatus(row)
  const refund = getRefundTag(row)
  return (
    <>
      <StatusTag tone={tone}>{text}</StatusTag>
      {refund ? <span className="hint">{`${refund.text}: ${formatReais(row.returned)}`}</span> : null}
      {row.shipments.map((shipment) => (
        <span key={shipment.id} className="hint">
          Expedição: {formatShipmentLine(shipment)}
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
        {getShippingName(row.shipping_type)}
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

/** Shows the customer's next step and a link to the publications bought (D184). */
function NextStep({ row }: { row: Row }) {
  const { step, canDownload } = row
  const label = getNextStepLabel(step)
  const downloadUnitId = step.kind === 'download' && canDownload ? step.unitId : null
  return (
    <div className="acts">
      {label === null ? null : (
        <a href={formatStepHref(row)}>
          <span className="nowrap">{label}</span>
          <span className="visually-hidden">{`: pedido nº ${row.id}`}</span>
        </a>
      )}
      {downloadUnitId === null ? null : (
        <a href={paths.download(downloadUnitId)}>
          Baixar<span className="visually-hidden">{`: pedido nº ${row.id}`}</span>
        </a>
      )}
      {row.status === orderStatus.confirmed ? <a href={paths.manage()}>Gerenciar</a> : null}
    </div>
  )
}

function formatStepHref({ id, step }: Row): string {
  if (step.kind === 'send-photo') return paths.newPhoto(id)
  if (step.kind === 'renew') return paths.renew(step.unitId)
  if (step.kind === 'track' || step.kind === 'order-again') return paths.order(id)
  return paths.payment(id)
}
