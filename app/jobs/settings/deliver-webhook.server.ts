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

/** Delivers a webhook. After a failure, another outbox row has the next attempt, since retries take days. */
export const deliverWebhook: Job = { queue: 'webhooks', run: (subject) => attemptDelivery(subject) }

type Dependencies = { clock?: () => Promise<Date>; post?: typeof postWebhook }

/** Attempts a delivery once. After a worker is killed, the same event id is delivered again. */
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

/** Returns the secrets that sign, with the old one while the receiver switches to the new one. */
function listSecretsAt({ secret, oldSecret, oldSecretUntil }: QueuedDelivery, sentAt: Date): string[] {
  return oldSecret !== null && oldSecretUntil !== null && sentAt < oldSecretUntil
    ? [secret, oldSecret]
    : [secret]
}
