import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { findOpenDeletion } from '#app/models/deletion.server.ts'
import { setPasswordByLink } from '#app/models/password-reset.server.ts'
import { forgetTries, noteTry } from '#app/models/try.server.ts'
import { checkPassword, type Viewer, verifyCredentials } from '#app/models/user.server.ts'
import type { RequestArgs } from '#app/web/context.server.ts'

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
    if (known.isShut) throw new LoginRefused((await findOpenDeletion(known.userId))?.dueAt)
    return known.userId
  }),
  'form',
)

/**
 * The user whose e-mail and password the form carries, or why not: they do not fit (D48), they do but the account is
 * going to be deleted (`dueAt`), which only who knows the password learns, or this client tried too often and the
 * password was not even looked at.
 */
export async function authenticate(
  { request, context }: RequestArgs,
  email: string,
): Promise<number | { dueAt: Date } | 'wrong' | 'too-many-tries'> {
  const trier = { address: context.clientAddress ?? '', email }
  if (!(await noteTry('login', trier))) return 'too-many-tries'
  try {
    const userId = await authenticator.authenticate('form', request)
    await forgetTries('login', trier)
    return userId
  } catch (error) {
    if (error instanceof LoginRefused) return error.dueAt ? { dueAt: error.dueAt } : 'wrong'
    throw error
  }
}

/**
 * Sets a new password by the link from the mail; false when the link is no good (any more). Who forgot the old one
 * may have tried it often: this client may log in again at once.
 */
export async function setNewPassword(
  { context }: Pick<RequestArgs, 'context'>,
  token: string,
  password: string,
): Promise<boolean> {
  const email = await setPasswordByLink(token, password)
  if (email === undefined) return false
  await forgetTries('login', { address: context.clientAddress ?? '', email })
  return true
}

/**
 * Whether somebody who is logged in knows the account's password, before e-mail, password or the account itself change.
 * Ten wrong ones in a quarter of an hour, and the password is not even looked at.
 */
export async function reauthenticate(
  { context }: Pick<RequestArgs, 'context'>,
  { userId, email }: Viewer,
  password: string,
): Promise<'right' | 'wrong' | 'too-many-tries'> {
  const trier = { address: context.clientAddress ?? '', email }
  if (!(await noteTry('reauthentication', trier))) return 'too-many-tries'
  if ((await verifyCredentials(email, password)) !== userId) return 'wrong'
  await forgetTries('reauthentication', trier)
  return 'right'
}
