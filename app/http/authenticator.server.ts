import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { RateLimitKey } from '#app/domain/accounts/attempt-limits.ts'
import { passwordFault } from '#app/domain/accounts/password.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { knownDevice, rememberLogin } from '#app/http/known-device.server.ts'
import { isCommonPassword } from '#app/models/accounts/common-password.server.ts'
import { findOpenDeletion } from '#app/models/accounts/deletion-request.server.ts'
import {
  findLinkOwner,
  requestPasswordLink,
  setPasswordByLink,
} from '#app/models/accounts/password-reset.server.ts'
import {
  consumeAttempt,
  forgetGuesses,
  resetAttempts,
  resetNarrowAttempts,
  type TooManyAttempts,
} from '#app/models/accounts/rate-limit.server.ts'
import {
  checkPassword,
  findPasswordOwner,
  type Viewer,
  verifyCredentials,
} from '#app/models/accounts/user.server.ts'

class LoginRefused extends Error {
  override name = 'LoginRefused'

  /** when the data of the account are going to be deleted, if that can still be undone */
  constructor(readonly dueAt?: Date) {
    super()
  }
}

const authenticator = new Authenticator<number>()
authenticator.use(
  new FormStrategy(async ({ form }) => {
    const known = await checkPassword(String(form.get('email') ?? ''), String(form.get('password') ?? ''))
    if (!known) throw new LoginRefused()
    if (known.isDeactivated) throw new LoginRefused((await findOpenDeletion(known.userId))?.dueAt)
    return known.userId
  }),
  'form',
)

type Refusal = 'wrong' | 'weak' | { dueAt: Date } | TooManyAttempts

/**
 * The user whose e-mail and password the form carries, or why not: they do not fit (D48), they do but the account is
 * going to be deleted (`dueAt`), which only who knows the password learns, they do but the password is one that who runs
 * the shop may not have (D72; 'weak', and a mail with a link to replace it is promised), or a limit is reached: of
 * logins, and the password was not even looked at, or of such mails.
 */
export async function authenticate(
  { request, context }: RequestArgs,
  { email, password }: { email: string; password: string },
): Promise<number | Refusal> {
  const device = await knownDevice(request, email)
  const key = { address: context.clientAddress ?? '', email, device }
  const limited = await consumeAttempt('login', key)
  if (limited) return limited
  try {
    const userId = await authenticator.authenticate('form', request)
    await resetAttempts('login', key)
    return (await isTooWeak(userId, password)) ? await mailLink(key) : userId
  } catch (error) {
    if (error instanceof LoginRefused) return error.dueAt ? { dueAt: error.dueAt } : 'wrong'
    throw error
  }
}

/**
 * Whether a form sent again carries the e-mail and password of this user: a guess like one at the login, and counted
 * with those. False as well when a limit is reached or a login would not be allowed.
 */
export async function provesBuyer(
  { context }: Pick<RequestArgs, 'context'>,
  userId: number,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  if (password === '') return false
  const key = { address: context.clientAddress ?? '', email }
  if (await consumeAttempt('repeat', key)) return false
  if ((await verifyCredentials(email, password)) !== userId) return false
  await resetAttempts('repeat', key)
  return !(await isTooWeak(userId, password))
}

/**
 * Whether the password just proven is too short or too common for its owner, one of the staff: so it is with accounts
 * that were a customer's. Customers keep what they have.
 */
async function isTooWeak(userId: number, password: string): Promise<boolean> {
  const owner = await findPasswordOwner(userId)
  return owner.isStaff === true && passwordFault(password, owner, isCommonPassword) !== undefined
}

/** Whoever knows a weak password may have guessed it: only the mailbox tells the owner from the rest. */
async function mailLink({ address, email }: RateLimitKey): Promise<'weak' | TooManyAttempts> {
  const asked = await requestPasswordLink({ address, email })
  return typeof asked === 'object' ? asked : 'weak'
}

/**
 * Sets a new password by the link from the mail; undefined when the link is no good (any more). Who forgot the old one
 * may have tried it often, and others too: this browser, with the headers it gets, may log in again at once.
 */
export async function setNewPassword(
  { request, context }: RequestArgs,
  token: string,
  password: string,
): Promise<Headers | TooManyAttempts | undefined> {
  const address = context.clientAddress ?? ''
  const owner = await findLinkOwner(token)
  if (!owner) return undefined
  const limited = await consumeAttempt('new-password', { address, email: owner.email })
  if (limited) return limited
  const email = await setPasswordByLink(token, password)
  if (email === undefined) return undefined
  await resetNarrowAttempts('login', { address, email })
  await forgetGuesses(email)
  return new Headers({ 'Set-Cookie': await rememberLogin(request, owner.userId) })
}

/**
 * Whether somebody who is logged in knows the account's password, before e-mail, password or the account itself change.
 * Ten wrong ones in a quarter of an hour, and the password is not even looked at.
 */
export async function reauthenticate(
  { context }: Pick<RequestArgs, 'context'>,
  { userId, email }: Viewer,
  password: string,
): Promise<'right' | 'wrong' | TooManyAttempts> {
  const key = { address: context.clientAddress ?? '', email }
  const limited = await consumeAttempt('reauthentication', key)
  if (limited) return limited
  if ((await verifyCredentials(email, password)) !== userId) return 'wrong'
  await resetAttempts('reauthentication', key)
  return 'right'
}
