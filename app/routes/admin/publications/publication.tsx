import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { publicationFormSchema } from '#app/forms/publication.ts'
import { replyWithStored } from '#app/http/conflict.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import {
  DateBeforeRevision,
  findPublicationForStaff,
  savePublication,
} from '#app/models/catalogue/publication-edit.server.ts'
import { listRevisionsForStaff, VersionTaken } from '#app/models/catalogue/revision.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { paths } from '#app/paths.ts'
import {
  createPublicationOrLog,
  loadPublicationConflict,
  toRevisionRows,
} from '#app/routes/admin/publications/publication.server.ts'
import { PublicationForm } from '#app/routes/admin/publications/publication-form.tsx'
import { RevisionList } from '#app/routes/admin/publications/revision-list.tsx'
import { formatHistoryLines } from '#app/text/backoffice/history-labels.ts'
import {
  getPublicationState,
  newPublicationTexts,
  publicationLabels,
  publicationMessages,
  toPublicationTexts,
} from '#app/text/catalogue/publication-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { HistoryList } from '#app/ui/backoffice/history-list.tsx'
import { MoreActs } from '#app/ui/backoffice/more-acts.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ existing }) => (existing ? existing.name : 'Nova publicação'),
  section: 'publications',
  help: 'publicacoes',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const id = parseIdOrNew(args.params.id)
  if (id === NEW_ID)
    return { id, lock_version: 0, token: makeCheckoutToken(), saved: newPublicationTexts, existing: null }
  const publication = (await findPublicationForStaff(id)) ?? notFound()
  const [revisions, history] = await Promise.all([
    listRevisionsForStaff(id),
    listHistoryForStaff('publication', id),
  ])
  const existing = {
    name: publication.name,
    state: getPublicationState(publication),
    isActive: publication.active,
    revisions: toRevisionRows(id, revisions),
    history: formatHistoryLines(history),
  }
  return {
    id,
    lock_version: publication.lock_version,
    token: undefined,
    saved: toPublicationTexts(publication),
    existing,
  }
}

export async function action(args: ActionFunctionArgs) {
  const { userId: actorUserId } = await requireStaff(args)
  const id = parseIdOrNew(args.params.id)
  if (id !== NEW_ID && !(await findPublicationForStaff(id))) notFound()
  const submission = parseWithZod(await readForm(args.request), { schema: publicationFormSchema })
  if (submission.status !== 'success') return data({ reply: submission.reply() }, { status: 400 })
  const { data: publicationData, lock_version, token, notify } = submission.value
  const today = toCivilDate(new Date())
  if (publicationData.date > today) {
    const fieldErrors = { date: [publicationMessages.dateInFuture] }
    return data({ reply: submission.reply({ fieldErrors }) }, { status: 400 })
  }
  if (id === NEW_ID) {
    const newId = await createPublicationOrLog(publicationData, { actorUserId, token })
    if (newId !== undefined) return redirectAfterSave(paths.admin.publication(newId))
    return data({ reply: submission.reply({ formErrors: [specTexts.publicationNotSaved] }) }, { status: 500 })
  }
  const nextPath = notify ? paths.admin.publicationNotice(id) : paths.admin.publication(id)
  try {
    const saveOptions = { actorUserId, seenVersion: lock_version, today }
    const { waiting } = (await savePublication(id, publicationData, saveOptions)) ?? notFound()
    return redirectAfterSave(nextPath, waiting > 0 ? `. ${publicationMessages.nowWaiting(waiting)}` : '')
  } catch (error) {
    if (error instanceof StaleRecordError) {
      const formErrors = [specTexts.publicationNotUpdated]
      const sent = submission.payload
      const { saved: storedTexts, ...conflict } = await loadPublicationConflict(id, publicationData, sent)
      if (conflict.conflict.fields.length === 0) return redirectAfterSave(nextPath)
      const reply = replyWithStored(submission.reply({ formErrors }), { sent, saved: storedTexts })
      return data({ reply, conflict }, { status: 409 })
    }
    const fieldErrors = toFormErrors(error)
    return data({ reply: submission.reply({ fieldErrors }) }, { status: 400 })
  }
}

function redirectAfterSave(location: string, note = '') {
  return redirectWithFlash(location, { tone: 'good', text: `${specTexts.saved}${note}` })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Publication() {
  const { id, lock_version, token, saved, existing } = useLoaderData<typeof loader>()
  const actionData = useActionData<ActionData>()
  const field = makeFieldTextReader(actionData?.reply, saved)
  const seenVersion = actionData?.conflict
    ? String(actionData.conflict.lock_version)
    : (field.value('lock_version') ?? String(lock_version))
  return (
    <>
      <PageHeading
        title={existing ? existing.name : 'Nova publicação'}
        back={{ href: paths.admin.publications(), label: 'Publicações' }}
      >
        {existing ? (
          <StatusTag tone={existing.isActive ? 'good' : 'neutral'}>{existing.state}</StatusTag>
        ) : null}
      </PageHeading>
      {existing ? <PublicationActions id={id} /> : null}
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={publicationLabels} />
      ) : null}
      {actionData?.conflict ? <ConflictNotice conflict={actionData.conflict.conflict} /> : null}
      <PublicationForm
        action={paths.admin.publication(id)}
        lock_version={seenVersion}
        seenDigest={field.seenDigest}
        token={field.value('token') ?? token}
        getField={field.getField}
        isNew={!existing}
      />
      {existing ? (
        <>
          <RevisionList rows={existing.revisions} />
          <HistoryList lines={existing.history} />
        </>
      ) : null}
    </>
  )
}

type ActionData = {
  reply: Parameters<typeof makeFieldTextReader>[0]
  conflict?: Awaited<ReturnType<typeof loadPublicationConflict>>
}

function PublicationActions({ id }: { id: number }) {
  return (
    <div className="actions no-print">
      <LinkButton href={paths.admin.publicationFile(id)}>Enviar arquivo</LinkButton>
      <LinkButton href={paths.admin.publicationNotice(id)}>Notificar assinantes</LinkButton>
      <LinkButton href={paths.admin.publicationClients(id)}>Clientes da publicação</LinkButton>
      <MoreActs>
        <LinkButton href={paths.admin.publicationPage(id)}>Página na loja</LinkButton>
        <LinkButton href={paths.admin.publicationTaxes(id)}>Códigos fiscais</LinkButton>
        <LinkButton href={paths.admin.publicationRemoval(id)} variant="danger">
          Remover
        </LinkButton>
      </MoreActs>
    </div>
  )
}

/** The number in the address of a new publication. */
const NEW_ID = 0

function parseIdOrNew(text: string | undefined): number {
  return text === String(NEW_ID) ? NEW_ID : (parseId(text) ?? notFound())
}

/** Returns the message of the model's rejection, by form field. Rethrows other errors. */
function toFormErrors(error: unknown): Record<string, string[]> {
  if (error instanceof VersionTaken) return { version: [publicationMessages.versionTaken] }
  if (error instanceof DateBeforeRevision) return { date: [publicationMessages.dateBefore(error.latest)] }
  throw error
}
