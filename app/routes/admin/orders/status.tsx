import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { orderStatus, statusOffers } from '#app/domain/orders/order-status.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { orderStatusSchema } from '#app/forms/staff-order.ts'
import { setOrderStatus } from '#app/http/backoffice/order-status.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listWhatEnds } from '#app/models/orders/staff-order.server.ts'
import { paths } from '#app/paths.ts'
import { EndingUnits } from '#app/routes/admin/orders/ending-units.tsx'
import { staffOrderFrom } from '#app/routes/admin/orders/staff-order.server.ts'
import { statusForStaff } from '#app/text/orders/order-labels.ts'
import { messages, specified } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { CheckboxField, RadioGroup } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ order }) => `Situação do pedido nº ${order.id}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const order = await staffOrderFrom(args.params.id)
  const { id, status, reason, isRejected } = order
  const isPaid = status === orderStatus.confirmed
  const ends = isPaid ? await listWhatEnds(id) : { units: [], renewals: [] }
  const offers = statusOffers(order).map(({ to }) => ({
    value: to,
    label: statusForStaff({ status: to, reason: null }).text,
  }))
  return { order: { id, status, reason, isRejected }, offers, ends, isPaid }
}

/** Another state among those offered; leaving "paid" wants to be confirmed (F96, D17). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const order = await staffOrderFrom(args.params.id)
  const submission = parseWithZod(await readForm(args.request), { schema: orderStatusSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { status, from, confirmed } = submission.value
  const changed = [specified.orderNotUpdated, messages.orderChanged]
  if (from !== order.status) return data(submission.reply({ formErrors: changed }), { status: 409 })
  const offer = statusOffers(order).find(({ to }) => to === status)
  if (!offer)
    return data(submission.reply({ fieldErrors: { status: [messages.statusRequired] } }), { status: 400 })
  if (order.status === orderStatus.confirmed && !confirmed) {
    const fieldErrors = { confirmed: [messages.suspensionNotConfirmed] }
    return data(submission.reply({ fieldErrors }), { status: 400 })
  }
  const by = { userId: viewer.userId, seen: { status: from } }
  const result = await setOrderStatus(order.id, offer.event, by)
  if (result !== 'changed') return data(submission.reply({ formErrors: changed }), { status: 409 })
  return redirectWithFlash(paths.admin.order(order.id), { tone: 'good', text: specified.saved })
}

type Loaded = Awaited<ReturnType<typeof loader>>

const labels = { status: 'Nova situação', confirmed: 'Confirmação' }

export default function OrderStatus() {
  const { order, offers } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>())
  return (
    <div className="narrow">
      <PageHeading
        title={`Situação do pedido nº ${order.id}`}
        lead={`Agora: ${statusForStaff(order).text}`}
        back={{ href: paths.admin.order(order.id), label: `Pedido nº ${order.id}` }}
      />
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      {order.status === orderStatus.underReview ? <ReviewActs order={order} /> : null}
      {offers.length > 0 ? <StatusForm field={field} /> : <NoOffer order={order} />}
    </div>
  )
}

function StatusForm({ field }: { field: ReturnType<typeof fieldText> }) {
  const { order, offers, ends, isPaid } = useLoaderData<typeof loader>()
  return (
    <form method="post" action={paths.admin.orderStatus(order.id)} noValidate className="stack" data-once="">
      <input type="hidden" name="from" value={order.status} />
      <RadioGroup label="Nova situação" required options={offers} {...field.of('status')} />
      {isPaid ? (
        <>
          <EndingUnits {...ends} />
          <p>Cancelado, o pedido deve ao cliente o que ele pagou: fica em Hoje, e ele recebe um e-mail.</p>
          <CheckboxField
            label="O pedido deixa de estar pago, e o que está listado deixa de valer"
            name="confirmed"
            errors={field.errors.confirmed}
            defaultChecked={field.value('confirmed') !== undefined}
          />
        </>
      ) : null}
      <div className="actions">
        <Button variant={isPaid ? 'danger' : 'main'}>Alterar situação</Button>
        <LinkButton href={paths.admin.order(order.id)}>Voltar</LinkButton>
      </div>
    </form>
  )
}

function NoOffer({ order }: { order: Loaded['order'] }) {
  return (
    <Notice tone="info">
      {order.isRejected
        ? 'Um pedido reprovado não muda mais de situação. O cliente pode refazê-lo.'
        : 'Este pedido foi cancelado sem boleto e não muda mais de situação.'}
    </Notice>
  )
}

/** The acts that end a review with a word to the customer, which a state set here does not give. */
function ReviewActs({ order }: { order: Loaded['order'] }) {
  return (
    <>
      <Notice tone="info">
        O pedido está em análise: aprove-o, reprove-o ou peça uma nova foto, e o cliente recebe um e-mail.
        Cancelado por aqui, ele não é avisado.
      </Notice>
      <div className="actions">
        <LinkButton href={paths.admin.approval(order.id)} variant="main">
          Aprovar
        </LinkButton>
        <LinkButton href={paths.admin.newPhoto(order.id)}>Pedir nova foto</LinkButton>
        <LinkButton href={paths.admin.rejection(order.id)} variant="danger">
          Reprovar
        </LinkButton>
      </div>
    </>
  )
}
