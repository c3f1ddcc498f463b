import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { toIdentity } from '#app/domain/accounts/identity.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { authenticateWithLimits } from '#app/http/authenticator.server.ts'
import { limitNewAccount } from '#app/http/checkout/checkout-limits.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { completeLogin, logIn } from '#app/http/session.server.ts'
import { createAccountWithoutOrder } from '#app/models/accounts/account.server.ts'
import { acceptInvitation } from '#app/models/accounts/colleagues/invitation.server.ts'
import { switchAccount } from '#app/models/accounts/session.server.ts'
import { EmailTaken, hashPassword, type Viewer } from '#app/models/accounts/user.server.ts'
import { paths } from '#app/paths.ts'
import { loginSchema, makeInvitedAccountSchema } from '#app/routes/account/colleagues/invitation-schema.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

/** A form of the invitation page; `email` is the invited address. */
type InvitationForm = { token: string; email: string; form: FormData }

const hideFields = ['password']

/** Logs in with the invited e-mail; the same page then offers to accept or decline. */
export async function logInInvitedPerson(args: RequestArgs, { token, email, form }: InvitationForm) {
  const submission = parseWithZod(form, { schema: loginSchema })
  if (submission.status !== 'success') return data(submission.reply({ hideFields }), { status: 400 })
  const authentication = await authenticateWithLimits(args, { email, password: submission.value.password })
  if (typeof authentication === 'number') return completeLogin(args, authentication, paths.invitation(token))
  if (authentication === 'weak')
    return redirectWithFlash(paths.login(), { tone: 'warn', text: messages.staffPasswordWeak })
  const isLimited = typeof authentication === 'object' && 'retryAt' in authentication
  const text = isLimited
    ? messages.tooManyLogins(setRetryAfter(args.context, authentication))
    : specTexts.loginFailed
  return data(submission.reply({ hideFields, formErrors: [text] }), { status: isLimited ? 429 : 400 })
}

/** Creates a private account for the invited e-mail, logs in and returns to the page. */
export async function createInvitedAccount(args: RequestArgs, { token, email, form }: InvitationForm) {
  const submission = parseWithZod(form, { schema: makeInvitedAccountSchema(email) })
  if (submission.status !== 'success') return data(submission.reply({ hideFields }), { status: 400 })
  const { name, cpf, phone, password } = submission.value
  try {
    const limitMessage = await limitNewAccount(args.context, { email, form: token })
    if (limitMessage)
      return data(submission.reply({ hideFields, formErrors: [limitMessage] }), { status: 429 })
    const { userId } = await createAccountWithoutOrder({
      email,
      passwordHash: await hashPassword(password),
      identity: toIdentity(false, { name, cpf, phone }),
      billing: null,
      shipping: null,
      isEmailProved: true,
    })
    const flash = { tone: 'good', text: 'Conta criada. Falta aceitar o convite.' } as const
    return redirectWithFlash(paths.invitation(token), flash, await logIn(args, userId, 'new-account'))
  } catch (error) {
    // Another request has just created the account, so the page now asks for the password.
    if (error instanceof EmailTaken) return seeOther(paths.invitation(token))
    throw error
  }
}

/** Makes the person a colleague; the session then acts for the company. */
export async function acceptInvitationAs(
  args: RequestArgs,
  viewer: Viewer,
  { token, role }: { token: string; role: string },
) {
  const acceptance = await acceptInvitation(token, viewer, role)
  const eventKind = typeof acceptance === 'object' ? 'link-used' : 'link-wrong'
  await recordSecurity(args, eventKind, { userId: viewer.userId, details: { link: 'invitation' } })
  if (typeof acceptance === 'object') {
    await switchAccount(viewer, acceptance.memberId)
    return redirectWithFlash(paths.manage(), {
      tone: 'good',
      text: 'Convite aceito. Agora você está usando a conta da empresa.',
    })
  }
  return redirectWithFlash(paths.invitation(token), { tone: 'warn', text: acceptanceFaults[acceptance] })
}

const acceptanceFaults = {
  over: 'Este convite não vale mais, ou você já é colega desta empresa.',
  'other-account': 'Este convite é para outro e-mail.',
  'role-changed': 'A empresa mudou o papel deste convite. Confira de novo antes de aceitar.',
} as const
