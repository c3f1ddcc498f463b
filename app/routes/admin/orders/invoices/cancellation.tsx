import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { civilDateIn, civilTimeIn } from '#app/domain/platform/calendar.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { cancelInvoice, findInvoice } from '#app/models/orders/invoices/invoice.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { paths } from '#app/paths.ts'
import { cancellationEndText } from '#app/routes/admin/orders/invoice-facts.server.ts'
import { cancellationSchema } from '#app/routes/admin/orders/invoices/invoice-schema.ts'
import { invoiceName } from '#app/text/orders/invoice-labels.ts'
import { specified } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ name }) => `Cancelamento da ${name}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const now = new Date()
  const invoice = (await invoiceFrom(args.params)) ?? notFound()
  return {
    orderId: invoice.orderId,
    id: invoice.id,
    name: invoiceName(invoice),
    isOver: invoice.state !== 'authorised',
    end: await cancellationEndText(invoice, now),
    saved: { lock_version: String(invoice.lock_version), on: civilDateIn(now), at: civilTimeIn(now) },
  }
}

/** Notes that an invoice was cancelled at the revenue office; nothing is sent there. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const { orderId, id: invoiceId } = (await invoiceFrom(args.params)) ?? notFound()
  const submission = parseWithZod(await readForm(args.request), { schema: cancellationSchema(new Date()) })
  if (submission.status !== 'success') return data({ reply: submission.reply() }, { status: 400 })
  const { lock_version: seen, ...form } = submission.value
  try {
    const actor = { actorUserId: viewer.userId, source: 'staff' }
    const outcome = await cancelInvoice({ orderId, invoiceId, seen, ...form }, actor)
    if (outcome === 'unknown') return notFound()
    const flash =
      outcome === 'over'
        ? ({ tone: 'warn', text: 'Esta nota já não está em vigor.' } as const)
        : ({ tone: 'good', text: specified.saved } as const)
    return redirectWithFlash(paths.admin.order(orderId), flash)
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    const formErrors = ['A nota foi alterada enquanto a página estava aberta. Confira e envie de novo.']
    return data({ reply: submission.reply({ formErrors }) }, { status: 409 })
  }
}

function invoiceFrom({ id, invoice }: ActionFunctionArgs['params']) {
  return findInvoice(idFrom(id) ?? notFound(), idFrom(invoice) ?? notFound())
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function InvoiceCancellation() {
  const { orderId, id, name, isOver, end, saved } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>()?.reply, saved)
  return (
    <div className="narrow">
      <PageHeading
        title={`Cancelamento da ${name}`}
        back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      />
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      {isOver ? (
        <Notice tone="info">Esta nota já não está em vigor.</Notice>
      ) : (
        <form method="post" action={paths.admin.invoiceCancellation(orderId, id)} noValidate data-once="">
          <input type="hidden" name="lock_version" value={saved.lock_version} />
          <Notice tone="warn" title="Cancele antes no emissor" isSilent>
            Aqui só se registra o que já foi feito lá; nada é enviado à Receita. {end}
          </Notice>
          <div className="grid grid-2">
            <TextField label={labels.on} type="date" required {...field.of('on')} />
            <TextField label={labels.at} inputMode="numeric" required {...field.of('at')} />
          </div>
          <TextField
            label={labels.reason}
            hint="Fica no histórico do pedido."
            required
            {...field.of('reason')}
          />
          <p className="actions">
            <Button variant="danger">Registrar o cancelamento</Button>
            <LinkButton href={paths.admin.order(orderId)}>Voltar</LinkButton>
          </p>
        </form>
      )}
    </div>
  )
}

const labels = { on: 'Cancelada em', at: 'Hora', reason: 'Motivo' }
