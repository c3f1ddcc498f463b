import { useLoaderData } from '@remix-run/react'
import { listStatusOffers, orderStatus } from '#app/domain/orders/order-status.ts'
import { orderStatusSchema } from '#app/forms/staff-order.ts'
import { requireProofToSend } from '#app/http/accounts/proof.server.ts'
import { setOrderStatus } from '#app/http/backoffice/order-status.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findSettableOrder } from '#app/models/orders/settable-order.server.ts'
import { listEndingUnits } from '#app/models/orders/staff-order.server.ts'
import { listOtherRenewals } from '#app/models/payments/payment-blockers.server.ts'
import { paths } from '#app/paths.ts'
import { EndingUnits } from '#app/routes/admin/orders/ending-units.tsx'
import { defineQuestion } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import { getStaffStatus } from '#app/text/orders/order-labels.ts'
import { formatOtherRenewals } from '#app/text/payments/other-renewals.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CheckboxField, RadioGroup } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ order }) => `Situação do pedido nº ${order.id}`,
  section: 'orders',
  help: 'pedido',
}

/** Sets one of the offered statuses. A paid order leaves its status only after a confirmation (F96, D17). */
const question = defineQuestion({
  // The status "paid" releases units without any payment, so it requires an identity check.
  guard: requireProofToSend(requireStaff),
  find: async ({ params }) => (await findSettableOrder(parseId(params.id) ?? notFound())) ?? notFound(),
  show: async (order) => {
    const { id, status, reason, isRejected, needsPhoto } = order
    const isPaid = status === orderStatus.confirmed
    const endings = isPaid ? await listEndingUnits(id) : { units: [], renewals: [] }
    const offers = listStatusOffers(order).map(({ to }) => ({
      value: to,
      label: getStaffStatus({ status: to, reason: null }).text,
    }))
    const canBePaid = offers.some(({ value }) => value === orderStatus.confirmed)
    const otherRenewals = canBePaid ? formatOtherRenewals(await listOtherRenewals(id)) : []
    return { order: { id, status, reason, isRejected, needsPhoto }, offers, endings, isPaid, otherRenewals }
  },
  schema: () => orderStatusSchema,
  execute: async ({ record: order, values: { status, from, confirmed, renewed }, viewer: { userId } }) => {
    if (from !== order.status) return 'outdated'
    const offer = listStatusOffers(order).find(({ to }) => to === status)
    if (!offer) return 'not-offered'
    if (order.status === orderStatus.confirmed && !confirmed) return 'not-confirmed'
    return setOrderStatus(order.id, offer.event, {
      userId,
      shownState: { status: from },
      isRenewalAccepted: renewed === 'on',
    })
  },
  outcome: (result, { record }) => {
    if (result === 'changed')
      return redirectWithFlash(paths.admin.order(record.id), { tone: 'good', text: specTexts.saved })
    if (isFormFault(result)) return { fieldErrors: fieldErrorsByFault[result] }
    return { status: 409, formErrors: [specTexts.orderNotUpdated, messages.orderChanged] }
  },
})
export const loader = question.loader
export const action = question.action

type FormFault = 'not-offered' | 'not-confirmed' | 'account-removed' | 'renewed-elsewhere'

const fieldErrorsByFault: Record<FormFault, Record<string, string[]>> = {
  'not-offered': { status: [messages.statusRequired] },
  'not-confirmed': { confirmed: [messages.suspensionNotConfirmed] },
  'account-removed': { status: [messages.accountRemoved] },
  'renewed-elsewhere': { renewed: [messages.renewalNotConfirmed] },
}

function isFormFault(result: string): result is FormFault {
  return Object.hasOwn(fieldErrorsByFault, result)
}

type Loaded = Awaited<ReturnType<typeof loader>>

const labels = {
  status: 'Nova situação',
  confirmed: 'Confirmação',
  renewed: 'Marcado como pago, cada unidade listada ganha mais um ano',
}

export default function OrderStatus() {
  const { order, offers, endings, isPaid, otherRenewals } = useLoaderData<typeof loader>()
  const field = useQuestionFields()
  return (
    <QuestionPage
      title={`Situação do pedido nº ${order.id}`}
      lead={`Agora: ${getStaffStatus(order).text}`}
      back={{ href: paths.admin.order(order.id), label: `Pedido nº ${order.id}` }}
      field={field}
      labels={labels}
      details={order.status === orderStatus.underReview ? <ReviewActs order={order} /> : null}
      alternative={offers.length > 0 ? null : <NoOffer order={order} />}
      action={paths.admin.orderStatus(order.id)}
      button="Alterar situação"
      variant={isPaid ? 'danger' : 'main'}
    >
      <input type="hidden" name="from" value={order.status} />
      <RadioGroup label="Nova situação" isRequired options={offers} {...field.getField('status')} />
      {isPaid ? (
        <>
          <EndingUnits {...endings} />
          <p>Cancelado, o pedido deve ao cliente o que ele pagou: fica em Hoje, e ele recebe um e-mail.</p>
          <CheckboxField
            label="O pedido deixa de estar pago, e o que está listado deixa de valer"
            name="confirmed"
            errors={field.errors.confirmed}
            defaultChecked={field.value('confirmed') !== undefined}
          />
        </>
      ) : null}
      {otherRenewals.length > 0 ? (
        <>
          <Notice tone="warn">
            {otherRenewals.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
          <CheckboxField
            label={labels.renewed}
            name="renewed"
            errors={field.errors.renewed}
            defaultChecked={field.value('renewed') !== undefined}
          />
        </>
      ) : null}
    </QuestionPage>
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

/** Offers the actions that end a review with a mail to the client, which a status alone does not send. */
function ReviewActs({ order }: { order: Loaded['order'] }) {
  return (
    <>
      <Notice tone="info">
        {`O pedido está em análise: ${order.needsPhoto ? 'aprove-o, reprove-o ou peça uma nova foto' : 'aprove-o ou reprove-o'}, e o cliente recebe um e-mail. Cancelado por aqui, ele não é avisado.`}
      </Notice>
      <div className="actions">
        <LinkButton href={paths.admin.approval(order.id)} variant="main">
          Aprovar
        </LinkButton>
        {order.needsPhoto ? (
          <LinkButton href={paths.admin.newPhoto(order.id)}>Pedir nova foto</LinkButton>
        ) : null}
        <LinkButton href={paths.admin.rejection(order.id)} variant="danger">
          Reprovar
        </LinkButton>
      </div>
    </>
  )
}
