import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { testEvent, type WebhookEvent } from '#app/domain/settings/webhook.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { db, type Trx } from '#app/models/platform/db.server.ts'
import { addAllToOutbox } from '#app/models/platform/outbox.server.ts'

/** Number of rows per statement. */
const ROWS_AT_ONCE = 500
const deliverEffect = 'deliver-webhook'

/** Partners receive `data`, so it has the names of the specification, and ids instead of personal data. */
export type EventPayload = { id: number; data: Readonly<Record<string, unknown>> }

/**
 * Creates a delivery per record and endpoint. Call it last because `readPayloads` must return the records as they
 * are committed.
 */
export async function announceEvent(
  trx: Trx,
  event: WebhookEvent,
  readPayloads: () => Promise<EventPayload[]>,
): Promise<void> {
  const endpoints = await endpointsByEventQuery.rows(trx, { event })
  if (endpoints.length === 0) return
  const payloads = await readPayloads()
  const endpointIds = endpoints.map(({ id }) => id)
  await writeDeliveries(trx, event, payloads, endpointIds)
}

const endpointsByEventQuery = compileQuery((value: ValueSlots<{ event: WebhookEvent }>) =>
  db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('is_active', '=', true)
    .where(sql<number>`find_in_set(${value('event')}, events)`, '>', 0)
    .orderBy('id'),
)

export function announceTest(trx: Trx, endpointId: number): Promise<void> {
  return writeDeliveries(trx, testEvent, [{ id: endpointId, data: {} }], [endpointId])
}

export function formatDeliverySubject({ id, turn }: { id: number; turn: number }): string {
  return `${id}/${turn}`
}

/** Queues deliveries with their present turn. The jobs run immediately, or from `notBefore` on. */
export function enqueueDeliveries(
  trx: Trx,
  deliveries: readonly { id: number; turn: number }[],
  notBefore: Date | null = null,
): Promise<void> {
  return addAllToOutbox(trx, deliverEffect, deliveries.map(formatDeliverySubject), notBefore)
}

async function writeDeliveries(
  trx: Trx,
  event: WebhookEvent | typeof testEvent,
  payloads: readonly EventPayload[],
  endpointIds: readonly number[],
): Promise<void> {
  const createdAt = new Date()
  const rows = payloads.flatMap(({ id, data }) => {
    const event_id = makeEventId()
    const body = JSON.stringify({ id: event_id, type: event, created_at: createdAt.toISOString(), data })
    const row = { event, event_id, entity_id: id, body, created_at: createdAt, next_attempt_at: createdAt }
    return endpointIds.map((endpoint_id) => ({ ...row, endpoint_id }))
  })
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const batch = rows.slice(start, start + ROWS_AT_ONCE)
    await trx.insertInto('webhook_deliveries').values(batch).execute()
    const deliveries = await listDeliveries(trx, batch)
    await enqueueDeliveries(trx, deliveries)
  }
}

function listDeliveries(trx: Trx, rows: readonly { event_id: string; endpoint_id: number }[]) {
  const eventIds = new Set(rows.map(({ event_id }) => event_id))
  const endpointIds = new Set(rows.map(({ endpoint_id }) => endpoint_id))
  return trx
    .selectFrom('webhook_deliveries')
    .select(['id', 'turn'])
    .where('event_id', 'in', [...eventIds])
    .where('endpoint_id', 'in', [...endpointIds])
    .orderBy('id')
    .execute()
}

function makeEventId(): string {
  return `evt_${randomBytes(15).toString('base64url')}`
}
