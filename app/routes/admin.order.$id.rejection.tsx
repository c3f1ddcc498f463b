import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ErrorSummary } from '#app/components/error-summary.tsx'
import { TextAreaField } from '#app/components/field.tsx'
import { PageHeading } from '#app/components/page-heading.tsx'
import { ReviewEnded } from '#app/components/review-photos.tsx'
import { orderTransition } from '#app/domain/order-status.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { rejectionSchema } from '#app/forms/staff-order.ts'
import { rejectOrder } from '#app/models/order-status.server.ts'
import { messages } from '#app/text/messages.ts'
import { statusForStaff } from '#app/text/order-words.ts'
import { leaveReview, reviewBack, reviewPlace } from '#app/web/order-review.server.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { readForm } from '#app/web/responses.server.ts'
import { requireStaff } from '#app/web/staff.server.ts'
import { staffOrderFrom } from '#app/web/staff-order.server.ts'

export const handle: PageHandle<Loaded> = { title: ({ order }) => `Reprovar o pedido nº ${order.id}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { id, status, reason } = await staffOrderFrom(args.params.id)
  return {
    order: { id, status, reason },
    place: reviewPlace(args.request),
    back: reviewBack(args.request, id),
  }
}

/** The order ends for good, with the reason the customer reads (F97, D18). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const submission = parseWithZod(await readForm(args.request), { schema: rejectionSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const cause = { actorUserId: viewer.userId, source: 'staff' }
  const result = await rejectOrder(id, submission.value.reason, cause)
  const isDone = result === 'changed' || result === 'already'
  const words = isDone ? `Pedido nº ${id} reprovado.` : messages.orderChanged
  return leaveReview(args.request, id, words, isDone ? 'good' : 'warn')
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Rejection() {
  const { order, place, back } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>())
  const isPossible = orderTransition(order.status, 'rejected') !== undefined
  return (
    <div className="narrow">
      <PageHeading title={`Reprovar o pedido nº ${order.id}`} back={back} />
      {field.hasErrors ? <ErrorSummary errors={field.errors} labels={{ reason: 'Motivo' }} /> : null}
      {isPossible ? (
        <form
          method="post"
          action={paths.admin.rejection(order.id, place)}
          noValidate
          className="stack"
          data-once=""
        >
          <p>
            Um pedido reprovado é cancelado e não volta. Se basta outra foto,{' '}
            <a href={paths.admin.newPhoto(order.id, place)}>peça uma nova foto</a>.
          </p>
          <TextAreaField
            label="Motivo"
            hint="O cliente lê este texto no e-mail e no pedido."
            rows={6}
            required
            {...field.of('reason')}
          />
          <div className="actions">
            <Button variant="danger">Reprovar</Button>
            <LinkButton href={back.href}>Voltar</LinkButton>
          </div>
        </form>
      ) : (
        <ReviewEnded status={statusForStaff(order).text} />
      )}
    </div>
  )
}
