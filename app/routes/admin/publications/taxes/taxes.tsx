import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { taxesSchema } from '#app/forms/taxes.ts'
import { loadConflict, replyWithStored } from '#app/http/conflict.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findOwnTaxes, saveOwnTaxes } from '#app/models/catalogue/publication-taxes.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { paths } from '#app/paths.ts'
import { loadTaxPage, toTaxTexts } from '#app/routes/admin/publications/taxes/taxes.server.ts'
import { taxLabels } from '#app/text/catalogue/tax-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { TaxFields } from '#app/ui/backoffice/tax-fields.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ name }) => `Códigos fiscais de ${name}`,
  section: 'publications',
  help: 'codigos-fiscais',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return (await loadTaxPage(parseId(args.params.id) ?? notFound())) ?? notFound()
}

/** Saves the publication's codes for invoices. An empty field uses the default of its kind (D139). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  const submission = parseWithZod(await readForm(args.request), { schema: taxesSchema })
  if (submission.status !== 'success')
    return data({ result: submission.reply(), conflict: null, lock_version: null }, { status: 400 })
  const { lock_version: seenVersion, ...taxes } = submission.value
  try {
    const saveResult = await saveOwnTaxes(id, taxes, { seenVersion, actorUserId: viewer.userId })
    if (saveResult === null) return notFound()
    return redirectWithFlash(paths.admin.publicationTaxes(id), { tone: 'good', text: specTexts.saved })
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    const storedTaxes = await findOwnTaxes(id)
    const saved = toTaxTexts(storedTaxes.taxes)
    const versions = {
      labels: taxLabels,
      stored: saved,
      typed: toTaxTexts(taxes),
      sent: submission.payload,
      saved,
    }
    const conflict = await loadConflict({ entity: 'publication', id }, versions)
    const result = replyWithStored(submission.reply(), versions)
    const reply = { result, conflict, lock_version: storedTaxes.lock_version }
    return data(reply, { status: 409 })
  }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function PublicationTaxes() {
  const { id, name, saved, defaults, lock_version } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const field = makeFieldTextReader(actionData?.result, saved)
  return (
    <div className="narrow">
      <PageHeading
        title="Códigos fiscais"
        lead={name}
        back={{ href: paths.admin.publication(id), label: name }}
      />
      {field.hasErrors ? <ErrorSummary errors={field.errors} labels={taxLabels} /> : null}
      {actionData?.conflict ? <ConflictNotice conflict={actionData.conflict} /> : null}
      <PostForm
        seenDigest={field.seenDigest}
        action={paths.admin.publicationTaxes(id)}
        noValidate
        data-once=""
      >
        <input type="hidden" name="lock_version" value={actionData?.lock_version ?? lock_version} />
        <TaxFields getField={field.getField} defaults={defaults} />
        <p className="actions">
          <Button variant="main">Salvar</Button>
          <LinkButton href={paths.admin.publication(id)}>Voltar</LinkButton>
        </p>
      </PostForm>
    </div>
  )
}
