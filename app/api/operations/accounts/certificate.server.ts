import { z } from 'zod'
import { type Call, defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { servePreparedFile } from '#app/api/prepared-file.server.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { idInput } from '#app/api/wire/values.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { normaliseEmail } from '#app/models/accounts/user.server.ts'
import { findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { findProfileIdByEmail } from '#app/models/accounts/user-list.server.ts'
import { issueCertificate } from '#app/models/subscriptions/certificate.server.ts'
import { messages } from '#app/text/platform/messages.ts'

export const getCertificate = defineOperation({
  id: 'getCertificate',
  method: 'POST',
  path: '/api/get_certificate/',
  tag: 'Assinaturas',
  summary: 'Certificado de assinatura em PDF',
  description:
    'Sem corpo, todas as próprias em vigor; com signature, uma. A equipe informa o e-mail do cliente. 503 enquanto o arquivo não está pronto: repita a chamada.',
  access: 'customer',
  scope: 'signatures:read',
  refusalStatuses: [404],
  // The specification does not define this body, so unknown fields are accepted.
  body: z
    .looseObject({
      signature: hiddenField(idInput.optional()),
      email: hiddenField(
        z
          .string()
          .max(254)
          .optional()
          .meta({ description: 'O próprio; outro, só a equipe', example: 'ana@example.com' }),
      ),
    })
    .optional()
    .meta({ example: { signature: 12 } }),
  success: { status: 200, description: 'O PDF', media: 'application/pdf' },
  async handle({ body }, call) {
    const { userId, profileId } = requireApiViewer(call)
    const client = body?.email === undefined ? undefined : await findClient(body.email, call)
    const fileId = await issueCertificate({
      profileId: client?.id ?? profileId,
      userId,
      subscriptionId: body?.signature,
      fileName: client ? `${client.email}.pdf` : 'Certificate.pdf',
      today: toCivilDate(new Date()),
    })
    if (fileId === undefined)
      throw makeFieldError('non_field_errors', messages.nothingInForce, 'nothing_to_print')
    return servePreparedFile(fileId, call)
  },
})

/** Returns the client with the sent e-mail; undefined for the person's own e-mail. Throws ApiError 403 or 404. */
async function findClient(email: string, call: Call) {
  const viewer = requireApiViewer(call)
  if (!viewer.isStaff && normaliseEmail(email) === viewer.email) return undefined
  if (!viewer.isStaff) throw new ApiError(403)
  const profileId = await findProfileIdByEmail(email)
  const user = profileId && (await findUserForStaff(profileId))
  if (!user || user.isRemoved) throw new ApiError(404)
  return user
}
