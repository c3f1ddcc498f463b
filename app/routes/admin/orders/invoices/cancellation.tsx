import { useLoaderData } from '@remix-run/react'
import { toCivilDate, toCivilTime } from '#app/domain/platform/calendar.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { cancelInvoice, findInvoice } from '#app/models/orders/invoices/invoice.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { paths } from '#app/paths.ts'
import { makeCancellationSchema } from '#app/routes/admin/orders/invoices/invoice-schema.ts'
import { formatCancellationDeadline } from '#app/routes/admin/orders/order-invoices.server.ts'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import { formatInvoiceName } from '#app/text/orders/invoice-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ name }) => `Cancelamento da ${name}`,
  section: 'orders',
  help: 'notas-fiscais',
}

/** Records that an invoice was cancelled at the revenue office; sends nothing there. */
const question = defineQuestion({
  guard: requireStaff,
  find: async ({ params: { id, invoice } }) =>
    (await findInvoice(parseId(id) ?? notFound(), parseId(invoice) ?? notFound())) ?? notFound(),
  show: async (invoice) => {
    const now = new Date()
    return {
      orderId: invoice.orderId,
      id: invoice.id,
      name: formatInvoiceName(invoice),
      isInForce: invoice.state === 'authorised',
      deadlineText: await formatCancellationDeadline(invoice, now),
      initialTexts: {
        lock_version: String(invoice.lock_version),
        on: toCivilDate(now),
        at: toCivilTime(now),
      },
    }
  },
  schema: () => makeCancellationSchema(new Date()),
  execute: ({
    record: { orderId, id: invoiceId },
    values: { lock_version: seenVersion, ...cancellation },
    viewer,
  }) => tryCancelInvoice({ orderId, invoiceId, seenVersion, ...cancellation }, toStaffActor(viewer)),
  outcome: (result, { record: { orderId } }) => {
    if (result === 'unknown') return notFound()
    if (result === 'outdated') return { status: 409, formErrors: [outdatedText] }
    return redirectWithFlash(
      paths.admin.order(orderId),
      result === 'over'
        ? { tone: 'warn', text: 'Esta nota já não está em vigor.' }
        : { tone: 'good', text: specTexts.saved },
    )
  },
})
export const loader = question.loader
export const action = question.action

const outdatedText = 'A nota foi alterada enquanto a página estava aberta. Confira e envie de novo.'

async function tryCancelInvoice(...args: Parameters<typeof cancelInvoice>) {
  try {
    return await cancelInvoice(...args)
  } catch (error) {
    if (error instanceof StaleRecordError) return 'outdated'
    throw error
  }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function InvoiceCancellation() {
  const { orderId, id, name, isInForce, deadlineText, initialTexts } = useLoaderData<typeof loader>()
  const field = useQuestionFields(initialTexts)
  return (
    <QuestionPage
      title={`Cancelamento da ${name}`}
      back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      field={field}
      labels={labels}
      alternative={isInForce ? null : <Notice tone="info">Esta nota já não está em vigor.</Notice>}
      action={paths.admin.invoiceCancellation(orderId, id)}
      button="Registrar o cancelamento"
      variant="danger"
    >
      <input type="hidden" name="lock_version" value={initialTexts.lock_version} />
      <Notice tone="warn" title="Cancele antes no emissor" isSilent>
        Aqui só se registra o que já foi feito lá; nada é enviado à Receita. {deadlineText}
      </Notice>
      <div className="grid grid-2">
        <TextField label={labels.on} type="date" isRequired data-current-time {...field.getField('on')} />
        <TextField
          label={labels.at}
          inputMode="numeric"
          isRequired
          data-current-time
          {...field.getField('at')}
        />
      </div>
      <TextField
        label={labels.reason}
        hint="Fica no histórico do pedido."
        isRequired
        {...field.getField('reason')}
      />
    </QuestionPage>
  )
}

const labels = { on: 'Cancelada em', at: 'Hora', reason: 'Motivo' }
