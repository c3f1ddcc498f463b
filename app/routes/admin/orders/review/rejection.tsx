import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { orderTransition } from '#app/domain/orders/order-status.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { rejectionSchema } from '#app/forms/staff-order.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { rejectOrder } from '#app/models/orders/order-status.server.ts'
import { paths } from '#app/paths.ts'
import { leaveReview, reviewPage } from '#app/routes/admin/orders/review/order-review.server.ts'
import { staffOrderFrom } from '#app/routes/admin/orders/staff-order.server.ts'
import { statusForStaff } from '#app/text/orders/order-labels.ts'
import { messages, specified } from '#app/text/platform/messages.ts'
import { PhotoRequestNotice, ReviewEnded, ReviewPhotos } from '#app/ui/backoffice/review-photos.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ order }) => `Reprovar o pedido nº ${order.id}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return reviewPage(args.request, args.params.id)
}

/** The order ends for good, with the reason the customer reads (F97, D18). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const submission = parseWithZod(await readForm(args.request), { schema: rejectionSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { reason, seen } = submission.value
  const actor = { actorUserId: viewer.userId, source: 'staff' }
  const result = await rejectOrder(id, reason, actor, { review: seen })
  if (result === 'changed') return leaveReview(args.request, id, `Pedido nº ${id} reprovado.`)
  const text = result === 'outdated' ? messages.reviewChanged : messages.orderChanged
  return data(submission.reply({ formErrors: [specified.orderNotUpdated, text] }), { status: 409 })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Rejection() {
  const { order, lines, sign, wanted, place, back } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>())
  const isPossible = orderTransition(order.status, 'rejected') !== undefined
  return (
    <div className="narrow">
      <PageHeading title={`Reprovar o pedido nº ${order.id}`} back={back} />
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={{ reason: 'Motivo' }} />
      ) : null}
      <PhotoRequestNotice wanted={wanted} />
      {isPossible ? (
        <form
          method="post"
          action={paths.admin.rejection(order.id, place)}
          noValidate
          className="stack"
          data-once=""
        >
          <input type="hidden" name="seen" value={sign} />
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
          <ReviewPhotos lines={lines} photoPath={paths.photo} />
          <div className="actions">
            <Button variant="danger">Reprovar</Button>
            <LinkButton href={back.href}>Voltar</LinkButton>
          </div>
        </form>
      ) : (
        <ReviewEnded status={statusForStaff(order).text} typed={field.value('reason')} />
      )}
    </div>
  )
}
