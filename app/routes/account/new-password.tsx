import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { linkHours } from '#app/domain/accounts/lifetimes.ts'
import { getMinPasswordLength, type PasswordOwner } from '#app/domain/accounts/password.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { makeNewPasswordFields } from '#app/forms/new-password.server.ts'
import { setNewPassword } from '#app/http/authenticator.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { findLastRecoveryEnd } from '#app/models/accounts/mailbox/recovered-account.server.ts'
import { findLinkOwner, findLinkState } from '#app/models/accounts/password-reset.server.ts'
import { findPasswordOwner } from '#app/models/accounts/user.server.ts'
import { getSafeRedirect, paths } from '#app/paths.ts'
import { readEntryHint } from '#app/routes/account/entry-hint.server.ts'
import { NewPasswordFields, newPasswordLabels } from '#app/routes/account/new-password-fields.tsx'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

type LinkPageData = { state: Awaited<ReturnType<typeof findLinkState>> }

const titles = { live: 'Criar nova senha', over: 'Este link venceu', unknown: 'Este link não existe' }
const httpStatuses = { live: 200, over: 410, unknown: 404 }

export const handle: PageHandle<LinkPageData> = { title: ({ state }) => titles[state] }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Shows the form without using up the link, because mail scanners open every link before the reader does. */
export async function loader({ params }: LoaderFunctionArgs) {
  const token = params.hash ?? ''
  const [state, owner] = await Promise.all([findLinkState(token), findOwner(token)])
  return data({ state, minLength: getMinPasswordLength(owner) }, { status: httpStatuses[state] })
}

export async function action(args: ActionFunctionArgs) {
  const token = args.params.hash ?? ''
  const link = await findLinkOwner(token)
  const owner = link ? await findPasswordOwner(link.userId) : {}
  const schema = makeNewPasswordFields(owner)
  const submission = parseWithZod(await readForm(args.request), { schema })
  const reject = (status: number, replyOptions = {}) =>
    data(submission.reply({ hideFields: ['password', 'confirmation'], ...replyOptions }), { status })
  if (submission.status !== 'success') return reject(400)
  const passwordChange = await setNewPassword(args, token, submission.value.password)
  if (passwordChange instanceof Headers)
    return redirectWithFlash(
      paths.login(await findLoginRedirect(args.request, { ...owner, userId: link?.userId })),
      { tone: 'good', text: specTexts.passwordChanged },
      passwordChange,
    )
  if (passwordChange)
    return reject(429, {
      formErrors: [messages.tooManyNewPasswords(setRetryAfter(args.context, passwordChange))],
    })
  return data(null, { status: httpStatuses[await findLinkState(token)] })
}

/**
 * Returns the page to open after the login: the page that the link names; after the first verified reset, the
 * account, because it lists the access that the reset ended (D162); otherwise the page that the reader wanted
 * to open.
 */
async function findLoginRedirect(
  request: Request,
  { userId, email }: PasswordOwner & { userId?: number | undefined },
) {
  const requestedPath = getSafeRedirect(new URL(request.url).searchParams.get('redirectTo'))
  if (requestedPath !== paths.home()) return { redirectTo: requestedPath }
  if (userId !== undefined && (await findLastRecoveryEnd(userId))) return { redirectTo: paths.account() }
  const entryHint = await readEntryHint(request)
  const isSameEmail = entryHint?.email.trim().toLowerCase() === email?.toLowerCase()
  return entryHint && isSameEmail && entryHint.redirectTo !== paths.home()
    ? { redirectTo: entryHint.redirectTo }
    : {}
}

/** Returns the account of a link; an empty object if the link is invalid or expired. */
async function findOwner(token: string): Promise<PasswordOwner> {
  const link = await findLinkOwner(token)
  return link ? findPasswordOwner(link.userId) : {}
}

export default function ChangePassword() {
  const { state, minLength } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>())
  if (state !== 'live') return <DeadLink state={state} />
  return (
    <div className="narrow">
      <PageHeading title={titles.live} />
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={newPasswordLabels} />
      ) : null}
      <form method="post" noValidate className="stack" data-once="">
        <NewPasswordFields field={field} minLength={minLength} />
        <div className="actions">
          <Button variant="main">Alterar senha</Button>
        </div>
      </form>
    </div>
  )
}

const deadLinkTexts = {
  over: `O link vale por ${linkHours} horas e só funciona uma vez. Se pediu mais de um, use o mais recente, ou peça outro para criar sua senha.`,
  unknown: 'Confira se o link está completo, como veio no e-mail, ou peça um novo link.',
}

function DeadLink({ state }: { state: keyof typeof deadLinkTexts }) {
  return (
    <div className="narrow">
      <PageHeading title={titles[state]} lead={deadLinkTexts[state]} />
      <p className="actions">
        <LinkButton href={paths.recover()} variant="main">
          Pedir um novo link
        </LinkButton>
        <LinkButton href={paths.login()}>Entrar</LinkButton>
      </p>
    </div>
  )
}
