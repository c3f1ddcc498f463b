import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  maxFileBytes,
  takeRevisionFile,
  type UploadFault,
} from '#app/http/backoffice/revision-upload.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findPublicationForStaff } from '#app/models/catalogue/publication-edit.server.ts'
import { paths } from '#app/paths.ts'
import { publicationMessages, uploadLabels } from '#app/text/catalogue/publication-labels.ts'
import { formatBytes, formatDate } from '#app/text/platform/format.ts'
import { specified } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

const MEGABYTE = 1024 * 1024

export const handle: PageHandle<Loaded> = { title: ({ name }) => `Arquivo de ${name}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const id = idFrom(args.params.id) ?? notFound()
  const { name, version, date, revisionId, file_name, file_bytes } =
    (await findPublicationForStaff(id)) ?? notFound()
  const file = file_name === null ? null : { name: file_name, bytes: file_bytes ?? 0 }
  return { id, name, version, date, revisionId, file, maxBytes: maxFileBytes }
}

/** Takes the file of the current revision; a refused or broken one changes nothing (F90). */
export async function action(args: ActionFunctionArgs) {
  const { userId: actorUserId } = await requireStaff(args)
  const publicationId = idFrom(args.params.id) ?? notFound()
  if (!(await findPublicationForStaff(publicationId))) notFound()
  const fault = await takeRevisionFile(args.request, { publicationId, actorUserId })
  if (fault) return data({ fault: wordsOf(fault), isOurs: fault === 'storage' }, { status: statusOf(fault) })
  const target = paths.admin.publicationFile(publicationId)
  return redirectWithFlash(target, { tone: 'good', text: specified.saved })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function PublicationFile() {
  const { id, name, version, date, revisionId, file, maxBytes } = useLoaderData<typeof loader>()
  const answer = useActionData<{ fault: string; isOurs: boolean }>()
  const errors = answer ? [answer.fault] : undefined
  const megabytes = maxBytes / MEGABYTE
  return (
    <div id="envio" data-region="" className="narrow">
      <PageHeading
        title="Arquivo da revisão em vigor"
        lead={name}
        back={{ href: paths.admin.publication(id), label: 'Publicação' }}
      />
      {errors ? (
        <ErrorSummary
          messages={answer?.isOurs ? [specified.publicationNotUpdated] : []}
          errors={{ file: errors }}
          labels={{ file: 'Arquivo' }}
        />
      ) : null}
      <SummaryList
        rows={[
          { key: 'Revisão em vigor', value: `v.${version}, de ${formatDate(date)}` },
          { key: 'Arquivo atual', value: <Current id={id} revisionId={revisionId} file={file} /> },
        ]}
      />
      <form
        method="post"
        action={paths.admin.publicationFile(id)}
        encType="multipart/form-data"
        data-file-upload={publicationMessages.fileTooLong(megabytes)}
        data-most-bytes={maxBytes}
      >
        <input type="hidden" name="revision" value={revisionId} />
        <FileField
          label={file ? 'Arquivo que substitui o atual' : 'Arquivo'}
          name="file"
          errors={errors}
          hint={`PDF, ZIP, imagem ou documento do Office, até ${megabytes} MB. Um PDF não pode estar protegido por senha.`}
        />
        <div data-file-progress="" hidden className="progress">
          <p role="status" />
          <progress className="progress-bar" value={0} max={100} aria-label="Envio do arquivo" />
        </div>
        <p className="actions">
          <Button variant="main">Enviar arquivo</Button>
          <LinkButton href={paths.admin.publication(id)}>Voltar</LinkButton>
        </p>
      </form>
    </div>
  )
}

type CurrentProps = Pick<Loaded, 'id' | 'revisionId' | 'file'>

function Current({ id, revisionId, file }: CurrentProps) {
  if (!file) return <>Nenhum ainda. Quem assina continua a baixar o da revisão anterior.</>
  return (
    <>
      <a href={paths.admin.publicationRevisionFile(id, revisionId)}>{file.name}</a> ({formatBytes(file.bytes)}
      )
    </>
  )
}

function wordsOf(fault: UploadFault): string {
  return fault === 'too-long' ? publicationMessages.fileTooLong(maxFileBytes / MEGABYTE) : uploadLabels[fault]
}

function statusOf(fault: UploadFault): number {
  if (fault === 'revision-over') return 409
  if (fault === 'too-long') return 413
  return fault === 'storage' ? 503 : 400
}
