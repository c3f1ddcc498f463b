import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { mailTopics } from '#app/domain/accounts/mailbox/mail-topic.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { waitFor } from '#app/http/retry-after.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { chooseTopics, findMailbox } from '#app/models/accounts/mailbox/mailbox.server.ts'
import { confirmAddress } from '#app/models/accounts/mailbox/refused-address.server.ts'
import { consumeAttempt } from '#app/models/accounts/rate-limit.server.ts'
import { paths } from '#app/paths.ts'
import { choicesSchema } from '#app/routes/account/mails/wish-schema.ts'
import { mailTopicHints, mailTopicLabels } from '#app/text/accounts/mail-topic-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/forms/choice-fields.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'E-mails que você recebe' }

export async function loader(args: LoaderFunctionArgs) {
  const { userId, email } = await requireViewer(args)
  const { declined, refusedAt } = await findMailbox(userId)
  return {
    email,
    refusedAt: refusedAt && formatDateTime(refusedAt),
    topics: mailTopics.map((topic) => ({ topic, isWanted: declined[topic] === null })),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireViewer(args)
  const form = await readForm(args.request)
  const done = (text: string) => redirectWithFlash(paths.mailChoices(), { tone: 'good', text })
  if (form.get('address') === 'right') {
    await confirmAddress(userId)
    return done('Obrigado. Continuamos a escrever para este e-mail.')
  }
  const submission = parseWithZod(form, { schema: choicesSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const limited = await consumeAttempt('mail-choice', { address: '', email: String(userId) })
  if (limited) {
    const formErrors = [messages.tooManyMailChoices(waitFor(args.context, limited))]
    return data(submission.reply({ formErrors }), { status: 429 })
  }
  await chooseTopics(userId, submission.value, 'account')
  return done('Suas escolhas foram guardadas.')
}

export default function MailChoices() {
  const { email, refusedAt, topics } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>())
  return (
    <div className="narrow stack">
      <PageHeading
        title="E-mails que você recebe"
        lead={`Escrevemos para ${email}.`}
        back={{ href: paths.account(), label: 'Meus dados' }}
      />
      {refusedAt ? <RefusedAddress email={email} at={refusedAt} /> : null}
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={mailTopicLabels} />
      ) : null}
      <form method="post" action={paths.mailChoices()} className="stack" data-once="">
        {topics.map(({ topic, isWanted }) => (
          <CheckboxField
            key={topic}
            name={topic}
            label={capital(mailTopicLabels[topic])}
            hint={mailTopicHints[topic]}
            defaultChecked={isWanted}
          />
        ))}
        <p>
          O que trata dos seus pedidos, pagamentos e envios, da segurança da conta ou dos seus direitos chega
          sempre: faz parte da compra ou a lei pede.
        </p>
        <div className="actions">
          <Button variant="main">Guardar escolhas</Button>
        </div>
      </form>
    </div>
  )
}

function RefusedAddress({ email, at }: { email: string; at: string }) {
  return (
    <Notice tone="warn" title="Seu e-mail recusou nossas mensagens: confira">
      <p>
        {`Em ${at} (horário de Brasília) o servidor de ${email} recusou ou devolveu uma mensagem nossa. Pode haver um erro no endereço, ou a caixa estar cheia ou encerrada.`}
      </p>
      <form method="post" action={paths.mailChoices()} className="actions">
        <LinkButton href={paths.changeEmail()}>Trocar o e-mail</LinkButton>
        <Button name="address" value="right">
          O e-mail está certo
        </Button>
      </form>
    </Notice>
  )
}

function capital(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
