import { z } from 'zod'
import { operation } from '#app/api/operation.server.ts'
import { ApiError, fieldError } from '#app/api/problem.server.ts'
import { unseen } from '#app/api/wire/unseen-field.ts'
import { wordsFor } from '#app/api/wire/values.ts'
import { linkHours } from '#app/domain/accounts/lifetimes.ts'
import { newPasswordError } from '#app/forms/new-password.server.ts'
import { noteSecurity } from '#app/http/accounts/security-log.server.ts'
import { setNewPassword } from '#app/http/authenticator.server.ts'
import { attemptKey } from '#app/http/context.server.ts'
import { waitFor } from '#app/http/retry-after.server.ts'
import {
  findLinkOwner,
  findLinkState,
  requestPasswordLink,
} from '#app/models/accounts/password-reset.server.ts'
import { findPasswordOwner, findUserIdByEmail } from '#app/models/accounts/user.server.ts'
import { messages, specified } from '#app/text/platform/messages.ts'

const tag = 'Acesso'
const done = z.object({ detail: z.string() })

export const requestRecovery = operation({
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
      .string({ error: wordsFor(specified.recoveryUnknown, specified.recoveryEmailRequired) })
      .trim()
      .min(1, specified.recoveryEmailRequired)
      .max(254, specified.recoveryUnknown)
      .meta({ example: 'cliente@example.com' }),
  }),
  success: { status: 200, description: 'Enviado', schema: done },
  async handle({ body: { email } }, { args: { context } }) {
    const result = await requestPasswordLink(attemptKey(context, email))
    const details = { link: 'password' }
    const accountId = (await findUserIdByEmail(email)) ?? null
    if (result === 'sent') await noteSecurity({ context }, 'link-asked', { accountId, details })
    if (result === 'sent') return { detail: specified.recoverySent }
    if (result === 'unknown') throw fieldError('email', specified.recoveryUnknown, 'unknown_record')
    throw new ApiError(429, messages.tooManyRecoveries(waitFor(context, result)))
  },
})

export const confirmPassword = operation({
  id: 'confirmPassword',
  method: 'POST',
  path: '/api/user/confirm_password/',
  tag,
  summary: 'Criar a nova senha',
  description: 'Encerra todas as sessões da conta.',
  access: 'anyone',
  scope: null,
  body: z.strictObject({
    hash: unseen(
      z.string({ error: wordsFor() }).max(200).meta({ description: 'O do link recebido por e-mail' }),
    ),
    password: z.string({ error: wordsFor() }).meta({ example: 'uma senha inventada' }),
  }),
  success: { status: 200, description: 'Alterada', schema: done },
  async handle({ body: { hash, password } }, { args }) {
    const link = await findLinkOwner(hash)
    const fault = link && newPasswordError(password, await findPasswordOwner(link.userId))
    if (fault) throw fieldError('password', fault, 'weak_password')
    const changed = await setNewPassword(args, hash, password)
    if (changed instanceof Headers) return { detail: specified.passwordChanged }
    if (changed) throw new ApiError(429, messages.tooManyNewPasswords(waitFor(args.context, changed)))
    const isUnknown = (await findLinkState(hash)) === 'unknown'
    throw fieldError('hash', isUnknown ? 'Este link não existe' : 'Este link venceu', 'link_over')
  },
})
