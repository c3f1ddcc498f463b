import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findPublicationForStaff } from '#app/models/catalogue/publication-edit.server.ts'
import { paths } from '#app/paths.ts'
import { fileLimit, receiveFile } from '#app/routes/admin/publications/file-upload.server.ts'
import { ManualForm } from '#app/routes/admin/publications/manual-form.tsx'
import { formatVersion } from '#app/text/catalogue/version-label.ts'
import { formatBytes, formatDate } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ name }) => `Arquivo de ${name}`,
  section: 'publications',
  help: 'revisoes',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  const { name, version, date, revisionId, file_name, file_bytes } =
    (await findPublicationForStaff(id)) ?? notFound()
  const file = file_name === null ? null : { name: file_name, bytes: file_bytes ?? 0 }
  return { id, name, version, date, revisionId, file, limit: fileLimit }
}

/** Stores the current revision's file; a rejected or incomplete file changes nothing (F90). */
export async function action(args: ActionFunctionArgs) {
  const { userId: actorUserId } = await requireStaff(args)
  const publicationId = parseId(args.params.id) ?? notFound()
  if (!(await findPublicationForStaff(publicationId))) notFound()
  const uploadFault = await receiveFile(args.request, { publicationId, actorUserId })
  if (uploadFault)
    return data(
      { fault: uploadFault.fault, isStorageFault: uploadFault.isStorageFault },
      { status: uploadFault.status },
    )
  const fileHref = paths.admin.publicationFile(publicationId)
  return redirectWithFlash(fileHref, { tone: 'good', text: specTexts.saved })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function PublicationFile() {
  const { id, name, version, date, revisionId, file, limit } = useLoaderData<typeof loader>()
  const actionData = useActionData<{ fault: string; isStorageFault: boolean }>()
  const errors = actionData ? [actionData.fault] : undefined
  return (
    <div id="envio" data-region="" className="narrow">
      <PageHeading
        title="Arquivo da revisão em vigor"
        lead={name}
        back={{ href: paths.admin.publication(id), label: 'Publicação' }}
      />
      {errors ? (
        <ErrorSummary
          messages={actionData?.isStorageFault ? [specTexts.publicationNotUpdated] : []}
          errors={{ file: errors }}
          labels={{ file: 'Arquivo' }}
        />
      ) : null}
      <SummaryList
        rows={[
          { key: 'Revisão em vigor', value: `${formatVersion(version)}, de ${formatDate(date)}` },
          { key: 'Arquivo atual', value: <CurrentFile id={id} revisionId={revisionId} file={file} /> },
        ]}
      />
      <ManualForm
        action={paths.admin.publicationFile(id)}
        revisionId={revisionId}
        label={file ? 'Arquivo que substitui o atual' : 'Arquivo'}
        limit={limit}
        errors={errors}
      >
        <LinkButton href={paths.admin.publication(id)}>Voltar</LinkButton>
      </ManualForm>
    </div>
  )
}

type CurrentFileProps = Pick<Loaded, 'id' | 'revisionId' | 'file'>

function CurrentFile({ id, revisionId, file }: CurrentFileProps) {
  if (!file) return <>Nenhum ainda. Até ele chegar, vale a última revisão com arquivo, se houver.</>
  return (
    <>
      <a href={paths.admin.publicationRevisionFile(id, revisionId)}>{file.name}</a> ({formatBytes(file.bytes)}
      )
    </>
  )
}
