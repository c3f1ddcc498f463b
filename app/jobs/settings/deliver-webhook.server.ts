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

type Means = { clock?: () => Promise<Date>; post?: typeof postWebhook }

/** Attempts a delivery once. After a worker is killed, the same event id is delivered again. */
export async function attemptDelivery(
  subject: string,
  { clock = readDatabaseClock, post = postWebhook }: Means = {},
): Promise<void> {
  const turn = await findQueuedDelivery(subject)
  if (!turn) return
  const data = { delivery: turn.id, event: turn.event, eventId: turn.eventId }
  if (turn.isPaused) {
    await closePausedDelivery(turn, await clock())
    return log.info(data, 'webhook not sent, its endpoint is paused')
  }
  const outcome = await deliver(turn, clock, post)
  if (outcome === 'given-up') log.error(data, 'alert: webhook given up')
  else log.info({ ...data, outcome }, 'webhook attempted')
}

async function deliver(turn: QueuedDelivery, clock: () => Promise<Date>, post: typeof postWebhook) {
  const { address, eventId: id, body } = turn
  const at = await clock()
  const answer = await post({ address, secrets: listSecretsAt(turn, at), id, body, at })
  return recordDeliveryAttempt(turn, answer, await clock())
}

/** Returns the secrets that sign, with the old one while the receiver switches to the new one. */
function listSecretsAt({ secret, oldSecret, oldSecretUntil }: QueuedDelivery, at: Date): string[] {
  return oldSecret !== null && oldSecretUntil !== null && at < oldSecretUntil ? [secret, oldSecret] : [secret]
}
