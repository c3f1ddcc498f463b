import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Button, LinkButton } from '#app/components/button.tsx'
import { PageHeading } from '#app/components/page-heading.tsx'
import { ReviewEnded, ReviewPhotos } from '#app/components/review-photos.tsx'
import { orderTransition } from '#app/domain/order-status.ts'
import { approveOrder } from '#app/models/order-status.server.ts'
import { listPhotoLines } from '#app/models/photo-request.server.ts'
import { messages } from '#app/text/messages.ts'
import { statusForStaff } from '#app/text/order-words.ts'
import { leaveReview, reviewBack, reviewPlace } from '#app/web/order-review.server.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { requireStaff } from '#app/web/staff.server.ts'
import { staffOrderFrom } from '#app/web/staff-order.server.ts'

export const handle: PageHandle<Loaded> = { title: ({ order }) => `Aprovar o pedido nº ${order.id}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { id, status, reason, slipLine } = await staffOrderFrom(args.params.id)
  const lines = await listPhotoLines(id)
  const place = reviewPlace(args.request)
  const order = { id, status, reason, hasSlip: slipLine !== null }
  return { order, lines, place, back: reviewBack(args.request, id) }
}

/** The photo is fine: the order waits for its payment (F97). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const result = await approveOrder(id, { actorUserId: viewer.userId, source: 'staff' })
  const isDone = result === 'changed' || result === 'already'
  const words = isDone ? `Pedido nº ${id} aprovado.` : messages.orderChanged
  return leaveReview(args.request, id, words, isDone ? 'good' : 'warn')
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Approval() {
  const { order, lines, place, back } = useLoaderData<typeof loader>()
  const isPossible = orderTransition(order.status, 'approved') !== undefined
  return (
    <>
      <PageHeading title={`Aprovar o pedido nº ${order.id}`} back={back} />
      {isPossible ? (
        <form method="post" action={paths.admin.approval(order.id, place)} className="stack" data-once="">
          <ReviewPhotos lines={lines} photoPath={paths.photo} />
          <p>
            O pedido passa para “Pagamento pendente”. O cliente recebe um e-mail
            {order.hasSlip ? ' com a página do boleto que já existe.' : ' e depois o boleto.'}
          </p>
          <div className="actions">
            <Button variant="main">Aprovar</Button>
            <LinkButton href={back.href}>Voltar</LinkButton>
          </div>
        </form>
      ) : (
        <ReviewEnded status={statusForStaff(order).text} />
      )}
    </>
  )
}
