import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { authenticate } from '#app/http/authenticator.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { completeLogin, getViewer } from '#app/http/session.server.ts'
import { cachedCompany } from '#app/models/settings/cached-settings.server.ts'
import { getSafeRedirect, paths } from '#app/paths.ts'
import { readEntryHint, storeEntryHint } from '#app/routes/account/entry-hint.server.ts'
import { toCompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PasswordField, TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Entrar', hasDialogs: true }

const loginSchema = z.object({
  email: z.string({ error: specTexts.loginFieldRequired }).max(254, specTexts.loginFailed),
  password: z.string({ error: specTexts.loginFieldRequired }).max(1000, specTexts.loginFailed),
  redirectTo: z.string().optional(),
})

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const redirectTo = getSafeRedirect(searchParams.get('redirectTo'))
  if (await getViewer(args)) throw seeOther(redirectTo)
  const entryHint = await readEntryHint(args.request)
  const isFormStored = redirectTo.startsWith(paths.unsentForms())
  const lostNotice = searchParams.has('lost') ? messages.unsentLost : null
  return {
    redirectTo,
    email: entryHint?.email ?? '',
    notice: isFormStored ? messages.sessionOver : lostNotice,
  }
}

export async function action(args: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(args.request.clone()), { schema: loginSchema })
  if (submission.status !== 'success')
    return data(submission.reply({ hideFields: ['password'] }), { status: 400 })
  const redirectTo = getSafeRedirect(submission.value.redirectTo)
  const authentication = await authenticate(args, submission.value)
  if (typeof authentication === 'number') return completeLogin(args, authentication, redirectTo)
  if (authentication === 'weak')
    return redirectWithFlash(paths.login(), { tone: 'warn', text: messages.staffPasswordWeak })
  const isLimited = typeof authentication === 'object' && 'retryAt' in authentication
  const text = isLimited
    ? messages.tooManyLogins(setRetryAfter(args.context, authentication))
    : await formatRefusal(authentication)
  const refusalReply = submission.reply({ hideFields: ['password'], formErrors: [text] })
  const headers = await storeEntryHint({ email: submission.value.email, redirectTo })
  return data(refusalReply, { status: isLimited ? 429 : 400, headers })
}

async function formatRefusal(refusal: { dueAt: Date } | 'wrong'): Promise<string> {
  if (refusal === 'wrong') return specTexts.loginFailed
  const company = await cachedCompany()
  return messages.deletionOpen(formatDateTime(refusal.dueAt), company && toCompanyContact(company))
}

const labels = { email: 'E-mail', password: 'Senha' }

export default function Login() {
  const { redirectTo, notice, email } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>(), { email })
  return (
    <div className="narrow">
      <PageHeading title="Entrar" />
      {notice ? <Notice tone="warn">{notice}</Notice> : null}
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={labels} />
      ) : null}
      <form method="post" noValidate className="stack" data-once="">
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          isRequired
          {...field.getField('email')}
        />
        <PasswordField label="Senha" isRequired {...field.getField('password')} />
        <div className="actions">
          <Button variant="main">Entrar</Button>
        </div>
      </form>
      <p>
        <a href={paths.recover(redirectTo === paths.home() ? {} : { redirectTo })} data-dialog="">
          Esqueci a senha
        </a>
      </p>
      <p className="hint">
        Ainda não tem conta? Ela é criada na primeira compra.{' '}
        <a href={paths.publications()}>Ver as publicações</a>
      </p>
    </div>
  )
}
