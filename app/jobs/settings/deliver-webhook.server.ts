import { postWebhook } from '#app/gateways/webhook/post.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { databaseClock } from '#app/models/platform/db.server.ts'
import {
  findTurn,
  giveUpPaused,
  recordAttempt,
  type Turn,
} from '#app/models/settings/webhook-delivery.server.ts'

/** Delivers a webhook. After a failure, another outbox row has the next attempt, since retries take days. */
export const deliverWebhook: Job = { queue: 'webhooks', run: (subject) => attemptDelivery(subject) }

type Means = { clock?: () => Promise<Date>; post?: typeof postWebhook }

/** Attempts a delivery once. After a worker is killed, the same event id is delivered again. */
export async function attemptDelivery(
  subject: string,
  { clock = databaseClock, post = postWebhook }: Means = {},
): Promise<void> {
  const turn = await findTurn(subject)
  if (!turn) return
  const facts = { delivery: turn.id, event: turn.event, eventId: turn.eventId }
  if (turn.isPaused) {
    await giveUpPaused(turn, await clock())
    return log.info(facts, 'webhook not sent, its endpoint is paused')
  }
  const outcome = await deliver(turn, clock, post)
  if (outcome === 'given-up') log.error(facts, 'alert: webhook given up')
  else log.info({ ...facts, outcome }, 'webhook attempted')
}

async function deliver(turn: Turn, clock: () => Promise<Date>, post: typeof postWebhook) {
  const { address, eventId: id, body } = turn
  const at = await clock()
  const answer = await post({ address, secrets: listSecretsAt(turn, at), id, body, at })
  return recordAttempt(turn, answer, await clock())
}

/** Returns the secrets that sign, with the old one while the receiver switches to the new one. */
function listSecretsAt({ secret, oldSecret, oldSecretUntil }: Turn, at: Date): string[] {
  return oldSecret !== null && oldSecretUntil !== null && at < oldSecretUntil ? [secret, oldSecret] : [secret]
}
