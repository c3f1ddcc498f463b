import { z } from 'zod'
import { operation } from '#app/api/operation.server.ts'
import { ApiError, fieldError } from '#app/api/problem.server.ts'
import { sessionHours } from '#app/domain/accounts/lifetimes.ts'
import { noteSecurity } from '#app/http/accounts/security-log.server.ts'
import { authenticateBy } from '#app/http/authenticator.server.ts'
import { waitFor } from '#app/http/retry-after.server.ts'
import { hasSecondFactor } from '#app/models/accounts/second-factor/second-factor.server.ts'
import { lacksRequiredFactor, startSession } from '#app/models/accounts/session.server.ts'
import { findPasswordOwner } from '#app/models/accounts/user.server.ts'
import { messages, specified } from '#app/text/platform/messages.ts'

const body = z.strictObject({
  username: z
    .string({ error: specified.loginFieldRequired })
    .min(1, specified.loginFieldRequired)
    .max(254, specified.loginFailed)
    .meta({ description: 'E-mail', example: 'cliente@example.com' }),
  password: z
    .string({ error: specified.loginFieldRequired })
    .min(1, specified.loginFieldRequired)
    .max(1000, specified.loginFailed)
    .meta({ example: 'uma senha inventada' }),
})

/** F117; what the specification's client replaces by 'Usuário ou senha inválidos' (storefront §8, D48). */
const noActiveAccount = 'No active account found with the given credentials'

export const createToken = operation({
  id: 'createToken',
  method: 'POST',
  path: '/api/token/',
  tag: 'Acesso',
  summary: 'Entrar',
  description: `O token vale ${sessionHours} horas e pode ser encerrado em “Sessões abertas”.`,
  access: 'anyone',
  scope: null,
  body,
  success: {
    status: 200,
    description: 'O token, para o cabeçalho Authorization: Bearer',
    schema: z.object({ access: z.string() }),
  },
  async handle({ body: { username, password } }, { args }) {
    const result = await authenticateBy(args, { email: username, password })
    if (typeof result === 'number' && (await hasSecondFactor(result)))
      throw fieldError('non_field_errors', messages.tokenNeedsKey, 'factor_required')
    if (typeof result === 'number' && (await isWithoutFactor(result)))
      throw fieldError('non_field_errors', messages.tokenNeedsFactor, 'factor_required')
    if (typeof result === 'number') {
      await noteSecurity(args, 'login', { userId: result, accountId: result, details: { by: 'api' } })
      args.context.onViewer?.(result)
      return { access: await startSession(result, args.request.headers.get('User-Agent'), 'api') }
    }
    if (result === 'weak') throw fieldError('non_field_errors', messages.staffPasswordWeak, 'weak_password')
    if (typeof result === 'object' && 'retryAt' in result)
      throw new ApiError(429, messages.tooManyLogins(waitFor(args.context, result)))
    throw fieldError('non_field_errors', noActiveAccount, 'login_failed')
  },
})

async function isWithoutFactor(userId: number): Promise<boolean> {
  const { isStaff = false } = await findPasswordOwner(userId)
  return lacksRequiredFactor({ isStaff, hasSecondFactor: false })
}
