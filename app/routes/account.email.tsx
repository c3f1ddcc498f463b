import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Button } from '#app/components/button.tsx'
import { ErrorSummary } from '#app/components/error-summary.tsx'
import { PasswordField, TextField } from '#app/components/field.tsx'
import { PageHeading } from '#app/components/page-heading.tsx'
import { changeEmailSchema } from '#app/forms/account.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { changeEmail } from '#app/models/account.server.ts'
import { EmailTaken } from '#app/models/user.server.ts'
import { messages } from '#app/text/messages.ts'
import { reauthenticate } from '#app/web/authenticator.server.ts'
import { redirectWithFlash } from '#app/web/flash.server.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { readForm } from '#app/web/responses.server.ts'
import { requireViewer } from '#app/web/session.server.ts'

export const handle: PageHandle = { title: 'Trocar o e-mail' }

export async function loader(args: LoaderFunctionArgs) {
  const { email } = await requireViewer(args)
  return { email }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  const submission = parseWithZod(await readForm(args.request), { schema: changeEmailSchema })
  const refuse = (status: number, more = {}) =>
    data(submission.reply({ hideFields: ['current'], ...more }), { status })
  if (submission.status !== 'success') return refuse(400)
  const { email, current } = submission.value
  const known = await reauthenticate(args, viewer, current)
  if (known === 'too-many-tries') return refuse(429, { formErrors: [messages.tooManyPasswords] })
  if (known === 'wrong') return refuse(400, { fieldErrors: { current: [messages.currentPasswordWrong] } })
  try {
    await changeEmail(viewer.userId, email)
  } catch (error) {
    if (!(error instanceof EmailTaken)) throw error
    return refuse(400, { fieldErrors: { email: [messages.emailKnown] } })
  }
  const text = `E-mail alterado. A partir de agora você entra com ${email}.`
  return redirectWithFlash(paths.account(), { tone: 'good', text })
}

const labels = { email: 'Novo e-mail', current: 'Senha atual' }

export default function ChangeEmail() {
  const { email } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>())
  return (
    <div className="narrow">
      <PageHeading
        title="Trocar o e-mail"
        lead={`Hoje você entra com ${email}.`}
        back={{ href: paths.account(), label: 'Meus dados' }}
      />
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={labels} />
      ) : null}
      <form method="post" action={paths.changeEmail()} noValidate className="stack" data-once="">
        <TextField
          label={labels.email}
          hint="Com ele você entra e recebe nossas mensagens. Avisamos também no e-mail de hoje."
          type="email"
          autoComplete="email"
          required
          {...field.of('email')}
        />
        <PasswordField
          label={labels.current}
          hint="Para termos certeza de que é você."
          required
          {...field.of('current')}
        />
        <div className="actions">
          <Button variant="main">Trocar o e-mail</Button>
        </div>
      </form>
    </div>
  )
}
