import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findPublicationPage, type PageFileKind } from '#app/models/catalogue/publication-page.server.ts'
import { paths } from '#app/paths.ts'
import {
  deletePageFile,
  readPageFileForm,
  storePageFile,
} from '#app/routes/admin/publications/shop-page/page-upload.server.ts'
import { pageFileFaults, pageFileLabels } from '#app/text/catalogue/page-labels.ts'
import { formatBytes } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/field.tsx'
import { FileForm } from '#app/ui/forms/file-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ kind, name }) => `${pageFileLabels[kind].name} de ${name}`,
  section: 'publications',
  help: 'publicacoes',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { kind, page } = await requirePageFile(args)
  const storedFile = page[kind]
  return {
    id: page.id,
    name: page.name,
    kind,
    file: storedFile && { name: storedFile.name, bytes: storedFile.bytes },
  }
}

/** Replaces or removes a cover or sample; a rejected file changes nothing (D81). */
export async function action(args: ActionFunctionArgs) {
  const { userId: actorUserId } = await requireStaff(args)
  const { kind, page } = await requirePageFile(args)
  const target = { publicationId: page.id, kind, actorUserId }
  const sentForm = await readPageFileForm(args)
  const isRemoval = sentForm.form.get('intent') === 'remove'
  const fault = isRemoval ? await deletePageFile(target) : await storePageFile(target, sentForm)
  if (fault) return data({ fault: pageFileFaults[fault] }, { status: fault === 'too-large' ? 413 : 400 })
  return redirectWithFlash(paths.admin.publicationPage(page.id), { tone: 'good', text: specTexts.saved })
}

async function requirePageFile({ params }: Pick<LoaderFunctionArgs, 'params'>) {
  const kind = pageFileKinds.find((pageFileKind) => pageFileKind === params.kind) ?? notFound()
  return { kind, page: (await findPublicationPage(parseId(params.id) ?? notFound())) ?? notFound() }
}

const pageFileKinds: readonly PageFileKind[] = ['cover', 'sample']

type Loaded = Awaited<ReturnType<typeof loader>>

export default function PageFile() {
  const { id, name, kind, file } = useLoaderData<typeof loader>()
  const fault = useActionData<{ fault: string }>()?.fault
  const errors = fault ? [fault] : undefined
  const labels = pageFileLabels[kind]
  return (
    <div className="narrow">
      <PageHeading
        title={labels.title}
        lead={name}
        back={{ href: paths.admin.publicationPage(id), label: 'Página na loja' }}
      />
      {errors ? <ErrorSummary errors={{ file: errors }} labels={{ file: 'Arquivo' }} /> : null}
      <p>{file ? `Hoje: ${file.name}, ${formatBytes(file.bytes)}.` : `Hoje: ${labels.none.toLowerCase()}`}</p>
      <FileForm action={paths.admin.publicationPageFile(id, kind)} className="stack" data-once="">
        <FileField
          label={file ? 'Arquivo que substitui o atual' : 'Arquivo'}
          name="file"
          accept={kind === 'cover' ? pictureTypes : `.pdf,${pictureTypes}`}
          hint={labels.hint}
          errors={errors}
        />
        <p className="actions">
          <Button variant="main">Enviar arquivo</Button>
          {file ? (
            <Button name="intent" value="remove">
              {labels.remove}
            </Button>
          ) : null}
          <LinkButton href={paths.admin.publicationPage(id)}>Voltar</LinkButton>
        </p>
      </FileForm>
    </div>
  )
}

const pictureTypes = 'image/png,image/jpeg,image/gif'
