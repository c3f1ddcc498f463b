import { z } from 'zod'
import { defineOperation } from '#app/api/operation.server.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { chooseErrorText } from '#app/api/wire/values.ts'
import { linkHours } from '#app/domain/accounts/lifetimes.ts'
import { findNewPasswordError } from '#app/forms/new-password.server.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { setNewPassword } from '#app/http/authenticator.server.ts'
import { makeAttemptKey } from '#app/http/context.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import {
  findLinkOwner,
  findLinkState,
  requestPasswordLink,
} from '#app/models/accounts/password-reset.server.ts'
import { findPasswordOwner, findUserIdByEmail } from '#app/models/accounts/user.server.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

const tag = 'Acesso'
const detailResponse = z.object({ detail: z.string() })

export const requestRecovery = defineOperation({
  id: 'requestPasswordRecovery',
  method: 'POST',
  path: '/api/user/change_password/',
  tag,
  summary: 'Pedir a recuperação da senha',
  description: `Envia um link por e-mail, de uso único, que vale ${linkHours} horas.`,
  access: 'anyone',
  scope: null,
  body: z.strictObject({
    email: z
      .string({ error: chooseErrorText(specTexts.recoveryUnknown, specTexts.recoveryEmailRequired) })
      .trim()
      .min(1, specTexts.recoveryEmailRequired)
      .max(254, specTexts.recoveryUnknown)
      .meta({ example: 'cliente@example.com' }),
  }),
  success: { status: 200, description: 'Enviado', schema: detailResponse },
  async handle({ body: { email } }, { args: { context } }) {
    const outcome = await requestPasswordLink(makeAttemptKey(context, email))
    const details = { link: 'password' }
    const accountId = (await findUserIdByEmail(email)) ?? null
    if (outcome === 'sent') {
      await recordSecurity({ context }, 'link-asked', { accountId, details })
      return { detail: specTexts.recoverySent }
    }
    if (outcome === 'unknown') throw makeFieldError('email', specTexts.recoveryUnknown, 'unknown_record')
    throw new ApiError(429, messages.tooManyRecoveries(setRetryAfter(context, outcome)))
  },
})

export const confirmPassword = defineOperation({
  id: 'confirmPassword',
  method: 'POST',
  path: '/api/user/confirm_password/',
  tag,
  summary: 'Criar a nova senha',
  description: 'Encerra todas as sessões da conta.',
  access: 'anyone',
  scope: null,
  body: z.strictObject({
    hash: hiddenField(
      z.string({ error: chooseErrorText() }).max(200).meta({ description: 'O do link recebido por e-mail' }),
    ),
    password: z.string({ error: chooseErrorText() }).meta({ example: 'uma senha inventada' }),
  }),
  success: { status: 200, description: 'Alterada', schema: detailResponse },
  async handle({ body: { hash, password } }, { args }) {
    const link = await findLinkOwner(hash)
    const fault = link && findNewPasswordError(password, await findPasswordOwner(link.userId))
    if (fault) throw makeFieldError('password', fault, 'weak_password')
    const sessionOrLimit = await setNewPassword(args, hash, password)
    if (sessionOrLimit instanceof Headers) return { detail: specTexts.passwordChanged }
    if (sessionOrLimit) {
      const retryAfter = setRetryAfter(args.context, sessionOrLimit)
      throw new ApiError(429, messages.tooManyNewPasswords(retryAfter))
    }
    const isUnknown = (await findLinkState(hash)) === 'unknown'
    throw makeFieldError('hash', isUnknown ? 'Este link não existe' : 'Este link venceu', 'link_over')
  },
})
