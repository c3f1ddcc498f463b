import { z } from 'zod'
import { type Call, defineOperation, type Operation, requireApiViewer } from '#app/api/operation.server.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { countPages, makeListQuery, makeListSchema } from '#app/api/wire/lists.ts'
import { idPath } from '#app/api/wire/values.ts'
import {
  deliveryWire,
  newWebhookWire,
  toDeliveryWire,
  toWebhookWire,
  webhookSecretWire,
  webhookWire,
} from '#app/api/wire/webhook.ts'
import { isProofFresh } from '#app/domain/accounts/second-factor.ts'
import {
  deliveryLogDays,
  deliveryStates,
  maxEndpoints,
  secretOverlapHours,
  webhookEvents,
} from '#app/domain/settings/webhook.ts'
import { env } from '#app/env.server.ts'
import { requiredText } from '#app/forms/text-field.ts'
import { makeWebhookAddressField } from '#app/forms/webhook-address.ts'
import { parseId } from '#app/http/list-params.ts'
import {
  listDeliveries as findDeliveries,
  findDelivery,
  resendAbandonedDeliveries,
  resendDelivery,
} from '#app/models/settings/webhook-delivery-list.server.ts'
import {
  createEndpoint,
  findEndpoint,
  listEndpoints,
  queueTestEvent,
  removeEndpoint,
  renewSecret,
  saveEndpoint,
  TooManyEndpoints,
} from '#app/models/settings/webhook-endpoint.server.ts'
import { spellNumber } from '#app/text/platform/numbers.ts'
import { webhookRefusals } from '#app/text/settings/webhook-labels.ts'

const sharedFields = { tag: 'Webhooks', access: 'superuser' } as const
const readDefaults = { ...sharedFields, method: 'GET', scope: 'webhooks:read' } as const
const writeDefaults = { ...sharedFields, scope: 'webhooks:write' } as const

const addressField = makeWebhookAddressField(env.WEBHOOKS_ALLOW_PRIVATE)
const eventsField = z.array(z.enum(webhookEvents)).min(1, webhookRefusals.noEvent)

const fieldNotes = {
  description: { example: 'ERP' },
  address: {
    description: 'Começa com https:// e fica fora da rede interna',
    example: 'https://erp.example/avisos',
  },
  events: { description: `Entre ${webhookEvents.join(', ')}`, example: ['order.paid' as const] },
}

const newWebhook = z
  .strictObject({
    description: requiredText(100).meta(fieldNotes.description),
    address: addressField.meta(fieldNotes.address),
    events: eventsField.meta(fieldNotes.events),
  })
  .meta({ id: 'WebhookFields' })

const webhookChanges = z
  .strictObject({
    description: requiredText(100).optional().meta(fieldNotes.description),
    address: addressField.optional().meta(fieldNotes.address),
    events: eventsField.optional().meta(fieldNotes.events),
    active: z.boolean().optional().meta({ description: 'false põe em pausa', example: true }),
  })
  .meta({ id: 'WebhookChanges', example: { active: false } })

const listWebhooks = defineOperation({
  ...readDefaults,
  id: 'listWebhooks',
  path: '/api/webhooks/',
  summary: 'Listar webhooks',
  description: `Todos; não há mais de ${maxEndpoints}.`,
  success: { status: 200, description: 'Os webhooks, sem os segredos', schema: z.array(webhookWire) },
  async handle() {
    return (await listEndpoints()).map(toWebhookWire)
  },
})

const getWebhook = defineOperation({
  ...readDefaults,
  id: 'getWebhook',
  path: '/api/webhooks/{id}/',
  summary: 'Ver um webhook',
  params: idPath,
  success: { status: 200, description: 'O webhook, sem o segredo', schema: webhookWire },
  async handle({ params }) {
    return toWebhookWire(await requireEndpoint(params.id))
  },
})

const createWebhook = defineOperation({
  ...writeDefaults,
  id: 'createWebhook',
  method: 'POST',
  path: '/api/webhooks/',
  summary: 'Criar um webhook',
  description:
    'O segredo que assina os avisos está só nesta resposta. Repetida com a mesma `Idempotency-Key`, a chamada não cria outro: responde 409.',
  refusalStatuses: [409],
  body: newWebhook,
  success: { status: 201, description: 'O webhook com o seu segredo', schema: newWebhookWire },
  async handle({ body }, call) {
    const { userId: actorUserId } = requireFreshProof(call)
    try {
      const { id, secret } = await createEndpoint(body, { actorUserId, token: getCreationToken(call) })
      if (secret === null) throw new ApiError(409, webhookRefusals.madeBefore)
      return { ...toWebhookWire({ id, ...body, isActive: true }), secret }
    } catch (error) {
      if (!(error instanceof TooManyEndpoints)) throw error
      throw makeFieldError('non_field_errors', webhookRefusals.tooMany, 'conflict')
    }
  },
})

/**
 * Returns the token by which a repeated call finds the webhook of the first call. The operation is not
 * `isCreating` because the stored response would contain the secret.
 */
function getCreationToken(call: Call): string {
  const key = call.args.request.headers.get('Idempotency-Key')
  return key ? `api ${requireApiViewer(call).userId} ${key}` : crypto.randomUUID()
}

const updateWebhook = defineOperation({
  ...writeDefaults,
  id: 'updateWebhook',
  method: 'PUT',
  path: '/api/webhooks/{id}/',
  summary: 'Alterar um webhook',
  description:
    'O que não é enviado fica como está. Em pausa nada do que acontece é avisado, nem depois; o que esperava é dado por não entregue.',
  params: idPath,
  body: webhookChanges,
  acceptsOwnResponse: true,
  success: { status: 200, description: 'O webhook como ficou', schema: webhookWire },
  async handle({ params, body: { active, ...changes } }, call) {
    const endpoint = await requireEndpoint(params.id)
    const {
      description = endpoint.description,
      address = endpoint.address,
      events = endpoint.events,
    } = changes
    const saveContext = { actorUserId: requireFreshProof(call).userId, seenVersion: endpoint.lock_version }
    await saveEndpoint(endpoint.id, { description, address, events, isActive: active }, saveContext)
    return toWebhookWire(await requireEndpoint(params.id))
  },
})

const deleteWebhook = defineOperation({
  ...writeDefaults,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/webhooks/{id}/',
  summary: 'Excluir um webhook',
  description: 'Com o registro dos seus avisos.',
  params: idPath,
  success: { status: 204, description: 'Excluído' },
  async handle({ params }, call) {
    const { id } = await requireEndpoint(params.id)
    if (!(await removeEndpoint(id, requireApiViewer(call).userId))) throw new ApiError(404)
    return new Response(null, { status: 204 })
  },
})

const renewWebhookSecret = defineOperation({
  ...writeDefaults,
  id: 'renewWebhookSecret',
  method: 'POST',
  path: '/api/webhooks/{id}/secret/',
  summary: 'Trocar o segredo de um webhook',
  description: `Por ${spellNumber(secretOverlapHours)} horas os avisos têm as duas assinaturas; depois, só a nova. Uma segunda troca nesse tempo encerra o segredo mais antigo.`,
  params: idPath,
  success: { status: 200, description: 'O segredo novo, só nesta resposta', schema: webhookSecretWire },
  async handle({ params }, call) {
    const { id, lock_version: seenVersion } = await requireEndpoint(params.id)
    const { secret, oldUntil } = await renewSecret(id, {
      actorUserId: requireFreshProof(call).userId,
      seenVersion,
    })
    return { secret, old_secret_until: oldUntil.toISOString() }
  },
})

const testWebhook = defineOperation({
  ...writeDefaults,
  id: 'testWebhook',
  method: 'POST',
  path: '/api/webhooks/{id}/test/',
  summary: 'Enviar um aviso de teste',
  description: 'Um `ping`, em pausa também.',
  params: idPath,
  success: { status: 204, description: 'O teste sai em instantes' },
  async handle({ params }, call) {
    const { id } = await requireEndpoint(params.id)
    if (!(await queueTestEvent(id, requireApiViewer(call).userId))) throw new ApiError(404)
    return new Response(null, { status: 204 })
  },
})

const listDeliveries = defineOperation({
  ...readDefaults,
  id: 'listWebhookDeliveries',
  path: '/api/webhooks/{id}/deliveries/',
  summary: 'Listar os avisos de um webhook',
  description: `Dos últimos ${deliveryLogDays} dias, o mais novo primeiro.`,
  params: idPath,
  query: makeListQuery(['-id'])
    .pick({ page: true, limit: true })
    .extend({
      state: z
        .enum(['', ...deliveryStates])
        .default('')
        .meta({ description: 'waiting, delivered ou given-up; vazio para todos', example: 'given-up' }),
    }),
  success: { status: 200, description: 'Uma página da lista', schema: makeListSchema(deliveryWire) },
  async handle({ params, query: { page, limit, state } }) {
    const { id: endpointId } = await requireEndpoint(params.id)
    const deliveryQuery = {
      endpointId,
      state: state === '' ? undefined : state,
      page,
      counting: 'exact',
    } as const
    const { rows, count } = await findDeliveries(deliveryQuery, limit)
    return { results: rows.map(toDeliveryWire), count, pages: countPages(count, limit) }
  },
})

const resendWebhookDelivery = defineOperation({
  ...writeDefaults,
  id: 'resendWebhookDelivery',
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/{delivery}/resend/',
  summary: 'Enviar um aviso de novo',
  description: 'O mesmo conteúdo com o mesmo Webhook-Id, já entregue ou não.',
  params: idPath.extend({
    delivery: z.string().meta({ description: 'Número do aviso', example: '3' }),
  }),
  success: { status: 204, description: 'O aviso sai em instantes' },
  async handle({ params }, call) {
    const { id: endpointId } = await requireEndpoint(params.id)
    const id = parseId(params.delivery)
    const delivery = id === undefined ? undefined : await findDelivery(endpointId, id)
    if (!delivery) throw new ApiError(404)
    const { turn } = delivery
    const isQueued = await resendDelivery(
      { endpointId, id: delivery.id, turn },
      requireApiViewer(call).userId,
    )
    if (!isQueued) throw new ApiError(409)
    return new Response(null, { status: 204 })
  },
})

const resendWebhookDeliveries = defineOperation({
  ...writeDefaults,
  id: 'resendWebhookDeliveries',
  method: 'POST',
  path: '/api/webhooks/{id}/resend/',
  summary: 'Enviar de novo os avisos não entregues',
  description: 'Do mais antigo ao mais novo, até mil por chamada.',
  params: idPath,
  success: {
    status: 200,
    description: 'Quantos saem de novo',
    schema: z.object({ count: z.number().int().meta({ example: 3 }) }).meta({ id: 'WebhookResend' }),
  },
  async handle({ params }, call) {
    const { id } = await requireEndpoint(params.id)
    return { count: await resendAbandonedDeliveries(id, requireApiViewer(call).userId) }
  },
})

export const webhookOperations: readonly Operation[] = [
  listWebhooks,
  getWebhook,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  renewWebhookSecret,
  testWebhook,
  listDeliveries,
  resendWebhookDelivery,
  resendWebhookDeliveries,
]

/** Returns the endpoint with this id. Throws ApiError 404. */
async function requireEndpoint(endpointId: string) {
  const id = parseId(endpointId)
  const endpoint = id === undefined ? undefined : await findEndpoint(id)
  if (!endpoint) throw new ApiError(404)
  return endpoint
}

/** Returns the viewer. Throws ApiError 403 for a person's token without a recent identity check (D125). */
function requireFreshProof(call: Call) {
  const viewer = requireApiViewer(call)
  if (call.caller?.keyId === null && !isProofFresh(viewer.provedAt, new Date())) throw new ApiError(403)
  return viewer
}
