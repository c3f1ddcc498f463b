import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { orderTransition } from '#app/domain/orders/order-status.ts'
import { lacksPhoto } from '#app/domain/orders/photo-review.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { approvalSchema } from '#app/forms/staff-order.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { approveOrder } from '#app/models/orders/order-status.server.ts'
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

export const handle: PageHandle<Loaded> = { title: ({ order }) => `Aprovar o pedido nº ${order.id}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return reviewPage(args.request, args.params.id)
}

/** The photo is fine: the order waits for its payment (F97). Photos nobody has seen are shown instead of approved. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const submission = parseWithZod(await readForm(args.request), { schema: approvalSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const actor = { actorUserId: viewer.userId, source: 'staff' }
  const { seen, without_photo: withoutPhoto } = submission.value
  const result = await approveOrder(id, actor, { seen: { review: seen }, withoutPhoto })
  if (result === 'changed') return leaveReview(args.request, id, `Pedido nº ${id} aprovado.`)
  if (result === 'photo-missing') {
    const fieldErrors = { without_photo: [messages.approvalReasonRequired] }
    return data(submission.reply({ fieldErrors }), { status: 400 })
  }
  if (result !== 'outdated') return leaveReview(args.request, id, messages.orderChanged, 'warn')
  const formErrors = [specified.orderNotUpdated, messages.reviewChanged]
  return data(submission.reply({ formErrors }), { status: 409 })
}

const label = 'Aprovar sem foto: motivo'

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Approval() {
  const { order, lines, sign, wanted, place, back } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>())
  const isMissing = lacksPhoto(lines)
  const isPossible = orderTransition(order.status, 'approved') !== undefined
  return (
    <>
      <PageHeading title={`Aprovar o pedido nº ${order.id}`} back={back} />
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={{ without_photo: label }} />
      ) : null}
      <PhotoRequestNotice wanted={wanted} />
      {isPossible ? (
        <form
          method="post"
          action={paths.admin.approval(order.id, place)}
          noValidate
          className="stack"
          data-once=""
        >
          <input type="hidden" name="seen" value={sign} />
          <ReviewPhotos lines={lines} photoPath={paths.photo} />
          <p>
            O pedido passa para “Pagamento pendente”. O cliente recebe um e-mail
            {order.hasBoleto ? ' com a página do boleto que já existe.' : ' e depois o boleto.'}
          </p>
          {isMissing ? (
            <TextAreaField
              label={label}
              hint="Falta uma foto. O motivo fica no histórico do pedido; o cliente não o lê."
              rows={3}
              required
              {...field.of('without_photo')}
            />
          ) : null}
          <div className="actions">
            {isMissing ? <Button>Aprovar sem foto</Button> : <Button variant="main">Aprovar</Button>}
            <LinkButton href={back.href}>Voltar</LinkButton>
          </div>
        </form>
      ) : (
        <ReviewEnded status={statusForStaff(order).text} />
      )}
    </>
  )
}
