import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type MailTopic, mailTopics } from '#app/domain/accounts/mailbox/mail-topic.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { type RecordConflict, saveOwnRecord } from '#app/http/accounts/save-own.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { findMailbox, type Mailbox, saveTopics } from '#app/models/accounts/mailbox/mailbox.server.ts'
import { confirmAddress } from '#app/models/accounts/mailbox/refused-address.server.ts'
import { countAttempt } from '#app/models/accounts/rate-limit.server.ts'
import { paths } from '#app/paths.ts'
import { choicesSchema } from '#app/routes/account/mails/wish-schema.ts'
import { unchangedNotice } from '#app/text/accounts/account-labels.ts'
import { mailTopicHints, mailTopicLabels } from '#app/text/accounts/mail-topic-labels.ts'
import { formatYesNo } from '#app/text/accounts/user-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/forms/choice-fields.tsx'
import { OwnConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'E-mails que você recebe' }

export async function loader(args: LoaderFunctionArgs) {
  const { userId, email } = await requireViewer(args)
  const { declinedTopics, refusedAt } = await findMailbox(userId)
  return {
    email,
    refusedAt: refusedAt && formatDateTime(refusedAt),
    saved: toTopicTexts({ declinedTopics }),
  }
}

function toTopicTexts({ declinedTopics }: Pick<Mailbox, 'declinedTopics'>): Record<MailTopic, string> {
  const toText = (topic: MailTopic) => (declinedTopics[topic] === null ? 'on' : '')
  return { reminders: toText('reminders'), revisions: toText('revisions') }
}

function formatTopics(texts: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, formatYesNo(text === 'on')]))
}

export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireViewer(args)
  const form = await readForm(args.request)
  const redirectBack = (text: string) => redirectWithFlash(paths.mailChoices(), { tone: 'good', text })
  if (form.get('address') === 'right') {
    await confirmAddress(userId)
    return redirectBack('Obrigado. Vamos continuar escrevendo para este e-mail.')
  }
  const submission = parseWithZod(form, { schema: choicesSchema })
  const reject = (status: number, replyOptions = {}) =>
    data<Partial<RecordConflict>>({ result: submission.reply(replyOptions) }, { status })
  if (submission.status !== 'success') return reject(400)
  const tooManyAttempts = await countAttempt('mail-choice', { address: '', email: String(userId) })
  if (tooManyAttempts) {
    const formErrors = [messages.tooManyMailChoices(setRetryAfter(args.context, tooManyAttempts))]
    return reject(429, { formErrors })
  }
  const wishes = submission.value
  const outcome = await saveOwnRecord(submission, {
    labels: mailTopicLabels,
    toTexts: toTopicTexts,
    toReadable: formatTopics,
    find: () => findMailbox(userId),
    typed: { reminders: wishes.reminders ? 'on' : '', revisions: wishes.revisions ? 'on' : '' },
    save: async (check) => (await saveTopics(userId, wishes, 'account', check)).length > 0,
  })
  if (typeof outcome === 'object') return data(outcome, { status: 409 })
  return redirectBack(outcome === 'saved' ? 'Escolhas salvas.' : unchangedNotice.text)
}

export default function MailChoices() {
  const { email, refusedAt, saved } = useLoaderData<typeof loader>()
  const actionData = useActionData<Partial<RecordConflict>>()
  const field = makeFieldTextReader(actionData?.result, saved)
  return (
    <div className="narrow stack">
      <PageHeading
        title="E-mails que você recebe"
        lead={`Nossas mensagens vão para ${email}.`}
        back={{ href: paths.account(), label: 'Meus dados' }}
      />
      {refusedAt ? <RefusedAddress email={email} refusedAt={refusedAt} /> : null}
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={mailTopicLabels} />
      ) : null}
      {actionData?.conflict ? <OwnConflictNotice conflict={actionData.conflict} /> : null}
      <PostForm seenDigest={field.seenDigest} action={paths.mailChoices()} className="stack" data-once="">
        {mailTopics.map((topic) => (
          <CheckboxField
            key={topic}
            name={topic}
            label={capitalise(mailTopicLabels[topic])}
            hint={mailTopicHints[topic]}
            defaultChecked={field.value(topic) === 'on'}
          />
        ))}
        <p>
          Os e-mails sobre os seus pedidos, pagamentos e envios, a segurança da conta e os seus direitos
          chegam sempre: fazem parte da compra, ou a lei exige.
        </p>
        <div className="actions">
          <Button variant="main">Salvar escolhas</Button>
        </div>
      </PostForm>
    </div>
  )
}

function RefusedAddress({ email, refusedAt }: { email: string; refusedAt: string }) {
  return (
    <Notice tone="warn" title="Seu e-mail recusou nossas mensagens: confira">
      <p>
        {`Em ${refusedAt} (horário de Brasília) o servidor de ${email} recusou ou devolveu uma mensagem nossa. Pode haver um erro no endereço, ou a caixa estar cheia ou encerrada.`}
      </p>
      <PostForm action={paths.mailChoices()} className="actions">
        <LinkButton href={paths.changeEmail()}>Trocar o e-mail</LinkButton>
        <Button name="address" value="right">
          O e-mail está certo
        </Button>
      </PostForm>
    </Notice>
  )
}

function capitalise(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
