import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Received, startFakeServer } from './fake-server.ts'

/** Starts a receiver that returns 204 to requests signed with its secret, 401 to others. */
export async function startFakeReceiver() {
  let secret = ''
  const server = await startFakeServer((request) =>
    isSigned(request, secret)
      ? { status: 204, type: 'text/plain', body: '' }
      : { status: 401, type: 'text/plain', body: 'assinatura errada' },
  )
  return {
    ...server,
    know(newSecret: string) {
      secret = newSecret
    },
  }
}

/** Verifies by the text of Standard Webhooks, without the shop's own function. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
  const expectedSignature = Buffer.from(`v1,${hmac.digest('base64')}`)
  return String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some(
      (signature) =>
        expectedSignature.length === signature.length && timingSafeEqual(expectedSignature, signature),
    )
}
