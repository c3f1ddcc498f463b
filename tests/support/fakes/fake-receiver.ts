import { createHmac, timingSafeEqual } from 'node:crypto'
import { type ReceivedRequest, startFakeServer } from './fake-server.ts'

/** Starts a webhook receiver that returns 204 to requests signed with its secret, 401 to others. */
export async function startFakeReceiver() {
  let secret = ''
  const server = await startFakeServer((request) =>
    isSigned(request, secret)
      ? { status: 204, type: 'text/plain', body: '' }
      : { status: 401, type: 'text/plain', body: 'assinatura errada' },
  )
  return {
    ...server,
    setSecret(newSecret: string) {
      secret = newSecret
    },
  }
}

/** Verifies a signature by the text of Standard Webhooks, without the shop's own function. */
function isSigned({ headers, body }: ReceivedRequest, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
  const expectedSignature = Buffer.from(`v1,${hmac.digest('base64')}`)
  const receivedSignatures = String(signatures).split(' ')
  return receivedSignatures.some((text) => {
    const signature = Buffer.from(text)
    return expectedSignature.length === signature.length && timingSafeEqual(expectedSignature, signature)
  })
}
