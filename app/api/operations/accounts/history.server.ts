import { z } from 'zod'
import { defineOperation } from '#app/api/operation.server.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { id, idInput, instant } from '#app/api/wire/values.ts'
import { findProfileOnWire } from '#app/models/accounts/user-list.server.ts'
import { type Entity, listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { getActionName } from '#app/text/backoffice/history-labels.ts'

/** The API's names of records, in the order of `entities`. */
const targets = ['order', 'profile', 'publication', 'signature', 'expedition'] as const
const entities: readonly Entity[] = ['order', 'user', 'publication', 'subscription', 'shipment']

const historyEntry = z
  .object({
    id,
    action: z.string().meta({ example: 'Pagamento confirmado' }),
    created: instant,
    actor: z.object({ name: z.string().nullable().meta({ description: 'null para o próprio sistema' }) }),
  })
  .meta({ id: 'HistoryEntry' })

export const listHistory = defineOperation({
  id: 'listHistory',
  method: 'POST',
  path: '/api/logme/',
  tag: 'Histórico',
  summary: 'Ver o histórico de um registro',
  access: 'staff',
  scope: 'orders:read',
  body: z.strictObject({
    target: hiddenField(
      z
        .enum(targets, {
          error: 'Registro desconhecido',
        })
        .meta({ example: 'order' }),
    ),
    target_id: hiddenField(idInput),
  }),
  success: { status: 200, description: 'As 200 entradas mais novas', schema: z.array(historyEntry) },
  async handle({ body: { target, target_id } }) {
    const entityId = target === 'profile' ? ((await findProfileOnWire(target_id))?.userId ?? 0) : target_id
    const rows = await listHistoryForStaff(entities[targets.indexOf(target)] ?? 'order', entityId)
    return rows.map(({ id: entryId, action, at, actor }) => ({
      id: entryId,
      action: getActionName(action),
      created: at.toISOString(),
      actor: { name: actor },
    }))
  },
})
