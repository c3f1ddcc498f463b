import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { RateLimitKey } from '#app/domain/accounts/attempt-limits.ts'
import { findPasswordFault } from '#app/domain/accounts/password.ts'
import { findKnownDevice, rememberLogin } from '#app/http/accounts/known-device.server.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { makeAttemptKey } from '#app/http/context.server.ts'
import { isCommonPassword } from '#app/models/accounts/common-password.server.ts'
import { findOpenDeletion } from '#app/models/accounts/deletion-request.server.ts'
import {
  findLinkOwner,
  requestPasswordLink,
  setPasswordByLink,
} from '#app/models/accounts/password-reset.server.ts'
import {
  clearNarrowLimit,
  countAttempt,
  resetAttempts,
  resetGuesses,
  type TooManyAttempts,
} from '#app/models/accounts/rate-limit.server.ts'
import {
  checkPassword,
  findPasswordOwner,
  findUserIdByEmail,
  type Viewer,
  verifyCredentials,
} from '#app/models/accounts/user.server.ts'

class LoginRefused extends Error {
  override name = 'LoginRefused'

  /** when the account's data will be deleted */
  constructor(readonly dueAt?: Date) {
    super()
  }
}

const authenticator = new Authenticator<number>()
authenticator.use(
  new FormStrategy(({ form }) =>
    checkOwner({ email: String(form.get('email') ?? ''), password: String(form.get('password') ?? '') }),
  ),
  'form',
)

type Refusal = 'wrong' | 'weak' | { dueAt: Date } | TooManyAttempts

/** Returns the user id or the rejection. Only the right password reveals `dueAt`, when the account will be deleted. */
export async function authenticate(
  args: RequestArgs,
  credentials: { email: string; password: string },
): Promise<number | Refusal> {
  return checkWithLimits(args, credentials, () => authenticator.authenticate('form', args.request))
}

/** Does the same as `authenticate` for credentials that were not sent as a form. */
export async function authenticateWithLimits(
  args: RequestArgs,
  credentials: { email: string; password: string },
): Promise<number | Refusal> {
  return checkWithLimits(args, credentials, () => checkOwner(credentials))
}

/**
 * Checks the credentials, unless there were too many attempts. A password that is too weak gets a mail with a
 * link.
 */
async function checkWithLimits(
  { request, context }: RequestArgs,
  { email, password }: { email: string; password: string },
  checkCredentials: () => Promise<number>,
): Promise<number | Refusal> {
  const device = await findKnownDevice(request, email)
  const key = { ...makeAttemptKey(context, email), device }
  const tooManyAttempts = await countAttempt('login', key)
  if (tooManyAttempts) return tooManyAttempts
  try {
    const userId = await checkCredentials()
    await resetAttempts('login', key)
    return (await isTooWeak(userId, password)) ? await mailPasswordLink(key) : userId
  } catch (error) {
    if (!(error instanceof LoginRefused)) throw error
    const accountId = await findUserIdByEmail(email)
    await recordSecurity({ context }, 'login-failed', { accountId })
    return error.dueAt ? { dueAt: error.dueAt } : 'wrong'
  }
}

async function checkOwner({ email, password }: { email: string; password: string }): Promise<number> {
  const knownUser = await checkPassword(email, password)
  if (!knownUser) throw new LoginRefused()
  if (knownUser.isDeactivated) throw new LoginRefused((await findOpenDeletion(knownUser.userId))?.dueAt)
  return knownUser.userId
}

/** Returns whether the password is the buyer's and strong enough. Returns false above the limit of guesses. */
export async function isBuyerPassword(
  { context }: Pick<RequestArgs, 'context'>,
  userId: number,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  if (password === '') return false
  const key = makeAttemptKey(context, email)
  if (await countAttempt('repeat', key)) return false
  if ((await verifyCredentials(email, password)) !== userId) {
    await recordSecurity({ context }, 'login-failed', { accountId: userId, details: { at: 'repeat' } })
    return false
  }
  await resetAttempts('repeat', key)
  return !(await isTooWeak(userId, password))
}

/** Returns whether the password is too weak for staff. A customer who became staff may have such a password. */
async function isTooWeak(userId: number, password: string): Promise<boolean> {
  const owner = await findPasswordOwner(userId)
  return owner.isStaff === true && findPasswordFault(password, owner, isCommonPassword) !== undefined
}

/** Mails a link for a new password. A weak password may have been guessed, so only the mailbox identifies the owner. */
async function mailPasswordLink({ address, email }: RateLimitKey): Promise<'weak' | TooManyAttempts> {
  const linkRequest = await requestPasswordLink({ address, email })
  return typeof linkRequest === 'object' ? linkRequest : 'weak'
}

/** Sets the password and clears the limits of failed logins. Returns undefined for an invalid link. */
export async function setNewPassword(
  { request, context }: RequestArgs,
  token: string,
  password: string,
): Promise<Headers | TooManyAttempts | undefined> {
  const owner = await findLinkOwner(token)
  if (!owner) return recordWrongLink(context)
  const tooManyAttempts = await countAttempt('new-password', makeAttemptKey(context, owner.email))
  if (tooManyAttempts) return tooManyAttempts
  const email = await setPasswordByLink(token, password)
  if (email === undefined) return recordWrongLink(context)
  await recordSecurity({ context }, 'link-used', { accountId: owner.userId, details: { link: 'password' } })
  await clearNarrowLimit('login', makeAttemptKey(context, email))
  await resetGuesses(email)
  return new Headers({ 'Set-Cookie': await rememberLogin(request, owner.userId) })
}

async function recordWrongLink(context: RequestArgs['context']): Promise<undefined> {
  await recordSecurity({ context }, 'link-wrong', { details: { link: 'password' } })
}

/** Checks the password before a change of the account. Allows ten failures in 15 minutes. */
export async function reauthenticate(
  { context }: Pick<RequestArgs, 'context'>,
  { userId, email }: Viewer,
  password: string,
): Promise<'right' | 'wrong' | TooManyAttempts> {
  const key = makeAttemptKey(context, email)
  const tooManyAttempts = await countAttempt('reauthentication', key)
  if (tooManyAttempts) return tooManyAttempts
  const isRight = (await verifyCredentials(email, password)) === userId
  await recordSecurity({ context }, isRight ? 'proof-given' : 'proof-failed', { userId, accountId: userId })
  if (!isRight) return 'wrong'
  await resetAttempts('reauthentication', key)
  return 'right'
}
