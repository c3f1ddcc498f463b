import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { changeEmailSchema } from '#app/forms/account.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { reauthenticate } from '#app/http/authenticator.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { findUnconfirmedEmail, requestEmailChange } from '#app/models/accounts/email-request.server.ts'
import { EmailTaken } from '#app/models/accounts/user.server.ts'
import { paths } from '#app/paths.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PasswordField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Trocar o e-mail' }

export async function loader(args: LoaderFunctionArgs) {
  const { email, userId } = await requireViewer(args)
  const unconfirmedEmail = await findUnconfirmedEmail(userId)
  const isOtherEmail = unconfirmedEmail !== undefined && unconfirmedEmail.email !== email
  return { email, newEmail: isOtherEmail ? unconfirmedEmail : null }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  const submission = parseWithZod(await readForm(args.request), { schema: changeEmailSchema })
  const reject = (status: number, replyOptions = {}) =>
    data(submission.reply({ hideFields: ['current'], ...replyOptions }), { status })
  if (submission.status !== 'success') return reject(400)
  const { email, current } = submission.value
  const reauthentication = await reauthenticate(args, viewer, current)
  if (reauthentication === 'wrong')
    return reject(400, { fieldErrors: { current: [messages.currentPasswordWrong] } })
  if (reauthentication !== 'right')
    return reject(429, {
      formErrors: [messages.tooManyPasswords(setRetryAfter(args.context, reauthentication))],
    })
  const emailRequest = await requestChange(viewer.userId, {
    email,
    address: args.context.clientAddress ?? '',
  })
  const isLimited = typeof emailRequest === 'object'
  if (isLimited)
    return reject(429, { formErrors: [messages.tooManyEmails(setRetryAfter(args.context, emailRequest))] })
  if (emailRequest !== 'sent') return reject(400, { fieldErrors: { email: [emailFaults[emailRequest]] } })
  const { userId } = viewer
  await recordSecurity(args, 'link-asked', { userId, accountId: userId, details: { link: 'email' } })
  const text = `Enviamos um link para ${email}. O e-mail da conta muda quando você abrir o link e confirmar.`
  return redirectWithFlash(paths.changeEmail(), { tone: 'good', text })
}

const emailFaults = { same: messages.emailSame, taken: messages.emailKnown }

async function requestChange(userId: number, change: { email: string; address: string }) {
  try {
    return await requestEmailChange(userId, change)
  } catch (error) {
    if (error instanceof EmailTaken) return 'taken'
    throw error
  }
}

const labels = { email: 'Novo e-mail', again: 'Repita o novo e-mail', current: 'Senha atual' }

export default function ChangeEmail() {
  const { email, newEmail } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>())
  return (
    <div className="narrow">
      <PageHeading
        title="Trocar o e-mail"
        lead={`Hoje você entra com ${email}.`}
        back={{ href: paths.account(), label: 'Meus dados' }}
      />
      {newEmail ? (
        <Notice tone="info" title={`${newEmail.email} espera a sua confirmação.`}>
          {`Abra o link que enviamos para lá até ${formatDateTime(newEmail.until)} (horário de Brasília). Até então você entra com ${email}. Errou o e-mail? Peça a troca de novo.`}
        </Notice>
      ) : null}
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={labels} />
      ) : null}
      <PostForm action={paths.changeEmail()} noValidate className="stack" data-once="">
        <TextField
          label={labels.email}
          hint="Vamos enviar um link para ele. A troca vale quando você abrir o link e confirmar; o e-mail de hoje recebe um aviso."
          type="email"
          autoComplete="email"
          isRequired
          {...field.getField('email')}
        />
        <TextField
          label={labels.again}
          type="email"
          autoComplete="off"
          isRequired
          {...field.getField('again')}
        />
        <PasswordField
          label={labels.current}
          hint="Para termos certeza de que é você."
          isRequired
          {...field.getField('current')}
        />
        <div className="actions">
          <Button variant="main">Trocar o e-mail</Button>
        </div>
      </PostForm>
    </div>
  )
}
