import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { contactAnswerDays } from '#app/domain/accounts/lifetimes.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { contactSchema } from '#app/forms/contact.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { isCachedPage } from '#app/http/context.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { logFailure, readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { getViewer } from '#app/http/session.server.ts'
import { receiveContactMessage } from '#app/models/accounts/contact-message.server.ts'
import { makeSecret } from '#app/models/accounts/session.server.ts'
import { cachedCompany } from '#app/models/settings/cached-settings.server.ts'
import { paths } from '#app/paths.ts'
import { type CompanyContact, toCompanyContact } from '#app/text/accounts/address-labels.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { HoneypotField } from '#app/ui/forms/honeypot-field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle = {
  title: 'Contato',
  description: 'Telefone, e-mail, endereço e um formulário para falar com quem entende das publicações.',
  canonical: paths.contact(),
}

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

export async function loader(args: LoaderFunctionArgs) {
  const [company, viewer] = await Promise.all([cachedCompany(), getViewer(args)])
  const saved: Record<string, string> = viewer ? { name: viewer.displayName, email: viewer.email } : {}
  // A cached page is sent to everybody, so it has no token.
  const token = isCachedPage(args.context) ? undefined : makeSecret()
  return { company: company && toCompanyContact(company), saved, token }
}

export async function action(args: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(args.request), { schema: contactSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  // Without a token, equal texts on the same day count as one message.
  const { website, token = toCivilDate(new Date()), phone = null, ...message } = submission.value
  // Only robots fill the hidden field.
  if (website) return data(submission.reply({ formErrors: [messages.messageNotTaken] }), { status: 400 })
  const viewer = await getViewer(args)
  const sender = { token, address: args.context.clientAddress ?? '', userId: viewer?.userId ?? null }
  const outcome = await logFailure(
    receiveContactMessage({ ...message, phone }, sender),
    args.context,
    'contact message not stored',
  )
  // The page preserves the typed text, so that nobody must write a long message again.
  if (outcome === undefined) return data(submission.reply({ formErrors: [notStoredText] }), { status: 500 })
  if (typeof outcome === 'number')
    return redirectWithFlash(paths.contact(), { tone: 'good', text: messages.contactReceived(outcome) })
  const text = messages.tooManyMessages(setRetryAfter(args.context, outcome))
  return data(submission.reply({ formErrors: [text] }), { status: 429 })
}

const notStoredText = `${specTexts.serverError} ${messages.messageNotTaken}`

const labels = { name: 'Campo Nome', email: 'Campo E-mail', phone: 'Campo Telefone', text: 'Campo Mensagem' }

export default function Contact() {
  const { company, saved, token } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>(), saved)
  return (
    <div className="narrow">
      <PageHeading title="Contato" lead="Fale com quem entende das publicações." />
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={labels} />
      ) : null}
      <ContactForm field={field} token={token} />
      {company ? <OtherWays company={company} /> : null}
    </div>
  )
}

function ContactForm({
  field,
  token,
}: {
  field: ReturnType<typeof makeFieldTextReader>
  token: string | undefined
}) {
  return (
    <form method="post" noValidate className="stack" data-once="">
      {token ? <input type="hidden" name="token" value={token} /> : null}
      <TextField label="Nome" autoComplete="name" isRequired {...field.getField('name')} />
      <TextField label="E-mail" type="email" autoComplete="email" isRequired {...field.getField('email')} />
      <TextField
        label="Telefone"
        type="tel"
        autoComplete="tel-national"
        width="half"
        optional
        data-mask="phone"
        {...field.getField('phone')}
      />
      <TextAreaField label="Mensagem" rows={8} isRequired {...field.getField('text')} />
      <HoneypotField />
      <p className="hint">{`Você recebe um número de protocolo, e vamos responder em até ${contactAnswerDays} dias.`}</p>
      <div className="actions">
        <Button variant="main">Enviar mensagem</Button>
      </div>
    </form>
  )
}

function OtherWays({ company }: { company: CompanyContact }) {
  return (
    <section className="section" aria-labelledby="outros-contatos">
      <h2 id="outros-contatos">Outros contatos</h2>
      <SummaryList
        rows={[
          {
            key: 'Telefone',
            value: <a href={`tel:+55${company.phone.replace(/\D/g, '')}`}>{company.phone}</a>,
          },
          { key: 'E-mail', value: <a href={`mailto:${company.email}`}>{company.email}</a> },
          { key: 'Endereço', value: company.address },
        ]}
      />
    </section>
  )
}
