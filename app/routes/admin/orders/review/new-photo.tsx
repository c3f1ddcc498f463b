import { useActionData, useLoaderData } from '@remix-run/react'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { listPhotoCopies } from '#app/domain/orders/photo-review.ts'
import { newPhotoSchema } from '#app/forms/staff-order.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { requestPhotos } from '#app/models/orders/photo-request.server.ts'
import { paths } from '#app/paths.ts'
import { loadReviewPage, redirectAfterReview } from '#app/routes/admin/orders/review/order-review.server.ts'
import { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import { getStaffStatus } from '#app/text/orders/order-labels.ts'
import { formatPhotoCopy } from '#app/text/orders/photo-request-labels.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { PhotoRequestNotice, ReviewEnded, ReviewPhotos } from '#app/ui/backoffice/review-photos.tsx'
import { CheckboxField, Fieldset, makeFieldId, TextAreaField } from '#app/ui/forms/field.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ order }) => `Pedir nova foto para o pedido nº ${order.id}`,
  section: 'orders',
  help: 'fotos',
}

/** Requests another photo with the reason; the order stays under review (D18). */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => loadStaffOrder(params.id),
  show: (order, { request }) => loadReviewPage(request, order),
  schema: () => newPhotoSchema,
  execute: ({ record, values: { lines: lineIds, reason, seen }, viewer }) =>
    requestPhotos(record.id, { lineIds, reason, seenDigest: seen }, toStaffActor(viewer)),
  outcome: (result, { record: { id }, args }) => {
    if (result === 'no-lines') return { fieldErrors: { lines: [messages.photoLinesRequired] } }
    if (result === 'asked')
      return redirectAfterReview(args.request, id, {
        text: `Pedimos ao cliente uma nova foto para o pedido nº ${id}.`,
      })
    const text = result === 'outdated' ? messages.reviewChanged : messages.orderChanged
    return { status: 409, formErrors: [specTexts.orderNotUpdated, text] }
  },
})
export const loader = question.loader
export const action = question.action

type Loaded = Awaited<ReturnType<typeof loader>>

const labels = { lines: 'Fotos', reason: 'Motivo' }

export default function NewPhoto() {
  const { order, lines, reviewDigest, photoRequest, queuePlace, back } = useLoaderData<typeof loader>()
  const field = useQuestionFields()
  const isUnderReview = order.status === orderStatus.underReview
  const noPhotosText = lines.length === 0 ? <p>Nenhuma publicação deste pedido pede foto.</p> : null
  const sentLineIds = useActionData<typeof action>()?.initialValue?.lines
  return (
    <QuestionPage
      title={`Pedir nova foto para o pedido nº ${order.id}`}
      back={back}
      field={field}
      labels={labels}
      details={<PhotoRequestNotice request={photoRequest} />}
      alternative={
        isUnderReview ? (
          noPhotosText
        ) : (
          <ReviewEnded status={getStaffStatus(order).text} typedText={field.value('reason')} />
        )
      }
      action={paths.admin.newPhoto(order.id, queuePlace)}
      button="Pedir nova foto"
    >
      <input type="hidden" name="seen" value={reviewDigest} />
      <p>O pedido continua em análise. O cliente recebe um e-mail com a página para enviar a nova foto.</p>
      <ReviewPhotos lines={lines} photoPath={paths.photo} />
      <PhotoCheckboxes errors={field.errors.lines} sentLineIds={sentLineIds} wasSent={field.hasErrors} />
      <TextAreaField
        label="Motivo"
        hint="O que falta na foto, nas palavras que o cliente vai ler."
        rows={6}
        isRequired
        {...field.getField('reason')}
      />
    </QuestionPage>
  )
}

type PhotoCheckboxesProps = { errors: string[] | undefined; sentLineIds: unknown; wasSent: boolean }

/** Selects the photos to request again; all of them by default. */
function PhotoCheckboxes({ errors, sentLineIds, wasSent }: PhotoCheckboxesProps) {
  const { lines } = useLoaderData<typeof loader>()
  const tickedIds = [sentLineIds].flat().map(String)
  return (
    <Fieldset id={makeFieldId('lines')} legend="Fotos" level="group" errors={errors}>
      {listPhotoCopies(lines).map(({ id, ...copy }) => (
        <CheckboxField
          key={id}
          id={`${makeFieldId('lines')}-${id}`}
          name="lines"
          value={id}
          label={formatPhotoCopy(copy)}
          defaultChecked={!wasSent || tickedIds.includes(String(id))}
        />
      ))}
    </Fieldset>
  )
}
