import { getWebhookRetryDelayMs, testEvent } from '#app/domain/settings/webhook.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { enqueueDeliveries } from '#app/models/settings/webhook-event.server.ts'

export type QueuedDelivery = NonNullable<Awaited<ReturnType<typeof findQueuedDelivery>>>
type AttemptResult = { status: number | null; error: string | null }
export type DeliveryOutcome = 'delivered' | 'retried' | 'given-up' | 'over'

const MAX_ERROR_LENGTH = 300

/** The id and the turn, for example '12/3' */
const DELIVERY_SUBJECT = /^(\d{1,10})\/(\d{1,10})$/

/** Returns the delivery of an outbox subject, or undefined if it was removed, closed or queued again. */
export async function findQueuedDelivery(subject: string) {
  const subjectParts = DELIVERY_SUBJECT.exec(subject) ?? []
  const [, id = 0, turn = 0] = subjectParts.map(Number)
  const row = await db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'endpoint_id')
    .select(['delivery.id', 'turn', 'event', 'event_id as eventId', 'body', 'address', 'secret', 'is_active'])
    .select(['old_secret', 'old_secret_until'])
    .where('delivery.id', '=', id)
    .where('turn', '=', turn)
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { is_active, old_secret: oldSecret, old_secret_until: oldSecretUntil, ...delivery } = row
  return { ...delivery, oldSecret, oldSecretUntil, isPaused: !is_active && row.event !== testEvent }
}

/** Closes a delivery of a paused endpoint. Staff can send the stored delivery later. */
export function closePausedDelivery(delivery: QueuedDelivery, closedAt: Date): Promise<DeliveryOutcome> {
  return changeOpenDelivery(delivery, async (trx) => {
    await writeDelivery(trx, delivery.id, {
      given_up_at: closedAt,
      next_attempt_at: null,
      last_error: 'endpoint is paused',
    })
    return 'given-up'
  })
}

/** Records a success, or queues another attempt after a longer wait, or abandons the delivery after three days. */
export function recordDeliveryAttempt(
  delivery: QueuedDelivery,
  { status, error }: AttemptResult,
  attemptedAt: Date,
): Promise<DeliveryOutcome> {
  return changeOpenDelivery(delivery, async (trx, lockedDelivery) => {
    const attemptColumns = {
      attempts: lockedDelivery.attempts + 1,
      last_attempt_at: attemptedAt,
      last_status: status,
      last_error: error?.slice(0, MAX_ERROR_LENGTH) ?? null,
      next_attempt_at: null,
    }
    if (error === null) {
      await writeDelivery(trx, delivery.id, { ...attemptColumns, delivered_at: attemptedAt })
      return 'delivered'
    }
    const failures = lockedDelivery.failures + 1
    const delayMs = getWebhookRetryDelayMs(failures)
    if (delayMs === undefined) {
      await writeDelivery(trx, delivery.id, { ...attemptColumns, failures, given_up_at: attemptedAt })
      return 'given-up'
    }
    const turn = lockedDelivery.turn + 1
    const nextAttemptAt = new Date(attemptedAt.getTime() + delayMs)
    const nextColumns = { turn, next_attempt_at: nextAttemptAt, failures }
    await writeDelivery(trx, delivery.id, { ...attemptColumns, ...nextColumns })
    await enqueueDeliveries(trx, [{ id: delivery.id, turn }], nextAttemptAt)
    return 'retried'
  })
}

type LockedDelivery = { turn: number; attempts: number; failures: number }

/** Changes a delivery. Returns 'over' if the delivery was queued again or removed meanwhile. */
function changeOpenDelivery(
  { id, turn }: QueuedDelivery,
  write: (trx: Trx, before: LockedDelivery) => Promise<DeliveryOutcome>,
): Promise<DeliveryOutcome> {
  return withTransaction(async (trx) => {
    const before = await trx
      .selectFrom('webhook_deliveries')
      .select(['turn', 'attempts', 'failures'])
      .where('id', '=', id)
      .where('turn', '=', turn)
      .where('delivered_at', 'is', null)
      .where('given_up_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    return before ? write(trx, before) : 'over'
  })
}

type DeliveryColumns = {
  turn?: number
  attempts?: number
  failures?: number
  last_attempt_at?: Date
  last_status?: number | null
  last_error: string | null
  next_attempt_at: Date | null
  delivered_at?: Date
  given_up_at?: Date
}

async function writeDelivery(trx: Trx, id: number, newDelivery: DeliveryColumns): Promise<void> {
  await trx.updateTable('webhook_deliveries').set(newDelivery).where('id', '=', id).execute()
}

/** Deletes old deliveries in any state. The outbox row of a deleted delivery has no effect. */
export async function deleteOldDeliveries(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}
