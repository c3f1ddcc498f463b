import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { newPhotoSchema } from '#app/forms/staff-order.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { requestPhotos } from '#app/models/orders/photo-request.server.ts'
import { paths } from '#app/paths.ts'
import { leaveReview, reviewPage } from '#app/routes/admin/orders/review/order-review.server.ts'
import { staffOrderFrom } from '#app/routes/admin/orders/staff-order.server.ts'
import { statusForStaff } from '#app/text/orders/order-labels.ts'
import { messages, specified } from '#app/text/platform/messages.ts'
import { PhotoRequestNotice, ReviewEnded, ReviewPhotos } from '#app/ui/backoffice/review-photos.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { CheckboxField, Fieldset, fieldId, TextAreaField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ order }) => `Pedir nova foto para o pedido nº ${order.id}`,
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return reviewPage(args.request, args.params.id)
}

/** The order stays under review; the customer is told what the photo lacks and where to send another (D18). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const submission = parseWithZod(await readForm(args.request), { schema: newPhotoSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { lines: lineIds, reason, seen } = submission.value
  const actor = { actorUserId: viewer.userId, source: 'staff' }
  const result = await requestPhotos(id, { lineIds, reason, seen }, actor)
  if (result === 'no-lines')
    return data(submission.reply({ fieldErrors: { lines: [messages.photoLinesRequired] } }), { status: 400 })
  if (result === 'asked')
    return leaveReview(args.request, id, `Pedimos ao cliente uma nova foto para o pedido nº ${id}.`)
  const text = result === 'outdated' ? messages.reviewChanged : messages.orderChanged
  return data(submission.reply({ formErrors: [specified.orderNotUpdated, text] }), { status: 409 })
}

type Loaded = Awaited<ReturnType<typeof loader>>

const labels = { lines: 'Fotos', reason: 'Motivo' }

export default function NewPhoto() {
  const { order, lines, sign, wanted, place, back } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const field = fieldText(result)
  return (
    <div className="narrow">
      <PageHeading title={`Pedir nova foto para o pedido nº ${order.id}`} back={back} />
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      <PhotoRequestNotice wanted={wanted} />
      {order.status === orderStatus.underReview ? (
        <form
          method="post"
          action={paths.admin.newPhoto(order.id, place)}
          noValidate
          className="stack"
          data-once=""
        >
          <input type="hidden" name="seen" value={sign} />
          <p>
            O pedido continua em análise. O cliente recebe um e-mail com a página para enviar a nova foto.
          </p>
          <ReviewPhotos lines={lines} photoPath={paths.photo} />
          <LineBoxes
            errors={field.errors.lines}
            sent={result?.initialValue?.lines}
            isKept={field.hasErrors}
          />
          <TextAreaField
            label="Motivo"
            hint="O que falta na foto, nas palavras que o cliente vai ler."
            rows={6}
            required
            {...field.of('reason')}
          />
          <div className="actions">
            <Button variant="main">Pedir nova foto</Button>
            <LinkButton href={back.href}>Voltar</LinkButton>
          </div>
        </form>
      ) : (
        <ReviewEnded status={statusForStaff(order).text} typed={field.value('reason')} />
      )}
    </div>
  )
}

type BoxesProps = { errors: string[] | undefined; sent: unknown; isKept: boolean }

/** Which photos; all of them until somebody says otherwise. */
function LineBoxes({ errors, sent, isKept }: BoxesProps) {
  const { lines } = useLoaderData<typeof loader>()
  const ticked = [sent].flat().map(String)
  return (
    <Fieldset id={fieldId('lines')} legend="Fotos" level="group" errors={errors}>
      {lines.map(({ id, name, registration }) => (
        <CheckboxField
          key={id}
          id={`${fieldId('lines')}-${id}`}
          name="lines"
          value={id}
          label={registration ? `${name}, ${registration}` : name}
          defaultChecked={!isKept || ticked.includes(String(id))}
        />
      ))}
    </Fieldset>
  )
}
