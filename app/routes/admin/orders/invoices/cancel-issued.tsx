import { useLoaderData } from '@remix-run/react'
import { cancelReasonLength } from '#app/domain/orders/invoices/invoice.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { requestCancellation } from '#app/models/orders/invoices/issued-invoice.server.ts'
import { paths } from '#app/paths.ts'
import { cancelIssuedSchema } from '#app/routes/admin/orders/invoices/issue-schema.ts'
import {
  isInvoiceCancellable,
  requireIssuedInvoice,
} from '#app/routes/admin/orders/invoices/issued.server.ts'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ name }) => `Cancelar a ${name}`,
  section: 'orders',
  help: 'emitir-notas',
}

/** Requests the cancellation by the revenue office; the order's page shows the reply (D145). */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => requireIssuedInvoice(params),
  show: (invoice) => invoice,
  schema: () => cancelIssuedSchema,
  execute: async ({ record, values: { lock_version: seenVersion, reason }, viewer }) => {
    const { orderId, id: invoiceId } = record
    if (!isInvoiceCancellable(record)) return 'over'
    return requestCancellation({ orderId, invoiceId, seenVersion, reason }, toStaffActor(viewer))
  },
  outcome: (answer, { record: { orderId } }) =>
    answer === 'unknown'
      ? notFound()
      : redirectWithFlash(
          paths.admin.order(orderId),
          answer === 'over'
            ? { tone: 'warn', text: 'Esta nota já não pode ser cancelada, ou o cancelamento já foi pedido.' }
            : { tone: 'good', text: 'Cancelamento pedido ao emissor. A resposta aparece aqui.' },
        ),
})
export const loader = question.loader
export const action = question.action

type Loaded = Awaited<ReturnType<typeof loader>>

const labels = { reason: 'Motivo' }

export default function CancelIssued() {
  const { orderId, id, name, testNotice, deadlineText, isCancellable, lock_version } =
    useLoaderData<typeof loader>()
  const field = useQuestionFields({ lock_version: String(lock_version) })
  const { min, max } = cancelReasonLength
  return (
    <QuestionPage
      title={`Cancelar a ${name}`}
      lead={deadlineText}
      back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      field={field}
      labels={labels}
      details={testNotice ? <Notice tone="warn" title={testNotice} isSilent /> : null}
      alternative={
        isCancellable ? null : (
          <Notice tone="info" isSilent>
            Esta nota não pode ser cancelada por aqui. O que foi feito no emissor se{' '}
            <a href={paths.admin.invoiceCancellation(orderId, id)}>registra</a>.
          </Notice>
        )
      }
      action={paths.admin.invoiceCancel(orderId, id)}
      button="Cancelar a nota"
      variant="danger"
    >
      <input type="hidden" name="lock_version" value={field.value('lock_version') ?? String(lock_version)} />
      <TextAreaField
        label={labels.reason}
        hint={`Vai à Receita: de ${min} a ${max} caracteres, sem dados pessoais.`}
        rows={3}
        maxLength={max}
        isRequired
        {...field.getField('reason')}
      />
    </QuestionPage>
  )
}
