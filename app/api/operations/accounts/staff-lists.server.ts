import { z } from 'zod'
import { defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { servePreparedFile } from '#app/api/prepared-file.server.ts'
import { makeFieldError } from '#app/api/problem.server.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { chooseErrorText, id } from '#app/api/wire/values.ts'
import { maxLabels } from '#app/domain/shipments/label.ts'
import { requestLabels } from '#app/models/shipments/label.server.ts'
import { listStaff } from '#app/models/shipments/shipment-client.server.ts'
import { paths } from '#app/paths.ts'

export const listAdmins = defineOperation({
  id: 'listAdmins',
  method: 'GET',
  path: '/api/users_admins/',
  tag: 'Perfis',
  summary: 'Listar a equipe',
  description:
    'Quem pode ser responsável por uma expedição; id é o número do usuário, como em owner e em user.id de um perfil.',
  access: 'staff',
  scope: 'people:read',
  success: {
    status: 200,
    description: 'A equipe ativa, por nome',
    schema: z.array(z.object({ id, name: z.string(), profile: id }).meta({ id: 'Admin' })),
  },
  handle: () => listStaff(),
})

/**
 * Parses a text such as '3,5,8' as a list of ids, because the specification's client sends ids in this form.
 */
export const idsText = z
  .string({ error: chooseErrorText('Números de perfis em um só texto, separados por vírgula') })
  .max(20_000)
  .regex(/^\s*[1-9]\d{0,9}\s*(,\s*[1-9]\d{0,9}\s*)*$/, 'Números de perfis separados por vírgula')
  .transform((text) => text.split(',').map(Number))
  .meta({ description: 'Números de perfis separados por vírgula', example: '12,15' })

export const printLabels = defineOperation({
  id: 'printAddressLabels',
  method: 'POST',
  path: '/api/users_addresses_list/',
  tag: 'Perfis',
  summary: 'Etiquetas de endereço em PDF',
  description: `Até ${maxLabels} por vez, em folhas Pimaco. Perfis sem endereço ficam de fora. 503 enquanto o arquivo não está pronto: repita a chamada.`,
  access: 'staff',
  scope: 'people:read',
  body: z.strictObject({
    users: hiddenField(idsText),
    type: hiddenField(z.enum(['simple', 'complete'], { error: 'Use simple ou complete' })),
    sheet: hiddenField(z.enum(['6181', '6183']).default('6181').meta({ description: 'Folha Pimaco' })),
    start: hiddenField(
      z.number().int().min(1).max(20).default(1).meta({ description: 'Primeira etiqueta livre' }),
    ),
  }),
  success: { status: 200, description: 'O PDF', media: 'application/pdf' },
  async handle({ body: { users, type, sheet, start } }, call) {
    const { userId } = requireApiViewer(call)
    if (users.length > maxLabels)
      throw makeFieldError('users', `Até ${maxLabels} perfis por vez`, 'max_length')
    const fileId = await requestLabels({
      userId,
      profileIds: users,
      style: type,
      sheet,
      start,
      fileName: 'etiquetas.pdf',
      back: paths.admin.users(),
    })
    if (fileId === undefined)
      throw makeFieldError(
        'users',
        'Nenhum destes perfis tem endereço: não há o que imprimir.',
        'nothing_to_print',
      )
    return servePreparedFile(fileId, call)
  },
})
