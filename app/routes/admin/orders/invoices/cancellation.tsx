import { useLoaderData } from '@remix-run/react'
import { civilDateIn, civilTimeIn } from '#app/domain/platform/calendar.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { cancelInvoice, findInvoice } from '#app/models/orders/invoices/invoice.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { paths } from '#app/paths.ts'
import { cancellationEndText } from '#app/routes/admin/orders/invoice-facts.server.ts'
import { cancellationSchema } from '#app/routes/admin/orders/invoices/invoice-schema.ts'
import { question, staffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage, useFields } from '#app/routes/question/question.tsx'
import { invoiceName } from '#app/text/orders/invoice-labels.ts'
import { specified } from '#app/text/platform/messages.ts'
import { TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ name }) => `Cancelamento da ${name}`,
  section: 'orders',
  help: 'notas-fiscais',
}

/** Records that an invoice was cancelled at the revenue office; sends nothing there. */
const act = question({
  guard: requireStaff,
  find: async ({ params: { id, invoice } }) =>
    (await findInvoice(idFrom(id) ?? notFound(), idFrom(invoice) ?? notFound())) ?? notFound(),
  show: async (invoice) => {
    const now = new Date()
    return {
      orderId: invoice.orderId,
      id: invoice.id,
      name: invoiceName(invoice),
      isOver: invoice.state !== 'authorised',
      end: await cancellationEndText(invoice, now),
      saved: { lock_version: String(invoice.lock_version), on: civilDateIn(now), at: civilTimeIn(now) },
    }
  },
  schema: () => cancellationSchema(new Date()),
  verb: ({ found: { orderId, id: invoiceId }, value: { lock_version: seen, ...typed }, asker }) =>
    cancelSeen({ orderId, invoiceId, seen, ...typed }, staffActor(asker)),
  outcome: (result, { found: { orderId } }) => {
    if (result === 'unknown') return notFound()
    if (result === 'outdated') return { status: 409, formErrors: [outdated] }
    return redirectWithFlash(
      paths.admin.order(orderId),
      result === 'over'
        ? { tone: 'warn', text: 'Esta nota já não está em vigor.' }
        : { tone: 'good', text: specified.saved },
    )
  },
})
export const loader = act.loader
export const action = act.action

const outdated = 'A nota foi alterada enquanto a página estava aberta. Confira e envie de novo.'

async function cancelSeen(...cancellation: Parameters<typeof cancelInvoice>) {
  try {
    return await cancelInvoice(...cancellation)
  } catch (error) {
    if (error instanceof StaleRecordError) return 'outdated'
    throw error
  }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function InvoiceCancellation() {
  const { orderId, id, name, isOver, end, saved } = useLoaderData<typeof loader>()
  const field = useFields(saved)
  return (
    <QuestionPage
      title={`Cancelamento da ${name}`}
      back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      field={field}
      labels={labels}
      instead={isOver ? <Notice tone="info">Esta nota já não está em vigor.</Notice> : null}
      action={paths.admin.invoiceCancellation(orderId, id)}
      button="Registrar o cancelamento"
      variant="danger"
    >
      <input type="hidden" name="lock_version" value={saved.lock_version} />
      <Notice tone="warn" title="Cancele antes no emissor" isSilent>
        Aqui só se registra o que já foi feito lá; nada é enviado à Receita. {end}
      </Notice>
      <div className="grid grid-2">
        <TextField label={labels.on} type="date" required {...field.of('on')} />
        <TextField label={labels.at} inputMode="numeric" required {...field.of('at')} />
      </div>
      <TextField label={labels.reason} hint="Fica no histórico do pedido." required {...field.of('reason')} />
    </QuestionPage>
  )
}

const labels = { on: 'Cancelada em', at: 'Hora', reason: 'Motivo' }
