import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { contactAnswerDays } from '#app/domain/accounts/lifetimes.ts'
import { formatPhone } from '#app/domain/accounts/phone.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import {
  listContactMessages,
  markContactMessages,
  maxListedMessages,
} from '#app/models/accounts/contact-message.server.ts'
import { paths } from '#app/paths.ts'
import { formatDate, formatDateTime } from '#app/text/platform/format.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Mensagens de contato', section: 'clients', help: 'hoje' }

/** Loads messages with the deadline to answer (Decreto 7.962, art. 4). */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { open, handled, hasMore } = await listContactMessages()
  return { openMessages: open.map(toMessageRow), handledMessages: handled.map(toMessageRow), hasMore }
}

function toMessageRow(contactMessage: Awaited<ReturnType<typeof listContactMessages>>['open'][number]) {
  const { createdAt, handledAt, ...message } = contactMessage
  return {
    ...message,
    receivedText: formatDateTime(createdAt),
    answerBy: formatDate(addDays(toCivilDate(createdAt), contactAnswerDays)),
    handledAt: handledAt && formatDateTime(handledAt),
  }
}

/** Marks messages as answered, or reopens a message that was marked by mistake (D151). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const form = await readForm(args.request)
  const isHandled = form.get('intent') !== 'reopened'
  const ids = form
    .getAll('message')
    .slice(0, maxListedMessages)
    .flatMap((text) => parseId(text) ?? [])
  const changedCount = await markContactMessages(ids, { isHandled, userId })
  const text = isHandled ? formatMarkedCount(changedCount) : 'A mensagem espera resposta outra vez.'
  return redirectWithFlash(paths.admin.messages(), { tone: changedCount > 0 ? 'good' : 'warn', text })
}

function formatMarkedCount(count: number): string {
  if (count === 0) return 'Escolha ao menos uma mensagem.'
  return count === 1 ? '1 mensagem marcada como respondida.' : `${count} mensagens marcadas como respondidas.`
}

type Row = Awaited<ReturnType<typeof loader>>['openMessages'][number]

export default function Messages() {
  const { openMessages, handledMessages, hasMore } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Mensagens de contato"
        lead={`O site promete resposta em até ${contactAnswerDays} dias. Responda por e-mail e marque aqui.`}
        back={{ href: paths.admin.today(), label: 'Hoje' }}
      />
      <PostForm action={paths.admin.messages()} data-once="">
        <DataTable
          caption="Esperam resposta, da mais antiga à mais nova"
          columns={[
            choiceColumn,
            ...columns,
            { key: 'until', label: 'Responder até', render: ({ answerBy }) => answerBy },
          ]}
          rows={openMessages}
          rowKey={({ id }) => id}
          empty={{ text: 'Nenhuma mensagem espera resposta.' }}
        />
        {hasMore ? <p className="hint">Há outras depois destas.</p> : null}
        {openMessages.length > 0 ? (
          <div className="actions">
            <Button variant="main">Marcar como respondidas</Button>
          </div>
        ) : null}
      </PostForm>
      {handledMessages.length > 0 ? (
        <section aria-labelledby="respondidas" className="section">
          <h2 id="respondidas">Respondidas há pouco</h2>
          <DataTable
            caption="Respondidas há pouco"
            columns={[...columns, answeredColumn]}
            rows={handledMessages}
            rowKey={({ id }) => id}
            empty={{ text: 'Nenhuma' }}
          />
        </section>
      ) : null}
    </>
  )
}

const choiceColumn: Column<Row> = {
  key: 'choose',
  label: 'Escolher',
  align: 'choice',
  render: ({ id }) => (
    <CheckboxField
      id={`mensagem-${id}`}
      name="message"
      value={id}
      label={`Escolher o protocolo nº ${id}`}
      labelHidden
    />
  ),
}

const columns: Column<Row>[] = [
  { key: 'id', label: 'Protocolo', align: 'code', rowHeader: true, render: ({ id }) => `nº ${id}` },
  {
    key: 'from',
    label: 'De',
    render: ({ id, name, email, phone }) => (
      <>
        {name}
        <span className="sub">
          <a href={`mailto:${email}?subject=${encodeURIComponent(`Protocolo nº ${id}`)}`}>{email}</a>
        </span>
        {phone ? <span className="sub">{formatPhone(phone)}</span> : null}
      </>
    ),
  },
  { key: 'text', label: 'Mensagem', render: ({ text }) => <span className="lines">{text}</span> },
  { key: 'at', label: 'Recebida em', render: ({ receivedText }) => receivedText },
]

const answeredColumn: Column<Row> = {
  key: 'answered',
  label: 'Respondida',
  render: ({ id, handledAt, handler }) => (
    <PostForm action={paths.admin.messages()}>
      <span>{handler ? `${handledAt}, por ${handler}` : `${handledAt}`}</span>
      <input type="hidden" name="message" value={id} />
      <Button name="intent" value="reopened" variant="quiet">
        Reabrir<span className="visually-hidden">{` o protocolo nº ${id}`}</span>
      </Button>
    </PostForm>
  ),
}
