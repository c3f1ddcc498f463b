import { randomBytes } from 'node:crypto'
import { useLoaderData } from '@remix-run/react'
import { parseEndToEndId, pixRefundDays } from '#app/domain/payments/pix-refund.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { pixRefundSchema } from '#app/forms/payment.ts'
import { requireProvedStaff } from '#app/http/accounts/proof.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { findRefundOfferOfPayment } from '#app/models/payments/money-back.server.ts'
import { findPayment } from '#app/models/payments/payment-list.server.ts'
import {
  listPixRefunds,
  type PixRefundAnswer,
  requestPixRefund,
} from '#app/models/payments/pix/pix-refund.server.ts'
import { paths } from '#app/paths.ts'
import { PixRefundTable } from '#app/routes/admin/payments/pix-refund-table.tsx'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import { formatAmount, formatReais } from '#app/text/platform/format.ts'
import { TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { RefundTable } from '#app/ui/payments/refunds.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ id }) => `Reembolsar o Pix do recebimento nº ${id}`,
  section: 'payments',
  help: 'devolucoes',
}

/** Requests a full or partial Pix refund from the bank, whose reply the payment's page shows (D137). */
const question = defineQuestion({
  guard: requireProvedStaff,
  find: async ({ params }) => {
    const payment = (await findPayment(parseId(params.id) ?? notFound())) ?? notFound()
    return parseEndToEndId(payment.eventKey) === null ? notFound() : payment
  },
  show: async (payment) => {
    const { id, value, refunds } = payment
    const { suggestedAmount, refundable: refundableAmount } = await findRefundOfferOfPayment(payment)
    const token = randomBytes(16).toString('hex')
    const initialTexts = { value: suggestedAmount > 0 ? formatAmount(suggestedAmount) : '' }
    return {
      id,
      value,
      refunds,
      requestedRefunds: await listPixRefunds(id),
      token,
      refundableAmount,
      initialTexts,
    }
  },
  schema: () => pixRefundSchema,
  execute: ({ record, values: { note, ...refundData }, viewer }) => {
    const refund = { ...refundData, paymentId: record.id, note: note === '' ? null : note }
    return requestPixRefund(refund, toStaffActor(viewer), toCivilDate(new Date()))
  },
  outcome: (refundAnswer, { record: { id } }) => {
    if (refundAnswer === 'unknown') return notFound()
    const fault = faults[refundAnswer]
    if (fault) return { fieldErrors: { value: [fault] } }
    return redirectWithFlash(paths.admin.payment(id), {
      tone: 'good',
      text: 'Reembolso pedido ao banco. A resposta aparece aqui.',
    })
  },
})
export const loader = question.loader
export const action = question.action

const faults: Partial<Record<PixRefundAnswer, string>> = {
  'too-much': 'O valor é maior do que o que resta a reembolsar',
  'nothing-came-in': 'Não há dinheiro recebido a reembolsar',
  'too-late': `O banco só devolve um Pix até ${pixRefundDays} dias depois de recebido`,
  'not-pix': 'Este recebimento não veio pelo Pix do banco',
}

type Loaded = Awaited<ReturnType<typeof loader>>

const labels = { value: 'Valor', note: 'Nota' }

export default function PixRefund() {
  const { id, value, refunds, requestedRefunds, token, refundableAmount, initialTexts } =
    useLoaderData<typeof loader>()
  const field = useQuestionFields(initialTexts)
  return (
    <QuestionPage
      title={`Reembolsar o Pix do recebimento nº ${id}`}
      lead={`Valor recebido: ${formatReais(value)}. Resta a reembolsar no máximo ${formatReais(refundableAmount)}. O banco devolve à conta de quem pagou.`}
      back={{ href: paths.admin.payment(id), label: `Recebimento nº ${id}` }}
      field={field}
      labels={labels}
      details={
        <>
          {refunds.length > 0 ? (
            <RefundTable refunds={refunds} reversal={paths.admin.refundReversal} />
          ) : null}
          <PixRefundTable refunds={requestedRefunds} />
        </>
      }
      action={paths.admin.pixRefund(id)}
      button="Reembolsar pelo Pix"
    >
      <input type="hidden" name="token" value={field.value('token') ?? token} />
      <TextField
        label={labels.value}
        inputMode="decimal"
        prefix="R$"
        width="half"
        isRequired
        {...field.getField('value')}
      />
      <TextAreaField label={labels.note} optional {...field.getField('note')} />
    </QuestionPage>
  )
}
