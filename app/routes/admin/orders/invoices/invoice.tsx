import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invoiceModels } from '#app/domain/orders/invoices/invoice.ts'
import { maxInvoiceXmlBytes } from '#app/domain/orders/invoices/invoice-xml.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { maxAttachmentBytes } from '#app/domain/platform/attachment.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { paths } from '#app/paths.ts'
import {
  describeKeyDifferences,
  loadInvoiceTexts,
  parseInvoice,
  readInvoiceForm,
  storeInvoice,
  validateInvoiceFiles,
} from '#app/routes/admin/orders/invoices/invoice-form.server.ts'
import { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { invoiceModelNames } from '#app/text/orders/invoice-labels.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { formatMegabytes } from '#app/text/platform/numbers.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField, SelectField, TextField } from '#app/ui/forms/field.tsx'
import { FileForm } from '#app/ui/forms/file-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ id }) => `Nota fiscal do pedido nº ${id}`,
  section: 'orders',
  help: 'notas-fiscais',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { id, status } = await loadStaffOrder(args.params.id)
  const invoiceId = parseInvoiceId(args.request)
  const texts = (await loadInvoiceTexts({ orderId: id, invoiceId }, new Date())) ?? notFound()
  return { id, invoiceId, canRecordInvoice: status === orderStatus.confirmed, ...texts }
}

/** Records an invoice that was issued elsewhere: key, number, XML and DANFE (D141). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const order = await loadStaffOrder(args.params.id)
  const target = { orderId: order.id, invoiceId: parseInvoiceId(args.request) }
  const sentForm = await readInvoiceForm(args)
  const files = validateInvoiceFiles(sentForm)
  const parsedInvoice = parseInvoice(sentForm.form, files, new Date())
  if (!parsedInvoice.value) return data({ reply: parsedInvoice.reply }, { status: 400 })
  const actor = { actorUserId: viewer.userId, source: 'staff' }
  try {
    const { contents } = files
    const errors = await storeInvoice(target, { invoice: parsedInvoice.value, contents }, actor)
    if (errors) {
      const { '': formErrors, ...fieldErrors } = errors
      const reply = parsedInvoice.submission.reply({ ...(formErrors ? { formErrors } : {}), fieldErrors })
      return data({ reply }, { status: 409 })
    }
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    const formErrors = ['A nota foi alterada enquanto a página estava aberta. Confira e salve de novo.']
    return data({ reply: parsedInvoice.submission.reply({ formErrors }) }, { status: 409 })
  }
  const warning = await describeKeyDifferences(parsedInvoice.value.accessKey, order.date, files.xml)
  const text = warning ? `${specTexts.saved}. ${warning}` : specTexts.saved
  return redirectWithFlash(paths.admin.order(order.id), { tone: warning ? 'warn' : 'good', text })
}

function parseInvoiceId(request: Request): number | null {
  const text = new URL(request.url).searchParams.get('invoice')
  return text === null ? null : (parseId(text) ?? notFound())
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function OrderInvoice() {
  const { id, invoiceId, canRecordInvoice, saved, lock_version } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>()?.reply, saved)
  const isNew = invoiceId === null
  return (
    <div className="narrow">
      <PageHeading
        title={`Nota fiscal do pedido nº ${id}`}
        lead="Para o que foi emitido em outro programa. O cliente vê número, chave e arquivos no pedido."
        back={{ href: paths.admin.order(id), label: `Pedido nº ${id}` }}
      />
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      {canRecordInvoice ? null : <Notice tone="info">{messages.nfeLocked}</Notice>}
      <FileForm action={paths.admin.orderInvoice(id, invoiceId ?? undefined)} noValidate data-once="">
        <input type="hidden" name="lock_version" value={lock_version} />
        <SelectField
          label={labels.model}
          options={invoiceModels.map((value) => ({ value, label: invoiceModelNames[value] }))}
          {...field.getField('model')}
        />
        <FileField
          label={labels.xml}
          hint={`O arquivo do emissor, até ${formatMegabytes(maxInvoiceXmlBytes)}. Com ele não é preciso digitar a chave.`}
          name="xml"
          accept=".xml"
          errors={field.getField('xml').errors}
          optional
        />
        <TextField
          label={labels.access_key}
          hint="44 caracteres, com ou sem espaços. Série e número de uma NF-e saem dela."
          autoComplete="off"
          spellCheck={false}
          optional
          {...field.getField('access_key')}
        />
        <div className="grid grid-2">
          <TextField label={labels.number} hint="Só para NFS-e." optional {...field.getField('number')} />
          <TextField label={labels.series} hint="Só para NFS-e." optional {...field.getField('series')} />
        </div>
        <TextField
          label={labels.protocol}
          width="half"
          autoComplete="off"
          optional
          {...field.getField('protocol')}
        />
        <div className="grid grid-2">
          <TextField
            label={labels.on}
            type="date"
            isRequired
            data-current-time={isNew || undefined}
            {...field.getField('on')}
          />
          <TextField
            label={labels.at}
            hint="Horário de Brasília, como 14:30."
            inputMode="numeric"
            isRequired
            data-current-time={isNew || undefined}
            {...field.getField('at')}
          />
        </div>
        <FileField
          label={labels.danfe}
          hint={`PDF, até ${formatMegabytes(maxAttachmentBytes)}.`}
          name="danfe"
          accept=".pdf"
          errors={field.getField('danfe').errors}
          optional
        />
        <p className="actions">
          <Button variant="main">Salvar</Button>
          <LinkButton href={paths.admin.order(id)}>Voltar</LinkButton>
        </p>
      </FileForm>
    </div>
  )
}

const labels = {
  model: 'Documento',
  xml: 'XML da nota',
  access_key: 'Chave de acesso',
  number: 'Número',
  series: 'Série',
  protocol: 'Protocolo',
  on: 'Autorizada em',
  at: 'Hora',
  danfe: 'DANFE',
}
