import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { requiredLines, requiredText } from '#app/forms/text-field.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { RecallRepeated, sendRecall } from '#app/models/reports/recall-notice.server.ts'
import { paths } from '#app/paths.ts'
import {
  loadRecallHolders,
  previewRecall,
} from '#app/routes/admin/reports/publication-clients/recall.server.ts'
import { formatSendTo, recallLabels } from '#app/text/reports/recall-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ name }) => `Aviso a quem tem ${name}`,
  section: 'publications',
  help: 'publicacoes',
}

const checkoutTokenPattern = /^[0-9a-f]{32}$/

const recallSchema = z.object({
  intent: z.enum(['preview', 'send']).catch('preview'),
  subject: requiredText(120),
  body: requiredLines(4_000),
  token: z.string().regex(checkoutTokenPattern),
})

/** Loads the number of clients who will receive the mail (D202). */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { filter: _, ...holders } = await loadRecallHolders(args)
  return { ...holders, token: makeCheckoutToken() }
}

/** Shows the mail for the first client, or sends the mail to all clients. */
export async function action(args: ActionFunctionArgs) {
  const { userId: actorUserId } = await requireStaff(args)
  const { id, filter, back } = await loadRecallHolders(args)
  const submission = parseWithZod(await readForm(args.request), { schema: recallSchema })
  const rejectForm = (status: number, formErrors?: string[]) =>
    data({ reply: submission.reply(formErrors ? { formErrors } : {}), preview: null }, { status })
  if (submission.status !== 'success') return rejectForm(400)
  const { intent, subject, body, token: formKey } = submission.value
  if (intent === 'preview')
    return data({ reply: submission.reply(), preview: await previewRecall(filter, { subject, body }) })
  try {
    const count = await sendRecall({ filter, subject, body, formKey, actorUserId })
    if (count === 0) return rejectForm(400, [recallLabels.nobody])
  } catch (error) {
    if (error instanceof RecallRepeated) return rejectForm(409, [recallLabels.repeated])
    throw error
  }
  const recallReportLink = {
    href: paths.admin.report('recall', { publication_id: String(id) }),
    label: 'Ver quem foi avisado',
  }
  return redirectWithFlash(back, {
    tone: 'good',
    text: 'Aviso registrado. Os e-mails saem agora, em segundo plano.',
    link: recallReportLink,
  })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Recall() {
  const { name, recipientsText, count, back, formHref, token } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const field = makeFieldTextReader(actionData?.reply)
  return (
    <div className="narrow stack-l">
      <PageHeading
        title="Aviso a quem tem a publicação"
        lead={`${name}. ${recipientsText}`}
        back={{ href: back, label: 'Quem tem' }}
      />
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={recallLabels} />
      ) : null}
      {count === 0 ? (
        <EmptyState text={recallLabels.nobody} />
      ) : (
        <PostForm action={formHref} noValidate className="stack-l" data-once="">
          <input type="hidden" name="token" value={field.value('token') ?? token} />
          <TextField label={recallLabels.subject} {...field.getField('subject')} isRequired maxLength={120} />
          <TextAreaField
            label={recallLabels.body}
            hint={recallLabels.bodyHint}
            {...field.getField('body')}
            isRequired
            rows={10}
            maxLength={4_000}
          />
          {actionData?.preview ? <Preview {...actionData.preview} /> : null}
          <p className="actions">
            {/* This button comes first, so that Enter in a field previews the mail instead of sending it. */}
            <Button name="intent" value="preview">
              {recallLabels.preview}
            </Button>
            <Button name="intent" value="send" variant="main">
              {formatSendTo(count)}
            </Button>
          </p>
        </PostForm>
      )}
    </div>
  )
}

type PreviewProps = NonNullable<Awaited<ReturnType<typeof previewRecall>>>

function Preview({ to, subject, lines, details, reason }: PreviewProps) {
  return (
    <section aria-labelledby="previa" className="section stack-l">
      <h2 id="previa">{`Como ${to} recebe`}</h2>
      <p>
        <strong>{subject}</strong>
      </p>
      {lines.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
      <SummaryList
        rows={details.map(({ label, value }) => ({ id: `${label} ${value}`, key: label, value }))}
      />
      <p>{reason}</p>
    </section>
  )
}
