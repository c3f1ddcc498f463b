import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { proofMinutes } from '#app/domain/accounts/second-factor.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { checkPasskey, checkProof } from '#app/http/accounts/proof.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { seeOther } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { hasPasskeys } from '#app/models/accounts/second-factor/passkey.server.ts'
import { recordProof } from '#app/models/accounts/session.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { getSafeRedirect, paths } from '#app/paths.ts'
import { parseAssertion, replyToPasskey } from '#app/routes/account/second-factor/passkey-reply.server.ts'
import { PasskeyUse } from '#app/routes/account/second-factor/passkey-use.tsx'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { spellNumber } from '#app/text/platform/numbers.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PasswordField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Confirme que é você', hasPasskeys: true }

const makeSchema = (fieldName: 'code' | 'current') =>
  z.object({ [fieldName]: z.string({ error: specTexts.fieldRequired }).max(1000, messages.codeWrong) })
const labels = { code: 'Código', current: 'Sua senha' }

export async function loader(args: LoaderFunctionArgs) {
  const { hasSecondFactor, userId, isStaff } = await requireViewer(args)
  const redirectTo = getRedirectTarget(args.request)
  const isFormStored = redirectTo.startsWith(paths.unsentForms())
  return {
    hasSecondFactor,
    canUsePasskey: hasSecondFactor && (await hasPasskeys(userId)),
    redirectTo,
    isFormStored,
    exit: isStaff
      ? { href: paths.admin.home(), label: 'Voltar ao painel' }
      : { href: paths.account(), label: 'Voltar a “Meus dados”' },
  }
}

/** Records in the session that the person has just confirmed their identity (D125). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  const fieldName = viewer.hasSecondFactor ? 'code' : 'current'
  const form = await readForm(args.request)
  if (form.has('credential')) return proveByPasskey(args, viewer, form)
  const submission = parseWithZod(form, { schema: makeSchema(fieldName) })
  const reject = (status: number, replyOptions = {}) =>
    data(submission.reply({ hideFields: [fieldName], ...replyOptions }), { status })
  if (submission.status !== 'success') return reject(400)
  const proofCheck = await checkProof(args, viewer, submission.value[fieldName] ?? '')
  const [wrongText, formatTooMany] = viewer.hasSecondFactor
    ? [messages.codeWrong, messages.tooManyCodes]
    : [messages.currentPasswordWrong, messages.tooManyPasswords]
  if (proofCheck === 'wrong') return reject(400, { fieldErrors: { [fieldName]: [wrongText] } })
  if (proofCheck !== 'right')
    return reject(429, { formErrors: [formatTooMany(setRetryAfter(args.context, proofCheck))] })
  await recordProof(viewer.sessionId)
  return seeOther(getRedirectTarget(args.request))
}

async function proveByPasskey(args: RequestArgs, { userId, sessionId, email }: Viewer, form: FormData) {
  const passkeyCheck = await checkPasskey(
    args,
    { purpose: 'proof', userId, sessionId },
    email,
    parseAssertion(form),
  )
  if (passkeyCheck !== 'right') return replyToPasskey(args, passkeyCheck)
  await recordProof(sessionId)
  return seeOther(getRedirectTarget(args.request))
}

function getRedirectTarget(request: Request): string {
  return getSafeRedirect(new URL(request.url).searchParams.get('redirectTo'), paths.account())
}

export default function Proof() {
  const { hasSecondFactor, canUsePasskey, redirectTo, isFormStored, exit } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>())
  return (
    <div className="narrow">
      <PageHeading
        title="Confirme que é você"
        lead={
          isFormStored
            ? `O que você enviou está guardado e segue depois da confirmação, que vale por ${spellNumber(proofMinutes)} minutos.`
            : `O que vem a seguir mexe em dinheiro ou em acessos. A confirmação vale por ${spellNumber(proofMinutes)} minutos.`
        }
      />
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={labels} />
      ) : null}
      <PostForm action={paths.proof({ redirectTo })} noValidate className="stack" data-once="">
        {hasSecondFactor ? (
          <TextField
            label={labels.code}
            hint="Os seis números do aplicativo, ou um código de recuperação."
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            width="half"
            autoFocus
            isRequired
            {...field.getField('code')}
          />
        ) : (
          <PasswordField label={labels.current} autoFocus isRequired {...field.getField('current')} />
        )}
        <div className="actions">
          <Button variant="main">Confirmar</Button>
          <LinkButton href={exit.href}>{exit.label}</LinkButton>
        </div>
      </PostForm>
      {canUsePasskey ? <PasskeyUse action={paths.proof({ redirectTo })} purpose="proof" /> : null}
    </div>
  )
}
