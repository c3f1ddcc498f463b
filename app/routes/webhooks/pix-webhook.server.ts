import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isEndToEndId } from '#app/domain/charges/pix-charge.ts'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { enqueuePixReading } from '#app/models/payments/pix/pix-payment.server.ts'
import { isOutage } from '#app/models/platform/db.server.ts'
import { readJson } from '#app/routes/webhooks/webhook-body.server.ts'

/** Parses only the id; amounts and payer are read from the bank. */
const callSchema = z.object({
  pix: z.array(z.object({ endToEndId: z.string().refine(isEndToEndId) })).max(1000),
})

/**
 * Queues the Pix of a call and returns the HTTP status: 200 if they are queued, or if the call has no Pix,
 * because banks test an address with such calls; 401 without token or proxy header, 400 for an invalid call,
 * 503 without a database.
 */
export async function receivePixCall(
  request: Request,
  token: string | undefined,
): Promise<200 | 400 | 401 | 503> {
  if (!isFromBank(request, token)) {
    log.warn('pix: call without the right token')
    return 401
  }
  const body = await readJson(request)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 400
  if (!('pix' in body)) return 200
  const parsedCall = callSchema.safeParse(body)
  if (!parsedCall.success) {
    log.error('alert: call of the bank about Pix not readable')
    return 400
  }
  const endToEndIds = [...new Set(parsedCall.data.pix.map(({ endToEndId }) => endToEndId))]
  try {
    await enqueuePixReading(endToEndIds)
    log.info({ pix: endToEndIds.length }, 'pix: called by the bank')
    return 200
  } catch (error) {
    if (!isOutage(error)) throw error
    log.warn({ err: error }, 'pix: call not stored, no database')
    return 503
  }
}

/**
 * Returns true for the right token and, if set, the right header of the proxy. Compares hashes, so that
 * neither length nor time reveals the token.
 */
function isFromBank(request: Request, token: string | undefined): boolean {
  const expectedToken = env.PIX?.webhookToken
  if (!expectedToken || !token || !areTokensEqual(token, expectedToken)) return false
  return Object.entries(env.PIX?.webhookHeader ?? {}).every(([name, value]) =>
    areTokensEqual(request.headers.get(name) ?? '', value),
  )
}

function areTokensEqual(givenToken: string, expectedToken: string): boolean {
  return timingSafeEqual(hashText(givenToken), hashText(expectedToken))
}

function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
