import { postWebhook } from '#app/gateways/webhook/post.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { readDatabaseClock } from '#app/models/platform/db.server.ts'
import {
  closePausedDelivery,
  findQueuedDelivery,
  type QueuedDelivery,
  recordDeliveryAttempt,
} from '#app/models/settings/webhook-delivery.server.ts'

/** Delivers a webhook. Retries take days, so each attempt is an outbox row of its own. */
export const deliverWebhook: Job = { queue: 'webhooks', run: (subject) => attemptDelivery(subject) }

type Dependencies = { clock?: () => Promise<Date>; post?: typeof postWebhook }

/** Attempts a delivery once. If the worker is killed, the event may be delivered again with the same id. */
export async function attemptDelivery(
  subject: string,
  { clock: readClock = readDatabaseClock, post = postWebhook }: Dependencies = {},
): Promise<void> {
  const delivery = await findQueuedDelivery(subject)
  if (!delivery) return
  const data = { delivery: delivery.id, event: delivery.event, eventId: delivery.eventId }
  if (delivery.isPaused) {
    await closePausedDelivery(delivery, await readClock())
    return log.info(data, 'webhook not sent, its endpoint is paused')
  }
  const outcome = await deliver(delivery, readClock, post)
  if (outcome === 'given-up') log.error(data, 'alert: webhook given up')
  else log.info({ ...data, outcome }, 'webhook attempted')
}

async function deliver(delivery: QueuedDelivery, readClock: () => Promise<Date>, post: typeof postWebhook) {
  const { address, eventId: id, body } = delivery
  const sentAt = await readClock()
  const answer = await post({ address, secrets: listSecretsAt(delivery, sentAt), id, body, at: sentAt })
  return recordDeliveryAttempt(delivery, answer, await readClock())
}

/** Returns the secrets that sign. The old secret also signs while the receiver switches to the new secret. */
function listSecretsAt({ secret, oldSecret, oldSecretUntil }: QueuedDelivery, sentAt: Date): string[] {
  return oldSecret !== null && oldSecretUntil !== null && sentAt < oldSecretUntil
    ? [secret, oldSecret]
    : [secret]
}
