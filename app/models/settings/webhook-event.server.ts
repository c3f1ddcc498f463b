import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { testEvent, type WebhookEvent } from '#app/domain/settings/webhook.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { db, type Trx } from '#app/models/platform/db.server.ts'
import { addAllToOutbox } from '#app/models/platform/outbox.server.ts'

/** Number of rows per statement. */
const ROWS_AT_ONCE = 500
const deliverEffect = 'deliver-webhook'

/** `data` is sent to partners: it has the specification's names, and ids instead of personal data. */
export type EventPayload = { id: number; data: Readonly<Record<string, unknown>> }

/** Creates a delivery per record and endpoint. Call it last, so that `read` returns the records as committed. */
export async function announceEvent(
  trx: Trx,
  event: WebhookEvent,
  read: () => Promise<EventPayload[]>,
): Promise<void> {
  const endpoints = await endpointsByEvent.rows(trx, { event })
  if (endpoints.length === 0) return
  const announcements = await read()
  await writeDeliveries(
    trx,
    event,
    announcements,
    endpoints.map(({ id }) => id),
  )
}

const endpointsByEvent = compileQuery((value: ValueSlots<{ event: WebhookEvent }>) =>
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

/** Queues deliveries with their present turn, at once or from `notBefore` on. */
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
  announcements: readonly EventPayload[],
  endpointIds: readonly number[],
): Promise<void> {
  const createdAt = new Date()
  const rows = announcements.flatMap(({ id, data }) => {
    const event_id = makeEventId()
    const body = JSON.stringify({ id: event_id, type: event, created_at: createdAt.toISOString(), data })
    const row = { event, event_id, entity_id: id, body, created_at: createdAt, next_attempt_at: createdAt }
    return endpointIds.map((endpoint_id) => ({ ...row, endpoint_id }))
  })
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const batch = rows.slice(from, from + ROWS_AT_ONCE)
    await trx.insertInto('webhook_deliveries').values(batch).execute()
    await enqueueDeliveries(trx, await selectDeliveryIds(trx, batch))
  }
}

function selectDeliveryIds(trx: Trx, rows: readonly { event_id: string; endpoint_id: number }[]) {
  return trx
    .selectFrom('webhook_deliveries')
    .select(['id', 'turn'])
    .where('event_id', 'in', [...new Set(rows.map(({ event_id }) => event_id))])
    .where('endpoint_id', 'in', [...new Set(rows.map(({ endpoint_id }) => endpoint_id))])
    .orderBy('id')
    .execute()
}

function makeEventId(): string {
  return `evt_${randomBytes(15).toString('base64url')}`
}
