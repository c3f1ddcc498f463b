import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { defaultPaymentWays } from '#app/domain/payments/payment-way.ts'
import { isPixRefundOpen, parseEndToEndId } from '#app/domain/payments/pix-refund.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { decisionSchema } from '#app/forms/payment.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listOtherRenewals } from '#app/models/payments/payment-blockers.server.ts'
import { findPayment } from '#app/models/payments/payment-list.server.ts'
import { type ResolutionOutcome, resolvePayment } from '#app/models/payments/payment-resolution.server.ts'
import { decideValue } from '#app/models/payments/payment-value.server.ts'
import { listPixRefunds } from '#app/models/payments/pix/pix-refund.server.ts'
import { findRefundableAmount } from '#app/models/payments/refund.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { paths } from '#app/paths.ts'
import { PaymentAnswers, ReversalAnswers, ValueAnswers } from '#app/routes/admin/payments/payment-answers.tsx'
import {
  formatDueText,
  listOfferedDecisions,
  listRecordedRefunds,
} from '#app/routes/admin/payments/payment-decisions.server.ts'
import { formatPaymentSides } from '#app/routes/admin/payments/payment-sides.server.ts'
import { BankRecord } from '#app/routes/admin/payments/payment-sides.tsx'
import { PixRefundTable } from '#app/routes/admin/payments/pix-refund-table.tsx'
import { getStaffStatus } from '#app/text/orders/order-labels.ts'
import { formatOtherRenewals } from '#app/text/payments/other-renewals.ts'
import { paymentSources, paymentWayLabels, problemAdvice } from '#app/text/payments/payment-labels.ts'
import { moneyBackLabels } from '#app/text/payments/refund-labels.ts'
import { formatDate, formatDateTime, formatReais } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { PaymentState } from '#app/ui/payments/payment-state.tsx'
import { RefundTable } from '#app/ui/payments/refunds.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ payment }) => `Recebimento nº ${payment.id}`,
  section: 'payments',
  help: 'recebimentos',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const payment = (await findPayment(parseId(args.params.id) ?? notFound())) ?? notFound()
  const isOpen = payment.problem !== null && payment.resolvedAt === null
  const isPix = parseEndToEndId(payment.eventKey) !== null
  const pixRefunds = isPix ? await listPixRefunds(payment.id) : []
  const isBeingRefunded = isOpen && pixRefunds.some(({ state }) => isPixRefundOpen(state))
  const otherRenewals =
    isOpen && payment.orderId !== null ? formatOtherRenewals(await listOtherRenewals(payment.orderId)) : []
  return {
    ...listOfferedDecisions(payment, { isOpen, isBeingRefunded }),
    refundableAmount: await findRefundableAmount(payment.id),
    sides: await formatPaymentSides(payment),
    dueText: formatDueText(payment),
    recordedRefunds: await listRecordedRefunds(payment),
    payment,
    isOpen,
    isPix,
    otherRenewals,
    pixRefunds,
  }
}

/** Resolves money that waits for staff; the first decision counts. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  const submission = parseWithZod(await readForm(args.request), { schema: decisionSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const actor = { actorUserId: viewer.userId, source: 'staff' }
  const decisionResult = await saveDecision(id, submission.value, actor)
  if (decisionResult === 'unknown') return notFound()
  const resultText = resultTexts[decisionResult]
  const isRenewedElsewhere = decisionResult === 'renewed-elsewhere'
  if (resultText && submission.value.resolution === 'assigned' && !isRenewedElsewhere)
    return data(submission.reply({ fieldErrors: { orderId: [resultText] } }), { status: 409 })
  if (decisionResult === 'part-or-other') {
    const fieldErrors = { refund: [moneyBackLabels.staffRecorded.confirmOther] }
    return data(submission.reply({ fieldErrors }), { status: 400 })
  }
  const tone = decisionResult === 'resolved' ? 'good' : 'warn'
  return redirectWithFlash(paths.admin.payment(id), { tone, text: resultText ?? 'Recebimento resolvido.' })
}

type Decision = z.output<typeof decisionSchema>

function saveDecision(id: number, decision: Decision, actor: Actor): Promise<ResolutionOutcome> {
  if (decision.resolution === 'value-corrected')
    return decideValue(id, { reportedAmount: decision.reported, keepReason: null }, actor)
  if (decision.resolution === 'value-kept')
    return decideValue(id, { reportedAmount: decision.reported, keepReason: decision.kept }, actor)
  return resolvePayment(id, decision, actor, toCivilDate(new Date()))
}

const resultTexts: Partial<Record<ResolutionOutcome, string>> = {
  already: 'Este recebimento já estava resolvido.',
  'not-possible': 'O pedido não pode ser confirmado: veja a situação dele.',
  'unknown-order': 'Não há pedido com este número',
  'order-has-payment': 'O pedido já tem outro recebimento',
  'account-removed': 'A conta deste pedido foi removida: devolva o dinheiro',
  'renewed-elsewhere':
    'O recebimento é deste pedido, mas a unidade já foi renovada por outro: devolva o dinheiro ou aceite abaixo.',
  'being-refunded': 'O banco está devolvendo este Pix: espere a resposta dele',
  'more-than-came-in': 'Os reembolsos registrados somariam mais do que o recebimento: confira-os antes.',
  'no-part':
    'A saída é maior do que o que falta dos reembolsos já registrados. Se o registrado é este mesmo dinheiro, desfaça o registro e responda de novo.',
  'nothing-left':
    'O dinheiro deste recebimento já voltou a quem pagou, ou espera resposta numa saída: não há o que aceitar.',
}

type Loaded = Awaited<ReturnType<typeof loader>>

const labels = {
  orderId: 'Pedido',
  note: 'Motivo',
  kept: 'Motivo',
  refund: moneyBackLabels.otherRefundCheckbox,
}

export default function PaymentPage() {
  const { payment, offers, isBeingRefunded, reversal, reportedAmount, ...details } =
    useLoaderData<typeof loader>()
  const { sides, refundableAmount, isOpen, isPix, otherRenewals, pixRefunds, recordedRefunds } = details
  const field = makeFieldTextReader(useActionData<typeof action>())
  return (
    <div className="narrow">
      <PageHeading
        title={`Recebimento nº\u00a0${payment.id}`}
        back={{ href: paths.admin.payments(), label: 'Recebimentos' }}
      >
        <PaymentState {...payment} isResolved={payment.resolvedAt !== null} />
      </PageHeading>
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      {isOpen && payment.problem ? (
        <Notice tone="warn">
          {otherRenewals.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p>{problemAdvice[payment.problem]}</p>
        </Notice>
      ) : null}
      <PaymentDetails />
      {sides ? <BankRecord sides={sides} /> : null}
      {payment.refunds.length > 0 ? (
        <RefundTable refunds={payment.refunds} reversal={paths.admin.refundReversal} />
      ) : null}
      <PixRefundTable refunds={pixRefunds} />
      {reportedAmount === null ? null : (
        <ValueAnswers field={field} payment={payment} reportedAmount={reportedAmount} />
      )}
      {payment.problem === 'reversed' ? (
        <ReversalAnswers
          field={field}
          isOpen={isOpen}
          recordedRefunds={recordedRefunds}
          hasOrder={payment.orderId !== null}
          id={payment.id}
          offers={reversal}
        />
      ) : null}
      {isOpen && payment.problem !== 'reversed' ? (
        <PaymentAnswers field={field} id={payment.id} offers={offers} isBeingRefunded={isBeingRefunded} />
      ) : null}
      {refundableAmount === 0 ? null : (
        <div className="actions">
          {isPix ? (
            <LinkButton href={paths.admin.pixRefund(payment.id)}>Reembolsar pelo Pix</LinkButton>
          ) : null}
          <LinkButton href={paths.admin.paymentRefund(payment.id)}>{moneyBackLabels.record}</LinkButton>
        </div>
      )}
    </div>
  )
}

function PaymentDetails() {
  const { payment, dueText } = useLoaderData<typeof loader>()
  const { orderId, orderStatus, orderReason, orderTotal, boletoValue } = payment
  const orderLink = orderId !== null && orderStatus !== null && (
    <>
      <a href={paths.admin.order(orderId)}>{`nº ${orderId}`}</a>
      {`, ${getStaffStatus({ status: orderStatus, reason: orderReason }).text}`}
    </>
  )
  return (
    <SummaryList
      rows={[
        { key: 'Valor recebido', value: formatReais(payment.value) },
        ...(payment.fee === null
          ? []
          : [
              { key: columnNames.fees, value: formatReais(payment.fee) },
              { key: columnNames.net, value: formatReais(payment.value - payment.fee) },
            ]),
        ...(boletoValue === null ? [] : [{ key: 'Valor do boleto', value: formatReais(boletoValue) }]),
        ...(dueText === null ? [] : [{ key: `Devido em ${formatDate(payment.paidOn)}`, value: dueText }]),
        { key: 'Pedido', value: orderLink || '-' },
        ...(orderTotal === null ? [] : [{ key: 'Total do pedido', value: formatReais(orderTotal) }]),
        { key: 'Nosso número', value: payment.ourNumber ?? '-' },
        { key: 'Pago em', value: formatDate(payment.paidOn) },
        { key: 'Creditado em', value: payment.creditedOn ? formatDate(payment.creditedOn) : '-' },
        {
          key: columnNames.paymentWay,
          value: paymentWayLabels[payment.way ?? defaultPaymentWays[payment.source]],
        },
        {
          key: columnNames.informedBy,
          value: `${paymentSources[payment.source]}, em ${formatDateTime(payment.createdAt)}`,
        },
        { key: 'Identificação', value: <span className="code">{payment.eventKey}</span> },
        ...(payment.resolvedAt
          ? [
              {
                key: 'Resolvido',
                value: `${formatDateTime(payment.resolvedAt)}, ${payment.resolvedBy ?? '-'}`,
              },
            ]
          : []),
        ...(payment.note
          ? [
              {
                key: payment.resolution === 'upheld' ? 'Motivo da resposta anterior' : 'Motivo',
                value: payment.note,
              },
            ]
          : []),
      ]}
    />
  )
}
