import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getMinPasswordLength } from '#app/domain/accounts/password.ts'
import { makePasswordChangeSchema } from '#app/forms/account.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { reauthenticate } from '#app/http/authenticator.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { openSession, requireViewer } from '#app/http/session.server.ts'
import { changePassword } from '#app/models/accounts/account.server.ts'
import { findPasswordOwner } from '#app/models/accounts/user.server.ts'
import { paths } from '#app/paths.ts'
import { NewPasswordFields, newPasswordLabels } from '#app/routes/account/new-password-fields.tsx'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PasswordField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Trocar a senha' }

export async function loader(args: LoaderFunctionArgs) {
  return { minLength: getMinPasswordLength(await requireViewer(args)) }
}

/** Sets the password and ends all sessions; this browser gets a new session. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  const schema = makePasswordChangeSchema(await findPasswordOwner(viewer.userId))
  const submission = parseWithZod(await readForm(args.request), { schema })
  const reject = (status: number, replyOptions = {}) =>
    data(submission.reply({ hideFields: ['current', 'password', 'confirmation'], ...replyOptions }), {
      status,
    })
  if (submission.status !== 'success') return reject(400)
  const { current, password } = submission.value
  const reauthentication = await reauthenticate(args, viewer, current)
  if (reauthentication === 'wrong')
    return reject(400, { fieldErrors: { current: [messages.currentPasswordWrong] } })
  if (reauthentication !== 'right')
    return reject(429, {
      formErrors: [messages.tooManyPasswords(setRetryAfter(args.context, reauthentication))],
    })
  await changePassword(viewer.userId, password)
  await recordSecurity(args, 'password-changed', { userId: viewer.userId, accountId: viewer.userId })
  // With a second factor, a password is no proof, so the new session keeps the time of the last proof.
  const provedAt = viewer.hasSecondFactor ? viewer.provedAt : undefined
  const headers = await openSession(args.request, viewer.userId, provedAt)
  const text = `${specTexts.passwordChanged}. As sessões em outros aparelhos foram encerradas.`
  return redirectWithFlash(paths.account(), { tone: 'good', text }, headers)
}

const labels = { current: 'Senha atual', ...newPasswordLabels }

export default function ChangePassword() {
  const { minLength } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>())
  return (
    <div className="narrow">
      <PageHeading
        title="Trocar a senha"
        lead="As sessões abertas em outros aparelhos são encerradas."
        back={{ href: paths.account(), label: 'Meus dados' }}
      />
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={labels} />
      ) : null}
      <PostForm action={paths.password()} noValidate className="stack" data-once="">
        <PasswordField label={labels.current} isRequired {...field.getField('current')} />
        <NewPasswordFields field={field} minLength={minLength} />
        <div className="actions">
          <Button variant="main">Alterar senha</Button>
        </div>
      </PostForm>
    </div>
  )
}
