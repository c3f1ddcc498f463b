import { useLoaderData } from '@remix-run/react'
import { findOrderTransition } from '#app/domain/orders/order-status.ts'
import { rejectionSchema } from '#app/forms/staff-order.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { rejectOrder } from '#app/models/orders/order-status.server.ts'
import { paths } from '#app/paths.ts'
import { loadReviewPage, redirectAfterReview } from '#app/routes/admin/orders/review/order-review.server.ts'
import { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import { getStaffStatus } from '#app/text/orders/order-labels.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { PhotoRequestNotice, ReviewEnded, ReviewPhotos } from '#app/ui/backoffice/review-photos.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ order }) => `Reprovar o pedido nº ${order.id}`,
  section: 'orders',
  help: 'fotos',
}

/** Rejects the order for good, with a reason that the client sees (F97, D18). */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => loadStaffOrder(params.id),
  show: (order, { request }) => loadReviewPage(request, order),
  schema: () => rejectionSchema,
  execute: ({ record, values: { reason, seen }, viewer }) =>
    rejectOrder(record.id, reason, toStaffActor(viewer), { review: seen }),
  outcome: (result, { record: { id }, args }) => {
    if (result === 'changed')
      return redirectAfterReview(args.request, id, { text: `Pedido nº ${id} reprovado.` })
    const text = result === 'outdated' ? messages.reviewChanged : messages.orderChanged
    return { status: 409, formErrors: [specTexts.orderNotUpdated, text] }
  },
})
export const loader = question.loader
export const action = question.action

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Rejection() {
  const { order, lines, reviewDigest, photoRequest, queuePlace, back } = useLoaderData<typeof loader>()
  const field = useQuestionFields()
  const canReject = findOrderTransition(order.status, 'rejected') !== undefined
  return (
    <QuestionPage
      title={`Reprovar o pedido nº ${order.id}`}
      back={back}
      field={field}
      labels={{ reason: 'Motivo' }}
      details={<PhotoRequestNotice request={photoRequest} />}
      alternative={
        canReject ? null : (
          <ReviewEnded status={getStaffStatus(order).text} typedText={field.value('reason')} />
        )
      }
      action={paths.admin.rejection(order.id, queuePlace)}
      button="Reprovar"
      variant="danger"
    >
      <input type="hidden" name="seen" value={reviewDigest} />
      <p>
        Um pedido reprovado é cancelado e não volta.
        {lines.length === 0 ? null : (
          <>
            {' '}
            Se basta outra foto, <a href={paths.admin.newPhoto(order.id, queuePlace)}>peça uma nova foto</a>.
          </>
        )}
      </p>
      <TextAreaField
        label="Motivo"
        hint="O cliente lê este texto no e-mail e no pedido."
        rows={6}
        isRequired
        {...field.getField('reason')}
      />
      <ReviewPhotos lines={lines} photoPath={paths.photo} />
    </QuestionPage>
  )
}
