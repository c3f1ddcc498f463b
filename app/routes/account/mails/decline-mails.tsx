import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isMailTopic, type MailTopic } from '#app/domain/accounts/mailbox/mail-topic.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { findMailboxByToken, saveTopics } from '#app/models/accounts/mailbox/mailbox.server.ts'
import { countAttempt } from '#app/models/accounts/rate-limit.server.ts'
import { paths } from '#app/paths.ts'
import { wishSchema } from '#app/routes/account/mails/wish-schema.ts'
import { mailTopicHints, mailTopicLabels } from '#app/text/accounts/mail-topic-labels.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

type TopicChoice = { topic: MailTopic; isWanted: boolean } | null

export const handle: PageHandle<TopicChoice> = {
  title: (choice) => (choice ? `Receber ${mailTopicLabels[choice.topic]}` : 'Este link não existe'),
}

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Opening the page changes nothing because mail scanners open every link before the reader does. */
export async function loader(args: LoaderFunctionArgs) {
  const link = await findLink(args)
  return link ? data(link.choice) : data(null, { status: 404 })
}

/** Handles the page's form, and the POST of mail programs, which follow no redirect (RFC 8058, 3.1). */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request)
  const address = args.context.clientAddress ?? ''
  const link = await findLink(args)
  if (!link) {
    const tooManyAttempts = await countAttempt('mail-link', { address, email: '' })
    return data(null, { status: tooManyAttempts ? 429 : 404 })
  }
  const isOneClick = form.get('List-Unsubscribe') === 'One-Click'
  const wish = isOneClick ? 'off' : parseWish(form)
  if (!wish) return data(null, { status: 400 })
  const { topic, isWanted } = link.choice
  const changesChoice = (wish === 'on') !== isWanted
  const tooManyAttempts =
    changesChoice && (await countAttempt('mail-choice', { address, email: String(link.userId) }))
  if (tooManyAttempts)
    return data(messages.tooManyMailChoices(setRetryAfter(args.context, tooManyAttempts)), { status: 429 })
  await saveTopics(link.userId, { [topic]: wish === 'on' }, 'link')
  return isOneClick ? data(null) : redirect(paths.declineMails(args.params.token ?? '', topic), 303)
}

function parseWish(form: FormData): 'on' | 'off' | undefined {
  const submission = parseWithZod(form, { schema: wishSchema })
  return submission.status === 'success' ? submission.value.wish : undefined
}

async function findLink({ params: { token = '', topic = '' } }: LoaderFunctionArgs) {
  if (!isMailTopic(topic)) return undefined
  const mailbox = await findMailboxByToken(token)
  if (!mailbox) return undefined
  return { userId: mailbox.userId, choice: { topic, isWanted: mailbox.declinedTopics[topic] === null } }
}

export default function DeclineMails() {
  const choice = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  if (!choice) return <DeadLink />
  const topicLabel = mailTopicLabels[choice.topic]
  return (
    <div className="narrow stack">
      <PageHeading
        title={choice.isWanted ? `Parar de receber ${topicLabel}?` : `Você não recebe ${topicLabel}`}
        lead="Pedidos, pagamentos, envios e a segurança da conta continuam chegando por e-mail."
      />
      {refusal ? <Notice tone="bad">{refusal}</Notice> : null}
      {choice.isWanted ? (
        <Notice tone="warn" isSilent title="Antes de parar">
          {mailTopicHints[choice.topic]}
        </Notice>
      ) : (
        <Notice tone="good" isSilent>
          {`Não vamos mais enviar ${topicLabel} para este e-mail.`}
        </Notice>
      )}
      <form method="post" className="actions" data-once="">
        <Button
          variant={choice.isWanted ? 'main' : 'secondary'}
          name="wish"
          value={choice.isWanted ? 'off' : 'on'}
        >
          {choice.isWanted ? `Não receber mais ${topicLabel}` : `Voltar a receber ${topicLabel}`}
        </Button>
        <LinkButton href={paths.mailChoices()}>Ver todos os avisos na minha conta</LinkButton>
      </form>
    </div>
  )
}

function DeadLink() {
  return (
    <div className="narrow">
      <PageHeading
        title="Este link não existe"
        lead="Confira se o link está completo, como veio no e-mail. Na sua conta você também escolhe os avisos que recebe."
      />
      <p className="actions">
        <LinkButton href={paths.mailChoices()} variant="main">
          Escolher os avisos
        </LinkButton>
      </p>
    </div>
  )
}
