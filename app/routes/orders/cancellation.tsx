import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orderStatus, orderTransition } from '#app/domain/orders/order-status.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { isInTransitOrDelivered } from '#app/models/orders/in-transit.server.ts'
import { findOrderForPayment } from '#app/models/orders/order.server.ts'
import { giveUpOrder } from '#app/models/orders/order-status.server.ts'
import { paths } from '#app/paths.ts'
import { statusForCustomer } from '#app/text/orders/order-labels.ts'
import { formatUnpaid } from '#app/text/orders/withdrawal-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ order }) => `Cancelar o pedido nº ${order.id}` }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireAccount(args, 'purchase')
  const id = idFrom(args.params.id) ?? notFound()
  const order = (await findOrderForPayment(id, viewer.profileId)) ?? notFound()
  const { status, reason, boleto, paid_on: paidOn } = order
  const facts = {
    id,
    status,
    reason,
    wasPaid: paidOn !== null,
    isInTransitOrDelivered: await isInTransitOrDelivered(id),
  }
  return { order: facts, hasBoleto: boleto !== null }
}

export async function action(args: ActionFunctionArgs) {
  const { actorUserId, profileId } = await requireAccount(args, 'purchase')
  const orderId = idFrom(args.params.id) ?? notFound()
  const result = await giveUpOrder({ orderId, profileId }, { actorUserId, source: 'customer' })
  if (result === 'unknown-order') return notFound()
  const isCancelled = result !== 'not-possible'
  return redirectWithFlash(paths.order(orderId), {
    tone: isCancelled ? 'good' : 'warn',
    text: isCancelled
      ? `O pedido nº ${orderId} foi cancelado.`
      : 'O pedido mudou enquanto isso e não foi cancelado. Confira a situação.',
  })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Cancellation() {
  const { order, hasBoleto } = useLoaderData<typeof loader>()
  const isPossible = orderTransition(order.status, 'given-up') !== undefined && !order.isInTransitOrDelivered
  return (
    <div className="narrow">
      <PageHeading
        title={`Cancelar o pedido nº ${order.id}`}
        back={{ href: paths.order(order.id), label: `Pedido nº ${order.id}` }}
      />
      {isPossible ? <Confirmation order={order} hasBoleto={hasBoleto} /> : <Impossible order={order} />}
    </div>
  )
}

function Confirmation({ order, hasBoleto }: Pick<Loaded, 'order' | 'hasBoleto'>) {
  return (
    <PostForm action={paths.cancellation(order.id)} className="stack" data-once="">
      <p>{formatUnpaid(order)} Cancelado, nada mais é cobrado nem enviado.</p>
      {hasBoleto ? (
        <p>Não pague o boleto deste pedido. Se já pagou, não cancele: a confirmação leva até 48 horas.</p>
      ) : null}
      <div className="actions">
        <Button variant="danger">Cancelar pedido</Button>
        <LinkButton href={paths.order(order.id)}>Manter o pedido</LinkButton>
      </div>
    </PostForm>
  )
}

function Impossible({ order }: { order: Loaded['order'] }) {
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
      <Notice tone="info">{`Situação do pedido: ${statusForCustomer(order).text}. Ele não pode mais ser cancelado aqui.`}</Notice>
      {isPaid ? (
        <p>
          <a href={paths.withdrawal(order.id)}>Desistir da compra</a>
        </p>
      ) : null}
    </>
  )
}
