import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type AttachmentKind, attachmentKinds, maxAttachmentBytes } from '#app/domain/platform/attachment.ts'
import { readOrderFileForm, storeOrderFile } from '#app/http/backoffice/order-files.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { isFileLocked } from '#app/models/orders/order-file.server.ts'
import { paths } from '#app/paths.ts'
import { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { formatMegabytes } from '#app/text/platform/numbers.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField, RadioGroup } from '#app/ui/forms/field.tsx'
import { FileForm } from '#app/ui/forms/file-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ id }) => `Arquivos do pedido nº ${id}`,
  section: 'orders',
  help: 'notas-fiscais',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { id, status } = await loadStaffOrder(args.params.id)
  const requestedKind = parseKind(new URL(args.request.url).searchParams.get('kind'))
  const isNfeLocked = isFileLocked('nfe', status)
  return { id, isNfeLocked, kind: isNfeLocked ? 'file' : (requestedKind ?? 'file') }
}

/** Adds a file to an order (F99). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const { id } = await loadStaffOrder(args.params.id)
  const sentForm = await readOrderFileForm(args)
  const kind = parseKind(sentForm.form.get('kind')) ?? 'file'
  const storeResult = await storeOrderFile({ id, kind }, sentForm, {
    actorUserId: viewer.userId,
    source: 'staff',
  })
  if (typeof storeResult === 'string') return data({ fault: storeResult, kind }, { status: 400 })
  return redirectWithFlash(paths.admin.order(id), { tone: 'good', text: specTexts.saved })
}

function parseKind(text: unknown): AttachmentKind | undefined {
  return attachmentKinds.find((kind) => kind === text)
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function OrderFiles() {
  const { id, kind, isNfeLocked } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const errors = actionData ? [actionData.fault] : undefined
  return (
    <div className="narrow">
      <PageHeading
        title={`Incluir arquivo no pedido nº ${id}`}
        back={{ href: paths.admin.order(id), label: `Pedido nº ${id}` }}
      />
      {errors ? <ErrorSummary errors={{ file: errors }} labels={{ file: 'Arquivo' }} /> : null}
      {isNfeLocked ? <Notice tone="info">{messages.nfeLocked}</Notice> : null}
      <FileForm action={paths.admin.orderFiles(id)} className="stack" data-once="">
        {isNfeLocked ? (
          <input type="hidden" name="kind" value="file" />
        ) : (
          <RadioGroup
            label="O que é"
            name="kind"
            options={kindOptions}
            defaultValue={actionData?.kind ?? kind}
          />
        )}
        <FileField
          label="Arquivo"
          hint={`PDF, XML ou imagem, até ${formatMegabytes(maxAttachmentBytes)}. O cliente o vê no pedido depois do pagamento.`}
          name="file"
          accept=".pdf,.xml,image/png,image/jpeg,image/gif"
          errors={errors}
          isRequired
        />
        <div className="actions">
          <Button variant="main">Incluir arquivo</Button>
          <LinkButton href={paths.admin.order(id)}>Voltar</LinkButton>
        </div>
      </FileForm>
    </div>
  )
}

const kindOptions = [
  { value: 'nfe', label: 'NF-e (DANFE ou XML)' },
  { value: 'file', label: 'Outro arquivo para o cliente' },
]
