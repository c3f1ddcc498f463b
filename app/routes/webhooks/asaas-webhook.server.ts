import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { storeWebhookEvent, type WebhookEvent } from '#app/models/payments/gateway-event.server.ts'
import { isOutage } from '#app/models/platform/db.server.ts'
import { readJson } from '#app/routes/webhooks/webhook-body.server.ts'

/**
 * Stores a webhook event and returns the HTTP status: 200 if the event is stored, even from an earlier call;
 * 503 while the database is down, 401 without the token, 400 for an invalid event. The gateway sends the event
 * again until the status is 200.
 */
export async function receiveWebhook(request: Request): Promise<200 | 400 | 401 | 503> {
  if (!isFromGateway(request)) {
    log.warn('gateway: webhook without the right token')
    return 401
  }
  const event = await readWebhookEvent(request)
  if (!event) {
    log.error('alert: webhook event not readable')
    return 400
  }
  try {
    const outcome = await storeWebhookEvent(event)
    log.info({ event: event.name, externalId: event.externalId, outcome }, 'gateway: webhook event')
    return 200
  } catch (error) {
    if (!isOutage(error)) throw error
    log.warn({ err: error }, 'gateway: webhook event not stored, no database')
    return 503
  }
}

/**
 * Returns true for a request with the gateway's token. Compares hashes, so that neither length nor time
 * reveals the token. Returns false without a gateway.
 */
function isFromGateway(request: Request): boolean {
  const givenToken = request.headers.get('asaas-access-token')
  const expectedToken = env.ASAAS?.webhookToken
  if (!givenToken || !expectedToken) return false
  return timingSafeEqual(hashText(givenToken), hashText(expectedToken))
}

function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Returns an event without amounts and payer; undefined if the body is invalid or too long. */
async function readWebhookEvent(request: Request): Promise<WebhookEvent | undefined> {
  const body = await readJson(request)
  if (!isObject(body)) return undefined
  const eventId = readText(body, 'id', 120)
  const name = readText(body, 'event', 60)
  if (eventId === null || name === null) return undefined
  const payment = isObject(body.payment) ? body.payment : {}
  const externalId = readText(payment, 'id', 60)
  const reference = readText(payment, 'externalReference', 60)
  return { eventId, name, externalId, reference, happenedAt: readText(body, 'dateCreated', 30) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const printableAscii = /^[ -~]+$/

/** Returns a text of limited length without control characters; null for any other value. */
function readText(source: Record<string, unknown>, name: string, maxLength: number): string | null {
  const value = source[name]
  if (typeof value !== 'string' || value.length > maxLength) return null
  return printableAscii.test(value) ? value : null
}
