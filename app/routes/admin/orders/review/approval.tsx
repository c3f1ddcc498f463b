import { useLoaderData } from '@remix-run/react'
import { findOrderTransition } from '#app/domain/orders/order-status.ts'
import { hasMissingPhoto } from '#app/domain/orders/photo-review.ts'
import { approvalSchema } from '#app/forms/staff-order.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { approveOrder } from '#app/models/orders/order-status.server.ts'
import { paths } from '#app/paths.ts'
import { loadReviewPage, redirectAfterReview } from '#app/routes/admin/orders/review/order-review.server.ts'
import { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { useQuestionFields } from '#app/routes/question/question.tsx'
import { getStaffStatus } from '#app/text/orders/order-labels.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { PhotoRequestNotice, ReviewEnded, ReviewPhotos } from '#app/ui/backoffice/review-photos.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ order }) => `Aprovar o pedido nº ${order.id}`,
  section: 'orders',
  help: 'fotos',
}

/** Approves the photos; the order then waits for payment (F97). Rejects the form if the photos changed. */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => ({ id: parseId(params.id) ?? notFound() }),
  show: async (_, { request, params }) => loadReviewPage(request, await loadStaffOrder(params.id)),
  schema: () => approvalSchema,
  execute: ({ record, values: { seen, without_photo: withoutPhoto }, viewer }) =>
    approveOrder(record.id, toStaffActor(viewer), { shownState: { review: seen }, withoutPhoto }),
  outcome: (result, { record: { id }, args }) => {
    if (result === 'unknown-order') return notFound()
    if (result === 'changed')
      return redirectAfterReview(args.request, id, { text: `Pedido nº ${id} aprovado.` })
    if (result === 'photo-missing')
      return { fieldErrors: { without_photo: [messages.approvalReasonRequired] } }
    if (result !== 'outdated')
      return redirectAfterReview(args.request, id, { text: messages.orderChanged, tone: 'warn' })
    return { status: 409, formErrors: [specTexts.orderNotUpdated, messages.reviewChanged] }
  },
})
export const loader = question.loader
export const action = question.action

const reasonLabel = 'Aprovar sem foto: motivo'

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Approval() {
  const { order, lines, reviewDigest, photoRequest, queuePlace, back } = useLoaderData<typeof loader>()
  const field = useQuestionFields()
  const isPhotoMissing = hasMissingPhoto(lines)
  const canApprove = findOrderTransition(order.status, 'approved') !== undefined
  return (
    <>
      <PageHeading title={`Aprovar o pedido nº ${order.id}`} back={back} />
      {field.hasErrors ? (
        <ErrorSummary
          errors={field.errors}
          messages={field.formErrors}
          labels={{ without_photo: reasonLabel }}
        />
      ) : null}
      <PhotoRequestNotice request={photoRequest} />
      {canApprove ? (
        <PostForm
          action={paths.admin.approval(order.id, queuePlace)}
          noValidate
          className="stack"
          data-once=""
        >
          <input type="hidden" name="seen" value={reviewDigest} />
          <ReviewPhotos lines={lines} photoPath={paths.photo} />
          <p>
            O pedido passa para “Pagamento pendente”. O cliente recebe um e-mail
            {order.hasBoleto ? ' com a página do boleto que já existe.' : ' e depois o boleto.'}
          </p>
          {isPhotoMissing ? (
            <TextAreaField
              label={reasonLabel}
              hint="Falta uma foto. O motivo fica no histórico do pedido; o cliente não o lê."
              rows={3}
              isRequired
              {...field.getField('without_photo')}
            />
          ) : null}
          <div className="actions">
            {isPhotoMissing ? <Button>Aprovar sem foto</Button> : <Button variant="main">Aprovar</Button>}
            <LinkButton href={back.href}>Voltar</LinkButton>
          </div>
        </PostForm>
      ) : (
        <ReviewEnded status={getStaffStatus(order).text} />
      )}
    </>
  )
}
