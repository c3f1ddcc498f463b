import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { fieldText } from '#app/forms/field-text.ts'
import { optionalLines } from '#app/forms/text-field.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findPublicationPage } from '#app/models/catalogue/publication-page.server.ts'
import { describeRevision, findRevision } from '#app/models/catalogue/revision.server.ts'
import { paths } from '#app/paths.ts'
import { publicationLabels } from '#app/text/catalogue/publication-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { specified } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ name, version }) => `${version} de ${name}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const ids = idsOf(args)
  const { name } = (await findPublicationPage(ids.publicationId)) ?? notFound()
  const { version, date, changes } = (await findRevision(ids.publicationId, ids.revisionId)) ?? notFound()
  return { ...ids, name, version, date, changes }
}

const schema = z.object({ changes: optionalLines(2_000) })

/** Says what changed in any revision, earlier ones included; version and date stay as they are (D81). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const ids = idsOf(args)
  const submission = parseWithZod(await readForm(args.request), { schema })
  if (submission.status !== 'success') return data({ reply: submission.reply() }, { status: 400 })
  const isKnown = await describeRevision(ids, submission.value.changes || null, userId)
  if (!isKnown) notFound()
  const target = paths.admin.publication(ids.publicationId)
  return redirectWithFlash(target, { tone: 'good', text: specified.saved })
}

function idsOf({ params }: Pick<LoaderFunctionArgs, 'params'>) {
  return { publicationId: idFrom(params.id) ?? notFound(), revisionId: idFrom(params.revision) ?? notFound() }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Revision() {
  const { publicationId, revisionId, name, version, date, changes } = useLoaderData<typeof loader>()
  const answer = useActionData<{ reply: Parameters<typeof fieldText>[0] }>()
  const field = fieldText(answer?.reply, { changes: changes ?? '' })
  return (
    <div className="narrow">
      <PageHeading
        title={`O que mudou na ${version}`}
        lead={`${name}, ${formatDate(date)}`}
        back={{ href: paths.admin.publication(publicationId), label: 'Publicação' }}
      />
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={publicationLabels} />
      ) : null}
      <form
        method="post"
        action={paths.admin.publicationRevision(publicationId, revisionId)}
        noValidate
        data-once=""
      >
        <TextAreaField
          label={publicationLabels.changes}
          optional
          rows={8}
          maxLength={2000}
          hint="Aparece na página da publicação e no aviso aos assinantes; uma linha por mudança."
          {...field.of('changes')}
        />
        <p className="actions">
          <Button variant="main">Salvar</Button>
          <LinkButton href={paths.admin.publication(publicationId)}>Voltar</LinkButton>
        </p>
      </form>
    </div>
  )
}
