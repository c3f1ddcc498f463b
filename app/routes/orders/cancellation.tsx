import { useLoaderData } from '@remix-run/react'
import { findOrderTransition, orderStatus } from '#app/domain/orders/order-status.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { isInTransitOrDelivered } from '#app/models/orders/in-transit.server.ts'
import { findOrderForPayment } from '#app/models/orders/order.server.ts'
import { cancelOwnOrder } from '#app/models/orders/order-status.server.ts'
import { paths } from '#app/paths.ts'
import { defineQuestion, noFields } from '#app/routes/question/question.server.ts'
import { QuestionPage } from '#app/routes/question/question.tsx'
import { getCustomerStatus } from '#app/text/orders/order-labels.ts'
import { formatUnpaidWithdrawal } from '#app/text/orders/withdrawal-labels.ts'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle<Loaded> = { title: ({ order }) => `Cancelar o pedido nº ${order.id}` }

const question = defineQuestion({
  guard: (args) => requireAccount(args, 'purchase'),
  find: ({ params }, { profileId }) => ({ orderId: parseId(params.id) ?? notFound(), profileId }),
  show: async ({ orderId: id, profileId }) => {
    const order = (await findOrderForPayment(id, profileId)) ?? notFound()
    const { status, reason, boleto, paid_on: paidOn } = order
    const orderData = {
      id,
      status,
      reason,
      wasPaid: paidOn !== null,
      isInTransitOrDelivered: await isInTransitOrDelivered(id),
    }
    return { order: orderData, hasBoleto: boleto !== null }
  },
  schema: () => noFields,
  execute: ({ record, viewer: { actorUserId } }) =>
    cancelOwnOrder(record, { actorUserId, source: 'customer' }),
  outcome: (result, { record: { orderId } }) => {
    if (result === 'unknown-order') return notFound()
    return redirectWithFlash(
      paths.order(orderId),
      result === 'not-possible'
        ? { tone: 'warn', text: 'O pedido mudou enquanto isso e não foi cancelado. Confira a situação.' }
        : { tone: 'good', text: `O pedido nº ${orderId} foi cancelado.` },
    )
  },
})
export const loader = question.loader
export const action = question.action

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Cancellation() {
  const { order, hasBoleto } = useLoaderData<typeof loader>()
  const isPossible =
    findOrderTransition(order.status, 'given-up') !== undefined && !order.isInTransitOrDelivered
  return (
    <QuestionPage
      title={`Cancelar o pedido nº ${order.id}`}
      back={{ href: paths.order(order.id), label: `Pedido nº ${order.id}` }}
      alternative={isPossible ? null : <ImpossibleNotice order={order} />}
      action={paths.cancellation(order.id)}
      button="Cancelar pedido"
      variant="danger"
      cancelLabel="Manter o pedido"
    >
      <p>{formatUnpaidWithdrawal(order)} Cancelado, nada mais é cobrado nem enviado.</p>
      {hasBoleto ? (
        <p>Não pague o boleto deste pedido. Se já pagou, não cancele: a confirmação leva até 48 horas.</p>
      ) : null}
    </QuestionPage>
  )
}

function ImpossibleNotice({ order }: { order: Loaded['order'] }) {
  const isPaid = order.status === orderStatus.confirmed
  if (order.isInTransitOrDelivered && !isPaid) {
    return (
      <>
        <Notice tone="info">Algo deste pedido já foi enviado: ele não pode ser cancelado aqui.</Notice>
        <p>
          <a href={paths.contact()}>Fale conosco</a>
        </p>
      </>
    )
  }
  return (
    <>
      <Notice tone="info">{`Situação do pedido: ${getCustomerStatus(order).text}. Ele não pode mais ser cancelado aqui.`}</Notice>
      {isPaid ? (
        <p>
          <a href={paths.withdrawal(order.id)}>Desistir da compra</a>
        </p>
      ) : null}
    </>
  )
}
