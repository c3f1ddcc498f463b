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

type Shown = { topic: MailTopic; isWanted: boolean } | null

export const handle: PageHandle<Shown> = {
  title: (shownData) => (shownData ? `Receber ${mailTopicLabels[shownData.topic]}` : 'Este link não existe'),
}

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Opening the page changes nothing, since mail scanners open every link before the reader does. */
export async function loader(args: LoaderFunctionArgs) {
  const found = await findLink(args)
  return found ? data(found.shown) : data(null, { status: 404 })
}

/** Handles the page's form, and the POST of mail programs, which follow no redirect (RFC 8058, 3.1). */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request)
  const address = args.context.clientAddress ?? ''
  const found = await findLink(args)
  if (!found) {
    const limited = await countAttempt('mail-link', { address, email: '' })
    return data(null, { status: limited ? 429 : 404 })
  }
  const isOneClick = form.get('List-Unsubscribe') === 'One-Click'
  const wish = isOneClick ? 'off' : parseWish(form)
  if (!wish) return data(null, { status: 400 })
  const isChange = (wish === 'on') !== found.shown.isWanted
  const limited = isChange && (await countAttempt('mail-choice', { address, email: String(found.userId) }))
  if (limited) return data(messages.tooManyMailChoices(setRetryAfter(args.context, limited)), { status: 429 })
  const { topic } = found.shown
  await saveTopics(found.userId, { [topic]: wish === 'on' }, 'link')
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
  return { userId: mailbox.userId, shown: { topic, isWanted: mailbox.declinedTopics[topic] === null } }
}

export default function DeclineMails() {
  const shownData = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  if (!shownData) return <DeadLink />
  const words = mailTopicLabels[shownData.topic]
  return (
    <div className="narrow stack">
      <PageHeading
        title={shownData.isWanted ? `Parar de receber ${words}?` : `Você não recebe ${words}`}
        lead="Pedidos, pagamentos, envios e a segurança da conta continuam chegando por e-mail."
      />
      {refusal ? <Notice tone="bad">{refusal}</Notice> : null}
      {shownData.isWanted ? (
        <Notice tone="warn" isSilent title="Antes de parar">
          {mailTopicHints[shownData.topic]}
        </Notice>
      ) : (
        <Notice tone="good" isSilent>
          {`Não vamos mais enviar ${words} para este e-mail.`}
        </Notice>
      )}
      <form method="post" className="actions" data-once="">
        <Button
          variant={shownData.isWanted ? 'main' : 'secondary'}
          name="wish"
          value={shownData.isWanted ? 'off' : 'on'}
        >
          {shownData.isWanted ? `Não receber mais ${words}` : `Voltar a receber ${words}`}
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
