import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { checkCode, checkPasskey } from '#app/http/accounts/proof.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { challengeCookie, clearCookie } from '#app/http/cookies.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { getViewer, logIn, readChallengeKey } from '#app/http/session.server.ts'
import { endChallenge, findChallenge } from '#app/models/accounts/second-factor/login-challenge.server.ts'
import { hasPasskeys } from '#app/models/accounts/second-factor/passkey.server.ts'
import { getSafeRedirect, paths } from '#app/paths.ts'
import { parseAssertion, replyToPasskey } from '#app/routes/account/second-factor/passkey-reply.server.ts'
import { PasskeyUse } from '#app/routes/account/second-factor/passkey-use.tsx'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Código de confirmação', hasPasskeys: true }

const schema = z.object({ code: z.string({ error: specTexts.fieldRequired }).max(40, messages.codeWrong) })
const labels = { code: 'Código' }

export async function loader(args: LoaderFunctionArgs) {
  const redirectTo = getRedirectTarget(args.request)
  if (await getViewer(args)) throw seeOther(redirectTo)
  const challenge = await findLoginChallenge(args)
  if (!challenge) throw await redirectToLogin(redirectTo)
  return { redirectTo, hasPasskeys: await hasPasskeys(challenge.userId) }
}

/** Checks the second step of a login. A challenge opens only one session. */
export async function action(args: ActionFunctionArgs) {
  const redirectTo = getRedirectTarget(args.request)
  const challenge = await findLoginChallenge(args)
  if (!challenge) return redirectToLogin(redirectTo)
  const form = await readForm(args.request)
  if (form.has('credential')) return logInByPasskey(args, challenge, form)
  const submission = parseWithZod(form, { schema })
  const reject = (status: number, replyOptions = {}) =>
    data(submission.reply({ hideFields: ['code'], ...replyOptions }), { status })
  if (submission.status !== 'success') return reject(400)
  const codeCheck = await checkCode(args, challenge, submission.value.code)
  if (codeCheck === 'wrong') return reject(400, { fieldErrors: { code: [messages.codeWrong] } })
  if (codeCheck !== 'right')
    return reject(429, { formErrors: [messages.tooManyCodes(setRetryAfter(args.context, codeCheck))] })
  return completeChallenge(args, challenge, 'code')
}

async function logInByPasskey(args: RequestArgs, challenge: Challenge, form: FormData) {
  const { userId, token, email } = challenge
  const passkeyCheck = await checkPasskey(
    args,
    { purpose: 'login', userId, token },
    email,
    parseAssertion(form),
  )
  return passkeyCheck === 'right'
    ? completeChallenge(args, challenge, 'passkey')
    : replyToPasskey(args, passkeyCheck)
}

async function completeChallenge(
  args: RequestArgs,
  { userId, token }: Challenge,
  method: 'code' | 'passkey',
) {
  const redirectTo = getRedirectTarget(args.request)
  if (!(await endChallenge(token))) return redirectToLogin(redirectTo)
  const headers = await logIn(args, userId, method)
  headers.append('Set-Cookie', await clearCookie(challengeCookie))
  return seeOther(redirectTo, headers)
}

type Challenge = { userId: number; email: string; token: string }

async function findLoginChallenge({ request }: RequestArgs): Promise<Challenge | undefined> {
  const token = await readChallengeKey(request)
  if (token === undefined) return undefined
  const challenge = await findChallenge(token)
  return challenge && { ...challenge, token }
}

function getRedirectTarget(request: Request): string {
  return getSafeRedirect(new URL(request.url).searchParams.get('redirectTo'))
}

function redirectToLogin(redirectTo: string) {
  return redirectWithFlash(paths.login({ redirectTo }), { tone: 'warn', text: messages.challengeOver })
}

export default function LoginCode() {
  const { redirectTo, hasPasskeys } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>())
  return (
    <div className="narrow">
      <PageHeading
        title="Código de confirmação"
        lead="Abra o aplicativo de códigos no seu telefone e digite os seis números da Aeropub."
        back={{ href: paths.login({ redirectTo }), label: 'Entrar com outra conta' }}
      />
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={labels} />
      ) : null}
      <form method="post" action={paths.loginCode({ redirectTo })} noValidate className="stack" data-once="">
        <TextField
          label={labels.code}
          hint="Sem o telefone? Use um dos códigos de recuperação que você guardou."
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          width="half"
          autoFocus
          isRequired
          {...field.getField('code')}
        />
        <div className="actions">
          <Button variant="main">Entrar</Button>
        </div>
      </form>
      {hasPasskeys ? <PasskeyUse action={paths.loginCode({ redirectTo })} purpose="login" /> : null}
      <p className="hint">
        Perdeu o telefone e os códigos? Peça a outro administrador que retire a confirmação em duas etapas da
        sua conta.
      </p>
    </div>
  )
}
