import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { rightsOf } from '#app/domain/accounts/colleagues.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { paymentState } from '#app/domain/payments/payment.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { colleagueWhoDid } from '#app/models/accounts/colleagues/acting.server.ts'
import { listColleagueNames } from '#app/models/accounts/colleagues/membership.server.ts'
import { buyAgain } from '#app/models/orders/buy-again.server.ts'
import { findOrderDetail } from '#app/models/orders/order.server.ts'
import { findMoneyBack } from '#app/models/payments/money-back.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { paths } from '#app/paths.ts'
import { LineAircraft } from '#app/routes/orders/line-aircraft.tsx'
import { PhotoRequestNotice, RefundNotice, WithdrawalNotice } from '#app/routes/orders/order-notices.tsx'
import { readPapers } from '#app/routes/orders/order-papers.server.ts'
import { OrderShipments } from '#app/routes/orders/order-shipments.tsx'
import { OrderFacts } from '#app/routes/orders/order-summary.tsx'
import { payLabel } from '#app/text/charges/pay-labels.ts'
import { formatBoughtAgain } from '#app/text/checkout/cart-labels.ts'
import { formatFreight } from '#app/text/checkout/shipping-labels.ts'
import { formatHistory, statusForCustomer } from '#app/text/orders/order-labels.ts'
import { formatGivenBack } from '#app/text/orders/withdrawal-labels.ts'
import { refundTag } from '#app/text/payments/refund-labels.ts'
import { formatDate, formatDateTime } from '#app/text/platform/format.ts'
import { lineName } from '#app/text/subscriptions/renewal-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Money } from '#app/ui/money.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { PhotoGuide } from '#app/ui/photo-guide.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

export const handle: PageHandle<Loaded> = { title: ({ order }) => `Pedido nº ${order.id}` }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireAccount(args, 'orders')
  const id = idFrom(args.params.id) ?? notFound()
  const order = (await findOrderDetail(id, viewer.profileId)) ?? notFound()
  const today = civilDateIn(new Date())
  const [history, names, money, papers] = await Promise.all([
    listHistory('order', id),
    listColleagueNames(viewer.profileId),
    findMoneyBack(id),
    readPapers(order, viewer.profileId, today),
  ])
  const payment = paymentState({ ...order, issue: undefined, today })
  const left = money?.left ?? 0
  return { order, left, payment, events: eventsOf(history, names), ...papers, may: rightsOf(viewer.role) }
}

/**
 * "Comprar novamente" and "Refazer pedido": what is still on sale goes into the cart with its copies and aircraft, and
 * renewals that can be bought today; the others are renewed where the subscriptions are.
 */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireAccount(args, 'purchase')
  const id = idFrom(args.params.id) ?? notFound()
  const bought = await buyAgain(id, viewer)
  if (!bought) return (await findOrderDetail(id, viewer.profileId)) ? seeOther(paths.manage()) : notFound()
  const isWhole = bought.missing === 0 && bought.leftRenewals === 0 && !bought.asksPhoto
  const tone = isWhole ? 'good' : 'warn'
  return redirectWithFlash(paths.cart(), { tone, text: formatBoughtAgain(bought) })
}

type Loaded = Awaited<ReturnType<typeof loader>>
type Order = Loaded['order']
type Line = Order['lines'][number]

export default function OrderPage() {
  const {
    order,
    left,
    payment,
    events,
    shipments,
    withdrawal,
    files,
    invoices,
    returns,
    photoReason,
    photoLines,
    may,
  } = useLoaderData<typeof loader>()
  const status = statusForCustomer(order)
  const refund = refundTag({ total: order.total, returned: sumReturned(returns) })
  return (
    <div className="stack-l">
      <PageHeading
        title={`Pedido nº ${order.id}`}
        lead={`De ${formatDate(order.date)}. Situação: ${status.text}${refund ? `. ${refund.text}` : ''}`}
        back={{ href: paths.orders(), label: 'Meus pedidos' }}
      />
      {order.status === orderStatus.cancelled && order.reason ? (
        <Notice tone="bad" title="Motivo">
          {order.reason}
        </Notice>
      ) : null}
      {photoReason ? (
        <PhotoRequestNotice href={paths.newPhoto(order.id)} reason={photoReason} lines={photoLines} />
      ) : null}
      <PhotoGuide lines={photoLines} />
      {withdrawal.requests.map((request) => (
        <WithdrawalNotice key={request.id} request={request} chance={withdrawal} />
      ))}
      <RefundNotice left={left} requests={withdrawal.requests} />
      <Lines order={order} marks={marksOf(withdrawal)} />
      <OrderShipments shipments={shipments} />
      <OrderFacts order={order} files={files} invoices={invoices} returns={returns} />
      <section aria-labelledby="historico">
        <h2 id="historico">Andamento</h2>
        <ol className="plain">
          {events.map(({ key, text, at }) => (
            <li key={key}>
              {text} <span className="hint">{at} (horário de Brasília)</span>
            </li>
          ))}
        </ol>
      </section>
      <Acts order={order} payment={payment} withdrawal={withdrawal} may={may} />
    </div>
  )
}

function sumReturned(returns: Loaded['returns']): number {
  return returns.reduce((sum, { value }) => sum + value, 0)
}

/** Labels of withdrawn lines. */
function marksOf({ given, requests }: Loaded['withdrawal']): Map<number, string> {
  const marks = given.flatMap(({ lineId, requestId }): [number, string][] => {
    const request = requests.find(({ id }) => id === requestId)
    return request ? [[lineId, formatGivenBack({ ...request, isOpen: request.handledAt === null })]] : []
  })
  return new Map(marks)
}

function Acts({ order, payment, withdrawal, may }: Pick<Loaded, 'order' | 'payment' | 'withdrawal' | 'may'>) {
  const { pendingPayment, confirmed, underReview } = orderStatus
  const isRejected = order.reason !== null
  const canGiveUp = order.status === pendingPayment || order.status === underReview
  return (
    <PostForm action={paths.order(order.id)} className="actions no-print">
      {order.status === pendingPayment ? (
        <LinkButton href={paths.payment(order.id)} variant="main">
          {payLabel(payment)}
        </LinkButton>
      ) : null}
      {order.status === confirmed ? (
        <LinkButton href={paths.manage()} variant="main">
          Ver as publicações compradas
        </LinkButton>
      ) : null}
      {order.lines.every((line) => line.isRenewal) ? null : (
        <Button variant={isRejected ? 'main' : 'secondary'}>
          {isRejected ? 'Refazer pedido' : 'Comprar novamente'}
        </Button>
      )}
      {canGiveUp && !withdrawal.isInTransitOrDelivered ? (
        <LinkButton href={paths.cancellation(order.id)} variant="quiet">
          Cancelar pedido
        </LinkButton>
      ) : null}
      {may.withdrawal && withdrawal.isPossible ? (
        <LinkButton href={paths.withdrawal(order.id)} variant="quiet">
          Desistir da compra
        </LinkButton>
      ) : null}
      {order.status === orderStatus.confirmed && order.total > 0 ? (
        <Button formAction={paths.receipt(order.id)}>Recibo em PDF</Button>
      ) : null}
    </PostForm>
  )
}

function Lines({ order, marks }: { order: Order; marks: Map<number, string> }) {
  return (
    <DataTable
      caption="Publicações do pedido"
      columns={columns(marks)}
      rows={order.lines}
      rowKey={(line) => line.id}
      empty={{ text: 'Nenhuma publicação' }}
      totals={[
        { label: 'Publicações', value: <Money centavos={order.total_publications} /> },
        {
          label: 'Frete',
          value: formatFreight({ type: order.shipping_type, value: order.shipping_value }),
        },
        { label: 'Total', value: <Money centavos={order.total} /> },
      ]}
    />
  )
}

function columns(marks: Map<number, string>): Column<Line>[] {
  return [
    {
      key: 'name',
      label: 'Publicação',
      rowHeader: true,
      render: (line) => (
        <>
          <Unbroken text={lineName(line)} />
          {marks.has(line.id) ? <span className="hint">{marks.get(line.id)}</span> : null}
        </>
      ),
    },
    { key: 'version', label: 'Versão', align: 'code', render: (line) => line.version },
    { key: 'aircraft', label: 'Aeronave', render: (line) => <LineAircraft line={line} /> },
    { key: 'value', label: 'Valor', align: 'num', render: (line) => <Money centavos={line.value} /> },
  ]
}

type History = Awaited<ReturnType<typeof listHistory>>

/** History for the customer; colleagues by name, staff never (D92). */
function eventsOf(history: History, colleagues: ReadonlyMap<number, string>) {
  return history.flatMap((entry) => {
    const text = formatHistory(entry.action, colleagueWhoDid(entry, colleagues))
    return text ? [{ key: entry.id, text, at: formatDateTime(entry.created_at) }] : []
  })
}
