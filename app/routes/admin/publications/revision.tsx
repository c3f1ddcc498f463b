import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { optionalLines } from '#app/forms/text-field.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findPublicationPage } from '#app/models/catalogue/publication-page.server.ts'
import { describeRevision, findRevision } from '#app/models/catalogue/revision.server.ts'
import { paths } from '#app/paths.ts'
import { defineQuestion } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import { publicationLabels } from '#app/text/catalogue/publication-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { TextAreaField } from '#app/ui/forms/field.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ name, version }) => `${version} de ${name}`,
  section: 'publications',
  help: 'revisoes',
}

const schema = z.object({ changes: optionalLines(2_000) })

/** Sets the changes of any revision, even an earlier one. Version and date stay (D81). */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => ({
    publicationId: parseId(params.id) ?? notFound(),
    revisionId: parseId(params.revision) ?? notFound(),
  }),
  show: async (ids) => {
    const { name } = (await findPublicationPage(ids.publicationId)) ?? notFound()
    const { version, date, changes } = (await findRevision(ids.publicationId, ids.revisionId)) ?? notFound()
    return { ...ids, name, version, date, changes }
  },
  schema: () => schema,
  execute: ({ record, values, viewer }) => describeRevision(record, values.changes || null, viewer.userId),
  outcome: (isSaved, { record }) =>
    isSaved
      ? redirectWithFlash(paths.admin.publication(record.publicationId), {
          tone: 'good',
          text: specTexts.saved,
        })
      : notFound(),
})
export const loader = question.loader
export const action = question.action

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Revision() {
  const { publicationId, revisionId, name, version, date, changes } = useLoaderData<typeof loader>()
  const field = useQuestionFields({ changes: changes ?? '' })
  return (
    <QuestionPage
      title={`O que mudou na ${version}`}
      lead={`${name}, ${formatDate(date)}`}
      back={{ href: paths.admin.publication(publicationId), label: 'Publicação' }}
      field={field}
      labels={publicationLabels}
      action={paths.admin.publicationRevision(publicationId, revisionId)}
      button="Salvar"
    >
      <TextAreaField
        label={publicationLabels.changes}
        optional
        rows={8}
        maxLength={2000}
        hint="Aparece na página da publicação e no aviso aos assinantes; uma linha por mudança."
        {...field.getField('changes')}
      />
    </QuestionPage>
  )
}
