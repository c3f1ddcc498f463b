import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { verifyCredentials } from '#app/models/user.server.ts'

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

/** The user whose e-mail and password the form carries, or null when they do not fit (D48). */
export async function authenticate(request: Request): Promise<number | null> {
  try {
    return await authenticator.authenticate('form', request)
  } catch (error) {
    if (error instanceof LoginRefused) return null
    throw error
  }
}
