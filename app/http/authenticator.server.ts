import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { RateLimitKey } from '#app/domain/accounts/attempt-limits.ts'
import { passwordFault } from '#app/domain/accounts/password.ts'
import { knownDevice, rememberLogin } from '#app/http/accounts/known-device.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { isCommonPassword } from '#app/models/accounts/common-password.server.ts'
import { findOpenDeletion } from '#app/models/accounts/deletion-request.server.ts'
import {
  findLinkOwner,
  requestPasswordLink,
  setPasswordByLink,
} from '#app/models/accounts/password-reset.server.ts'
import {
  consumeAttempt,
  resetAttempts,
  resetGuesses,
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

  /** when the account's data will be deleted */
  constructor(readonly dueAt?: Date) {
    super()
  }
}

const authenticator = new Authenticator<number>()
authenticator.use(
  new FormStrategy(({ form }) =>
    ownerOf({ email: String(form.get('email') ?? ''), password: String(form.get('password') ?? '') }),
  ),
  'form',
)

type Refusal = 'wrong' | 'weak' | { dueAt: Date } | TooManyAttempts

/** The user id, or why not (D48, D72). Limits come first; `dueAt` is shown only after the right password. */
export async function authenticate(
  args: RequestArgs,
  credentials: { email: string; password: string },
): Promise<number | Refusal> {
  return limited(args, credentials, () => authenticator.authenticate('form', args.request))
}

/** As `authenticate`, where the credentials come in no form. */
export async function authenticateBy(
  args: RequestArgs,
  credentials: { email: string; password: string },
): Promise<number | Refusal> {
  return limited(args, credentials, () => ownerOf(credentials))
}

async function limited(
  { request, context }: RequestArgs,
  { email, password }: { email: string; password: string },
  check: () => Promise<number>,
): Promise<number | Refusal> {
  const device = await knownDevice(request, email)
  const key = { address: context.clientAddress ?? '', email, device }
  const wait = await consumeAttempt('login', key)
  if (wait) return wait
  try {
    const userId = await check()
    await resetAttempts('login', key)
    return (await isTooWeak(userId, password)) ? await mailLink(key) : userId
  } catch (error) {
    if (error instanceof LoginRefused) return error.dueAt ? { dueAt: error.dueAt } : 'wrong'
    throw error
  }
}

/** Throws LoginRefused. */
async function ownerOf({ email, password }: { email: string; password: string }): Promise<number> {
  const known = await checkPassword(email, password)
  if (!known) throw new LoginRefused()
  if (known.isDeactivated) throw new LoginRefused((await findOpenDeletion(known.userId))?.dueAt)
  return known.userId
}

/** False also at a limit, since each form is a password guess. */
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

/** Staff only: accounts promoted from customers may have a weak password (D72). Customers keep theirs. */
async function isTooWeak(userId: number, password: string): Promise<boolean> {
  const owner = await findPasswordOwner(userId)
  return owner.isStaff === true && passwordFault(password, owner, isCommonPassword) !== undefined
}

/** A weak password may have been guessed, so only access to the mailbox proves the owner. */
async function mailLink({ address, email }: RateLimitKey): Promise<'weak' | TooManyAttempts> {
  const asked = await requestPasswordLink({ address, email })
  return typeof asked === 'object' ? asked : 'weak'
}

/** Undefined for a bad link. Clears the login limits, so that earlier failed attempts do not lock the owner out. */
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
  await resetGuesses(email)
  return new Headers({ 'Set-Cookie': await rememberLogin(request, owner.userId) })
}

/** Checks the password again before e-mail, password or account change. Limit: ten failures in 15 minutes. */
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
