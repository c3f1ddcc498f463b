import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { fieldText } from '#app/forms/field-text.ts'
import { noteSecurity } from '#app/http/accounts/security-log.server.ts'
import { attemptKey } from '#app/http/context.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { waitFor } from '#app/http/retry-after.server.ts'
import { requestPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { findUserIdByEmail } from '#app/models/accounts/user.server.ts'
import { paths, safeRedirect } from '#app/paths.ts'
import { keepEntryHint, readEntryHint } from '#app/routes/account/entry-hint.server.ts'
import { messages, specified } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Recuperar senha' }

const schema = z.object({
  email: z
    .string({ error: specified.recoveryEmailRequired })
    .trim()
    .min(1, specified.recoveryEmailRequired)
    .max(254, specified.recoveryUnknown),
  redirectTo: z.string().optional(),
})

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const hint = await readEntryHint(request)
  return { redirectTo: safeRedirect(searchParams.get('redirectTo')), email: hint?.email ?? '' }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { email } = submission.value
  const redirectTo = safeRedirect(submission.value.redirectTo)
  const result = await requestPasswordLink(attemptKey(context, email))
  const accountId = (await findUserIdByEmail(email)) ?? null
  if (result === 'sent')
    await noteSecurity({ context }, 'link-asked', { accountId, details: { link: 'password' } })
  if (result === 'sent')
    return redirectWithFlash(
      loginPath(redirectTo),
      { tone: 'good', text: specified.recoverySent },
      await keepEntryHint({ email, redirectTo }),
    )
  if (result === 'unknown')
    return data(submission.reply({ fieldErrors: { email: [specified.recoveryUnknown] } }), { status: 400 })
  const text = messages.tooManyRecoveries(waitFor(context, result))
  return data(submission.reply({ formErrors: [text] }), { status: 429 })
}

function loginPath(redirectTo: string) {
  return paths.login(redirectTo === paths.home() ? {} : { redirectTo })
}

export default function Recover() {
  const { redirectTo, email } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>(), { email })
  return (
    <div className="narrow">
      <PageHeading
        title="Recuperar senha"
        lead="Digite o e-mail da sua conta. Vamos enviar um link para você criar outra senha."
        back={{ href: loginPath(redirectTo), label: 'Entrar' }}
      />
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={{ email: 'E-mail' }} />
      ) : null}
      <form method="post" noValidate className="stack" data-once="">
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <TextField
          label="E-mail"
          hint="O e-mail da sua conta."
          type="email"
          autoComplete="username"
          required
          {...field.of('email')}
        />
        <div className="actions">
          <Button variant="main">Enviar link</Button>
        </div>
      </form>
    </div>
  )
}
