import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { makeAttemptKey } from '#app/http/context.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { requestPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { findUserIdByEmail } from '#app/models/accounts/user.server.ts'
import { getSafeRedirect, paths } from '#app/paths.ts'
import { readEntryHint, storeEntryHint } from '#app/routes/account/entry-hint.server.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Recuperar senha' }

const recoverySchema = z.object({
  email: z
    .string({ error: specTexts.recoveryEmailRequired })
    .trim()
    .min(1, specTexts.recoveryEmailRequired)
    .max(254, specTexts.recoveryUnknown),
  redirectTo: z.string().optional(),
})

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const entryHint = await readEntryHint(request)
  return { redirectTo: getSafeRedirect(searchParams.get('redirectTo')), email: entryHint?.email ?? '' }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: recoverySchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { email } = submission.value
  const redirectTo = getSafeRedirect(submission.value.redirectTo)
  const linkRequest = await requestPasswordLink(makeAttemptKey(context, email))
  const accountId = (await findUserIdByEmail(email)) ?? null
  if (linkRequest === 'sent') {
    await recordSecurity({ context }, 'link-asked', { accountId, details: { link: 'password' } })
    const headers = await storeEntryHint({ email, redirectTo })
    const flash = { tone: 'good', text: specTexts.recoverySent } as const
    return redirectWithFlash(makeLoginPath(redirectTo), flash, headers)
  }
  if (linkRequest === 'unknown')
    return data(submission.reply({ fieldErrors: { email: [specTexts.recoveryUnknown] } }), { status: 400 })
  const text = messages.tooManyRecoveries(setRetryAfter(context, linkRequest))
  return data(submission.reply({ formErrors: [text] }), { status: 429 })
}

function makeLoginPath(redirectTo: string) {
  return paths.login(redirectTo === paths.home() ? {} : { redirectTo })
}

export default function Recover() {
  const { redirectTo, email } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>(), { email })
  return (
    <div className="narrow">
      <PageHeading
        title="Recuperar senha"
        lead="Digite o e-mail da sua conta. Vamos enviar um link para você criar outra senha."
        back={{ href: makeLoginPath(redirectTo), label: 'Entrar' }}
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
          isRequired
          {...field.getField('email')}
        />
        <div className="actions">
          <Button variant="main">Enviar link</Button>
        </div>
      </form>
    </div>
  )
}
