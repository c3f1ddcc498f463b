import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { forgetLoginTries, noteLoginTry } from '#app/models/login-try.server.ts'
import { verifyCredentials } from '#app/models/user.server.ts'
import type { RequestArgs } from '#app/web/context.server.ts'

class LoginRefused extends Error {
  override name = 'LoginRefused'
}

const authenticator = new Authenticator<number>()
authenticator.use(
  new FormStrategy(async ({ form }) => {
    const userId = await verifyCredentials(
      String(form.get('email') ?? ''),
      String(form.get('password') ?? ''),
    )
    if (userId === null) throw new LoginRefused()
    return userId
  }),
  'form',
)

/**
 * The user whose e-mail and password the form carries, or why not: they do not fit (D48), or this client
 * tried too often and the password was not even looked at.
 */
export async function authenticate(
  { request, context }: RequestArgs,
  email: string,
): Promise<number | 'wrong' | 'too-many-tries'> {
  const trier = { address: context.clientAddress ?? '', email }
  if (!(await noteLoginTry(trier))) return 'too-many-tries'
  try {
    const userId = await authenticator.authenticate('form', request)
    await forgetLoginTries(trier)
    return userId
  } catch (error) {
    if (error instanceof LoginRefused) return 'wrong'
    throw error
  }
}
