import { type WebhookEvent, webhookEvents } from '#app/domain/settings/webhook.ts'
import { db } from '#app/models/platform/db.server.ts'
import { createEndpoint, queueTestEvent } from '#app/models/settings/webhook-endpoint.server.ts'
import { makeCustomer } from './people.ts'

type EndpointData = { address?: string; description?: string; events?: readonly WebhookEvent[] }

/** Creates an endpoint for all events. Returns it with its secret. */
export async function makeEndpoint(overrides: EndpointData = {}) {
  const { userId: actorUserId } = await makeCustomer()
  const data = {
    address: 'https://erp.example/avisos',
    description: 'ERP',
    events: webhookEvents,
    ...overrides,
  }
  const { id, secret } = await createEndpoint(data, { actorUserId, token: crypto.randomUUID() })
  return { id, secret: secret ?? '', actorUserId }
}

/** Creates an endpoint with a test delivery. Returns the endpoint, the delivery's id and its job's subject. */
export async function makeDelivery(address?: string) {
  const endpoint = await makeEndpoint(address === undefined ? {} : { address })
  await queueTestEvent(endpoint.id, endpoint.actorUserId)
  const { id } = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', endpoint.id)
    .executeTakeFirstOrThrow()
  return { endpoint, id, subject: `${id}/1` }
}

/** Returns webhook deliveries, oldest first, with parsed bodies. */
export async function listDeliveries() {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['endpoint_id', 'event', 'event_id', 'entity_id', 'body'])
    .orderBy('id')
    .execute()
  return rows.map(({ body, ...row }) => ({ ...row, body: JSON.parse(body) }))
}

/** Returns the subjects of the deliveries in the outbox. */
export async function listQueuedDeliveries(): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('subject')
    .where('job', '=', 'deliver-webhook')
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}
