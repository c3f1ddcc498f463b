import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { cancelReasonLength } from '#app/domain/orders/invoices/invoice.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { askCancellation } from '#app/models/orders/invoices/issued-invoice.server.ts'
import { paths } from '#app/paths.ts'
import { cancelIssuedSchema } from '#app/routes/admin/orders/invoices/issue-schema.ts'
import { issuedFrom, mayBeCancelled } from '#app/routes/admin/orders/invoices/issued.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ name }) => `Cancelar a ${name}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return issuedFrom(args.params)
}

/** Has the issuer cancel it at the revenue office; the answer stands at the order (D145). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const invoice = await issuedFrom(args.params)
  const submission = parseWithZod(await readForm(args.request), { schema: cancelIssuedSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { lock_version: seen, reason } = submission.value
  const { orderId, id: invoiceId } = invoice
  const isOpen = mayBeCancelled(invoice)
  const answer = isOpen
    ? await askCancellation(
        { orderId, invoiceId, seen, reason },
        { actorUserId: viewer.userId, source: 'staff' },
      )
    : 'over'
  if (answer === 'unknown') return notFound()
  return redirectWithFlash(
    paths.admin.order(orderId),
    answer === 'over'
      ? { tone: 'warn', text: 'Esta nota já não pode ser cancelada, ou o cancelamento já foi pedido.' }
      : { tone: 'good', text: 'Cancelamento pedido ao emissor. A resposta aparece aqui.' },
  )
}

type Loaded = Awaited<ReturnType<typeof loader>>

const labels = { reason: 'Motivo' }

export default function CancelIssued() {
  const { orderId, id, name, mark, end, isCancellable, lock_version } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>(), { lock_version: String(lock_version) })
  const { min, max } = cancelReasonLength
  return (
    <div className="narrow">
      <PageHeading
        title={`Cancelar a ${name}`}
        {...(end ? { lead: end } : {})}
        back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      />
      {mark ? <Notice tone="warn" title={mark} isSilent /> : null}
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      {isCancellable ? (
        <form method="post" action={paths.admin.invoiceCancel(orderId, id)} noValidate data-once="">
          <input
            type="hidden"
            name="lock_version"
            value={field.value('lock_version') ?? String(lock_version)}
          />
          <TextAreaField
            label={labels.reason}
            hint={`Vai à Receita: de ${min} a ${max} caracteres, sem dados pessoais.`}
            rows={3}
            maxLength={max}
            required
            {...field.of('reason')}
          />
          <p className="actions">
            <Button variant="danger">Cancelar a nota</Button>
            <LinkButton href={paths.admin.order(orderId)}>Voltar</LinkButton>
          </p>
        </form>
      ) : (
        <Notice tone="info" isSilent>
          Esta nota não pode ser cancelada por aqui. O que foi feito no emissor se{' '}
          <a href={paths.admin.invoiceCancellation(orderId, id)}>registra</a>.
        </Notice>
      )}
    </div>
  )
}
