import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findPublicationForStaff } from '#app/models/catalogue/publication-edit.server.ts'
import { RevisionSuperseded } from '#app/models/catalogue/revision.server.ts'
import {
  countRecipients,
  listNotices,
  NoticeRepeated,
  requestNotice,
} from '#app/models/subscriptions/revision-notice.server.ts'
import { paths } from '#app/paths.ts'
import { fileLimit, receiveFile } from '#app/routes/admin/publications/file-upload.server.ts'
import { ManualForm } from '#app/routes/admin/publications/manual-form.tsx'
import { NoticeProgress } from '#app/routes/admin/publications/notice-progress.tsx'
import { formatRevisionNotice } from '#app/text/catalogue/revision-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { CheckboxField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice as Warning } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

const REFRESH_SECONDS = 3

export const handle: PageHandle<Loaded> = {
  title: ({ name }) => `Notificar assinantes de ${name}`,
  refreshAfter: ({ notices }) =>
    notices.every(({ isFinished }) => isFinished) ? undefined : REFRESH_SECONDS,
  section: 'publications',
  help: 'revisoes',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  const publication = (await findPublicationForStaff(id)) ?? notFound()
  const { revisionId, is_download: isDownload, ...revision } = publication
  const [recipientCount, notices] = await Promise.all([
    countRecipients(id, toCivilDate(new Date())),
    listNotices(revisionId),
  ])
  const noticeRows = notices.map(({ created_at, ...notice }) => ({
    ...notice,
    at: formatDateTime(created_at),
  }))
  return {
    id,
    name: revision.name,
    revisionId,
    recipientCount,
    notices: noticeRows,
    limit: fileLimit,
    isFileMissing: isDownload && revision.file_name === null,
    mail: formatRevisionNotice({ ...revision, isDownload, hasFile: revision.file_name !== null }),
  }
}

/** Queues the mails. Another mailing about the same revision requires an explicit request (D37). */
export async function action(args: ActionFunctionArgs) {
  const { userId: actorUserId } = await requireStaff(args)
  const publicationId = parseId(args.params.id) ?? notFound()
  if (!(await findPublicationForStaff(publicationId))) notFound()
  if (isFileUpload(args.request)) return receiveUpload(args.request, { publicationId, actorUserId })
  const form = await readForm(args.request)
  const round = parseId(form.get('round')) ?? 0
  if (round > 1 && form.get('again') !== 'on') return data({ fault: faultTexts.again }, { status: 400 })
  try {
    const revisionId = parseId(form.get('revision')) ?? 0
    await requestNotice({ publicationId, revisionId, round, actorUserId })
  } catch (error) {
    if (error instanceof NoticeRepeated) return data({ fault: faultTexts.repeated }, { status: 409 })
    if (error instanceof RevisionSuperseded) return data({ fault: faultTexts.over }, { status: 409 })
    throw error
  }
  return seeOther(paths.admin.publicationNotice(publicationId))
}

function isFileUpload(request: Request): boolean {
  return request.headers.get('Content-Type')?.startsWith('multipart/form-data') ?? false
}

/** Stores the missing file. The browser's upload script then reloads the page without the upload form. */
async function receiveUpload(request: Request, target: { publicationId: number; actorUserId: number }) {
  const uploadFault = await receiveFile(request, target)
  if (uploadFault)
    return data({ fault: uploadFault.fault, isFileFault: true }, { status: uploadFault.status })
  return redirectWithFlash(paths.admin.publicationNotice(target.publicationId, 'sent'), {
    tone: 'good',
    text: specTexts.saved,
  })
}

const faultTexts = {
  again: 'Esta revisão já foi notificada. Marque que quer enviar de novo.',
  repeated: 'Esta revisão acabou de ser notificada. Confira abaixo antes de enviar de novo.',
  over: 'Outra pessoa criou uma nova versão. Confira o e-mail abaixo e envie de novo.',
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Notice() {
  const { id, name, revisionId, recipientCount, notices, mail, isFileMissing, limit } =
    useLoaderData<typeof loader>()
  const { fault, isFileFault } = useActionData<{ fault: string; isFileFault?: boolean }>() ?? {}
  const isRunning = notices.some(({ isFinished }) => !isFinished)
  return (
    <div id="notificacao" data-region="" data-poll={isRunning ? '' : undefined} className="narrow stack-l">
      <PageHeading
        title={specTexts.notifyQuestion}
        lead={name}
        back={{ href: paths.admin.publication(id), label: 'Publicação' }}
      />
      {fault ? <ErrorSummary errors={{ [isFileFault ? 'file' : 'again']: [fault] }} /> : null}
      {isFileMissing ? (
        <Warning tone="warn" title="Esta revisão ainda não tem arquivo">
          <p>Envie o arquivo antes de notificar: até lá não há o que baixar.</p>
          <ManualForm
            action={paths.admin.publicationNotice(id)}
            revisionId={revisionId}
            label="Arquivo"
            limit={limit}
            errors={fault && isFileFault ? [fault] : undefined}
          >
            <LinkButton href={paths.admin.publication(id)}>Voltar</LinkButton>
          </ManualForm>
        </Warning>
      ) : null}
      <NoticeProgress notices={notices} tasksHref={paths.admin.jobs()} />
      <p>
        {recipientCount === 0 ? 'Ninguém assina esta publicação hoje.' : formatRecipientCount(recipientCount)}
      </p>
      {recipientCount > 0 && !isRunning ? (
        <SendForm
          id={id}
          revisionId={revisionId}
          round={(notices[0]?.round ?? 0) + 1}
          isSecondary={isFileMissing}
        />
      ) : null}
      <Preview mail={mail} />
    </div>
  )
}

function formatRecipientCount(count: number): string {
  const people = count === 1 ? '1 pessoa recebe' : `${count} pessoas recebem`
  return `${people} o e-mail: quem tem assinatura em vigor desta publicação e conta ativa, uma vez cada.`
}

type SendFormProps = { id: number; revisionId: number; round: number; isSecondary: boolean }

function SendForm({ id, revisionId, round, isSecondary }: SendFormProps) {
  return (
    <PostForm action={paths.admin.publicationNotice(id)} data-once="">
      <input type="hidden" name="revision" value={revisionId} />
      <input type="hidden" name="round" value={round} />
      {round > 1 ? (
        <CheckboxField
          label="Enviar de novo a todos, mesmo a quem já recebeu"
          name="again"
          hint="Esta revisão já foi notificada."
        />
      ) : null}
      <p className="actions">
        <Button variant={isSecondary ? 'secondary' : 'main'}>Enviar e-mail de notificação</Button>
        <LinkButton href={paths.admin.publication(id)}>Não enviar</LinkButton>
      </p>
    </PostForm>
  )
}

function Preview({ mail }: { mail: Loaded['mail'] }) {
  return (
    <section aria-labelledby="previa" className="section stack-l">
      <h2 id="previa">O e-mail</h2>
      <p>
        <strong>{mail.subject}</strong>
      </p>
      <p>{mail.opening}</p>
      <SummaryList rows={mail.details.map(({ label, value }) => ({ key: label, value }))} />
      {mail.changes === null ? null : (
        <>
          <h3>{mail.changesTitle}</h3>
          <p className="lines">{mail.changes}</p>
        </>
      )}
      <p>{mail.nextLink}</p>
    </section>
  )
}
