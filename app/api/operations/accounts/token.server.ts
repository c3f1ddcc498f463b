import { z } from 'zod'
import { defineOperation } from '#app/api/operation.server.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { chooseErrorText } from '#app/api/wire/values.ts'
import { sessionHours } from '#app/domain/accounts/lifetimes.ts'
import { checkCode } from '#app/http/accounts/proof.server.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { authenticateWithLimits } from '#app/http/authenticator.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { hasSecondFactor } from '#app/models/accounts/second-factor/second-factor.server.ts'
import { isRequiredFactorMissing, startSession } from '#app/models/accounts/session.server.ts'
import { findPasswordOwner } from '#app/models/accounts/user.server.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

const loginBody = z.strictObject({
  username: z
    .string({ error: chooseErrorText(undefined, specTexts.loginFieldRequired) })
    .min(1, specTexts.loginFieldRequired)
    .max(254, specTexts.loginFailed)
    .meta({ description: 'E-mail', example: 'cliente@example.com' }),
  password: z
    .string({ error: chooseErrorText(undefined, specTexts.loginFieldRequired) })
    .min(1, specTexts.loginFieldRequired)
    .max(1000, specTexts.loginFailed)
    .meta({ example: 'uma senha inventada' }),
  code: hiddenField(
    z.string().max(40, messages.codeWrong).nullish().meta({
      description: 'O código do aplicativo, ou um de recuperação, nas contas com confirmação em duas etapas',
      example: '123456',
    }),
  ),
})

/**
 * The text that F117 requires. The specification's client replaces it with its own message (storefront §8,
 * D48).
 */
const noActiveAccount = 'No active account found with the given credentials'

export const createToken = defineOperation({
  id: 'createToken',
  method: 'POST',
  path: '/api/token/',
  tag: 'Acesso',
  summary: 'Entrar',
  description: `O token vale ${sessionHours} horas e pode ser encerrado em “Sessões abertas”. Contas com confirmação em duas etapas mandam também \`code\`; sem ele a resposta é 400 em \`code\`. Ligada a confirmação, os tokens de antes deixam de valer.`,
  access: 'anyone',
  scope: null,
  body: loginBody,
  success: {
    status: 200,
    description: 'O token, para o cabeçalho Authorization: Bearer',
    schema: z.object({ access: z.string() }),
  },
  async handle({ body: { username, password, code } }, { args }) {
    const userIdOrFault = await authenticateWithLimits(args, { email: username, password })
    if (typeof userIdOrFault === 'number')
      return { access: await logIn(args, userIdOrFault, code?.trim() ?? '') }
    if (userIdOrFault === 'weak')
      throw makeFieldError('non_field_errors', messages.staffPasswordWeak, 'weak_password')
    if (typeof userIdOrFault === 'object' && 'retryAt' in userIdOrFault)
      throw new ApiError(429, messages.tooManyLogins(setRetryAfter(args.context, userIdOrFault)))
    throw makeFieldError('non_field_errors', noActiveAccount, 'login_failed')
  },
})

/** Starts a session and returns its token. Throws ApiError if a second factor is missing or not confirmed (D125). */
async function logIn(args: RequestArgs, userId: number, code: string): Promise<string> {
  const { email = '', isStaff = false } = await findPasswordOwner(userId)
  const hasCode = await hasSecondFactor(userId)
  if (hasCode) await requireCode(args, { userId, email }, code)
  else if (await isRequiredFactorMissing({ isStaff, hasSecondFactor: false }))
    throw makeFieldError('non_field_errors', messages.tokenNeedsFactor, 'factor_required')
  await recordSecurity(args, 'login', { userId, accountId: userId, details: { by: 'api' } })
  args.context.onViewer?.(userId)
  return startSession(userId, args.request.headers.get('User-Agent'), 'api', new Date(), hasCode)
}

async function requireCode(args: RequestArgs, owner: { userId: number; email: string }, code: string) {
  if (code === '') {
    await recordSecurity(args, 'code-asked', { accountId: owner.userId })
    throw makeFieldError('code', messages.tokenNeedsCode, 'factor_required')
  }
  const codeCheck = await checkCode(args, owner, code)
  if (codeCheck === 'wrong') throw makeFieldError('code', messages.codeWrong, 'invalid')
  if (codeCheck !== 'right')
    throw new ApiError(429, messages.tooManyCodes(setRetryAfter(args.context, codeCheck)))
}
