import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { loadConflict, replyWithStored } from '#app/http/conflict.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import {
  findPublicationPage,
  type PublicationPageData,
  savePublicationPage,
} from '#app/models/catalogue/publication-page.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { paths } from '#app/paths.ts'
import { PageFields } from '#app/routes/admin/publications/shop-page/page-fields.tsx'
import { PageFiles } from '#app/routes/admin/publications/shop-page/page-files.tsx'
import { publicationPageSchema } from '#app/routes/admin/publications/shop-page/page-schema.ts'
import { formatModels, pageLabels, toPageTexts } from '#app/text/catalogue/page-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ name }) => `Página na loja de ${name}`,
  section: 'publications',
  help: 'publicacoes',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const page = (await findPublicationPage(parseId(args.params.id) ?? notFound())) ?? notFound()
  const { id, name, applicability, lock_version, cover, sample } = page
  return {
    id,
    name,
    applicability,
    lock_version,
    saved: toPageTexts(page),
    files: { cover: cover && toNameAndSize(cover), sample: sample && toNameAndSize(sample) },
  }
}

/** Saves a publication's page. After a conflict, the second person sees both versions (D80, D81). */
export async function action(args: ActionFunctionArgs) {
  const { userId: actorUserId } = await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  const submission = parseWithZod(await readForm(args.request), { schema: publicationPageSchema })
  if (submission.status !== 'success') return data({ reply: submission.reply() }, { status: 400 })
  const { page, lock_version } = submission.value
  try {
    const isSaved = await savePublicationPage(id, page, {
      actorUserId,
      seenVersion: lock_version,
      formatModels,
    })
    if (!isSaved) notFound()
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    const { saved, ...conflict } = await loadPageConflict(id, page, submission.payload)
    if (conflict.conflict.fields.length > 0) {
      const faults = submission.reply({ formErrors: [specTexts.publicationNotUpdated] })
      const reply = replyWithStored(faults, { sent: submission.payload, saved })
      return data({ reply, conflict }, { status: 409 })
    }
  }
  return redirectWithFlash(paths.admin.publicationPage(id), { tone: 'good', text: specTexts.saved })
}

async function loadPageConflict(id: number, typedData: PublicationPageData, sent: Record<string, unknown>) {
  const storedPage = (await findPublicationPage(id)) ?? notFound()
  const { cover: _, sample: __, ...labels } = pageLabels
  const saved = toPageTexts(storedPage)
  const conflict = await loadConflict(
    { entity: 'publication', id },
    { labels, stored: saved, typed: toPageTexts(typedData), sent, saved },
  )
  return { lock_version: storedPage.lock_version, conflict, saved }
}

function toNameAndSize({ name, bytes }: { name: string; bytes: number }) {
  return { name, bytes }
}

type Loaded = Awaited<ReturnType<typeof loader>>

type ActionData = {
  reply: Parameters<typeof makeFieldTextReader>[0]
  conflict?: Omit<Awaited<ReturnType<typeof loadPageConflict>>, 'saved'>
}

export default function PublicationPage() {
  const { id, name, applicability, lock_version, saved, files } = useLoaderData<typeof loader>()
  const actionData = useActionData<ActionData>()
  const field = makeFieldTextReader(actionData?.reply, saved)
  const seenVersion = actionData?.conflict
    ? String(actionData.conflict.lock_version)
    : (field.value('lock_version') ?? String(lock_version))
  return (
    <div className="narrow stack-l">
      <PageHeading
        title="Página na loja"
        lead={name}
        back={{ href: paths.admin.publication(id), label: 'Publicação' }}
      />
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={pageLabels} />
      ) : null}
      {actionData?.conflict ? <ConflictNotice conflict={actionData.conflict.conflict} /> : null}
      <PageFields
        action={paths.admin.publicationPage(id)}
        lock_version={seenVersion}
        seenDigest={field.seenDigest}
        applicability={applicability}
        getField={field.getField}
      />
      <PageFiles id={id} files={files} />
    </div>
  )
}
