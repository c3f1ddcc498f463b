import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getRoleRights } from '#app/domain/accounts/colleagues.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { findOrderTransition, orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { sumCentavos } from '#app/domain/platform/money.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { findActingColleague } from '#app/models/accounts/colleagues/acting.server.ts'
import { listColleagueNames } from '#app/models/accounts/colleagues/membership.server.ts'
import { buyAgain } from '#app/models/orders/buy-again.server.ts'
import { findOrderDetail } from '#app/models/orders/order.server.ts'
import { listOrderMailboxes } from '#app/models/orders/order-buyer.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { paths } from '#app/paths.ts'
import { listDeliveryNotes } from '#app/routes/orders/delivery-notes.server.ts'
import { loadOrderDocuments } from '#app/routes/orders/order-documents.server.ts'
import { OrderDocuments } from '#app/routes/orders/order-documents.tsx'
import { formatDelivery, OrderHead } from '#app/routes/orders/order-head.tsx'
import { OrderLines, type WithdrawalNote } from '#app/routes/orders/order-lines.tsx'
import { PhotoRequestNotice, RefundNotice, WithdrawalNotice } from '#app/routes/orders/order-notices.tsx'
import { readProgress } from '#app/routes/orders/order-progress.server.ts'
import { OrderShipments } from '#app/routes/orders/order-shipments.tsx'
import { OrderBuyer, OrderDelivery } from '#app/routes/orders/order-summary.tsx'
import { OrderTimeline } from '#app/routes/orders/order-timeline.tsx'
import { formatBuyAgain } from '#app/text/checkout/cart-labels.ts'
import { formatCustomerAction } from '#app/text/orders/order-labels.ts'
import { formatWithdrawnLine } from '#app/text/orders/withdrawal-labels.ts'
import { formatDate, formatDateTime } from '#app/text/platform/format.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { PhotoGuide } from '#app/ui/photo-guide.tsx'

export const handle: PageHandle<Loaded> = { title: ({ order }) => `Pedido nº ${order.id}` }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireAccount(args, 'orders')
  const id = parseId(args.params.id) ?? notFound()
  const order = (await findOrderDetail(id, viewer.profileId)) ?? notFound()
  const today = toCivilDate(new Date())
  const [history, names, documents, mailboxes] = await Promise.all([
    listHistory('order', id),
    listColleagueNames(viewer.profileId),
    loadOrderDocuments(order, viewer.profileId, today),
    listOrderMailboxes(id),
  ])
  const progress = await readProgress(order, { history, ...documents }, today)
  const reader = { rights: getRoleRights(viewer.role), isOwner: viewer.role === 'owner' }
  const deliveryNotes = listDeliveryNotes(history, { names, userId: viewer.actorUserId })
  return {
    order,
    ...documents,
    ...progress,
    ...reader,
    mailboxes,
    deliveryNotes,
    events: listEvents(history, names),
  }
}

/**
 * Adds an order's publications that are still on sale to the cart, with copies and aircraft, and renewals
 * that are possible today ("Comprar novamente", "Refazer pedido"). An order of only renewals redirects to the
 * page of the subscriptions, which renews them.
 */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireAccount(args, 'purchase')
  const id = parseId(args.params.id) ?? notFound()
  const purchase = await buyAgain(id, viewer)
  if (!purchase) return (await findOrderDetail(id, viewer.profileId)) ? seeOther(paths.manage()) : notFound()
  const isAllInCart = purchase.missingCount === 0 && purchase.skippedRenewals === 0
  const tone = isAllInCart && !purchase.needsPhoto ? 'good' : 'warn'
  return redirectWithFlash(paths.cart(), { tone, text: formatBuyAgain(purchase) })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function OrderPage() {
  const loaderData = useLoaderData<typeof loader>()
  const { order, owedAmount, timeline, events, shipments, withdrawal, returns, photoReason, photoLines } =
    loaderData
  const { deliveryNotes, step } = loaderData
  const delivery = formatDelivery(order)
  const milestoneHints = {
    ...(step.kind === 'pay' ? { paid: `até ${formatDate(step.until)}` } : {}),
    ...(delivery === null ? {} : { delivered: delivery }),
  }
  const canCorrect = loaderData.rights.purchase && canCorrectDelivery(order, shipments)
  const returnedSum = sumCentavos(returns.map(({ value }) => value))
  return (
    <div className="stack-l">
      <PageHeading title={`Pedido nº ${order.id}`} back={{ href: paths.orders(), label: 'Meus pedidos' }} />
      <OrderHead {...loaderData} returned={returnedSum} />
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
        <WithdrawalNotice key={request.id} request={request} withdrawal={withdrawal} />
      ))}
      <RefundNotice owed={owedAmount} requests={withdrawal.requests} />
      <div className="columns order-page">
        <div className="stack-l">
          <section aria-labelledby="andamento">
            <h2 id="andamento">Andamento</h2>
            <OrderTimeline entries={timeline} hints={milestoneHints} />
          </section>
          <section aria-labelledby="publicacoes">
            <h2 id="publicacoes">{`Publicações (${order.lines.length})`}</h2>
            <OrderLines order={order} withdrawalNotes={listWithdrawalNotes(withdrawal)} returns={returns} />
          </section>
          <OrderShipments shipments={shipments} />
        </div>
        <div className="stack-l">
          <OrderDelivery order={order} canCorrect={canCorrect} notes={deliveryNotes} />
          <OrderDocuments {...loaderData} />
          <OrderBuyer order={order} />
          <OrderEvents events={events} />
        </div>
      </div>
      <OrderActs {...loaderData} />
    </div>
  )
}

/** Returns whether a link to correct the delivery is useful. The linked page makes the final check. */
function canCorrectDelivery(order: Loaded['order'], shipments: Loaded['shipments']): boolean {
  const { sent, delivered } = shipmentStatus
  const isSent = shipments.some(({ status }) => status === sent || status === delivered)
  const needsShipping = order.shipping_type !== shippingTypes.download
  return order.status !== orderStatus.cancelled && needsShipping && !isSent
}

/** Returns a note for each withdrawn line, by the line's id. */
function listWithdrawalNotes({ given, requests }: Loaded['withdrawal']): Map<number, WithdrawalNote> {
  const notes = given.flatMap(({ lineId, requestId }): [number, WithdrawalNote][] => {
    const request = requests.find(({ id }) => id === requestId)
    if (!request) return []
    const isOpen = request.handledAt === null
    return [[lineId, { text: formatWithdrawnLine({ ...request, isOpen }), isRemoved: !isOpen }]]
  })
  return new Map(notes)
}

function OrderEvents({ events }: Pick<Loaded, 'events'>) {
  return (
    <details className="order-events">
      <summary>Tudo o que aconteceu</summary>
      <ol className="plain">
        {events.map(({ key, text, at }) => (
          <li key={key}>
            {text} <span className="hint">{at}</span>
          </li>
        ))}
      </ol>
      <p className="hint">Horário de Brasília.</p>
    </details>
  )
}

/** Links actions that are possible but not due. */
function OrderActs({ order, step, withdrawal, rights }: Loaded) {
  const canGiveUp = findOrderTransition(order.status, 'given-up') !== undefined
  const isRenewal = order.lines.every((line) => line.isRenewal)
  return (
    <PostForm action={paths.order(order.id)} className="actions no-print" data-once="">
      {order.status === orderStatus.confirmed ? (
        <LinkButton href={paths.manage()}>Ver as publicações compradas</LinkButton>
      ) : null}
      {isRenewal || step.kind === 'order-again' ? null : <Button>Comprar novamente</Button>}
      {canGiveUp && !withdrawal.isInTransitOrDelivered ? (
        <LinkButton href={paths.cancellation(order.id)} variant="quiet">
          Cancelar pedido
        </LinkButton>
      ) : null}
      {rights.withdrawal && withdrawal.isPossible ? (
        <LinkButton href={paths.withdrawal(order.id)} variant="quiet">
          Desistir da compra
        </LinkButton>
      ) : null}
    </PostForm>
  )
}

type History = Awaited<ReturnType<typeof listHistory>>

/** Returns the history for the customer, with names of colleagues but not of staff (D92). */
function listEvents(history: History, colleagues: ReadonlyMap<number, string>) {
  return history.flatMap((entry) => {
    const text = formatCustomerAction(entry.action, findActingColleague(entry, colleagues))
    return text ? [{ key: entry.id, text, at: formatDateTime(entry.created_at) }] : []
  })
}
