import { createHmac } from 'node:crypto'

export type Signed = { id: string; timestamp: number; body: string }

/** Standard Webhooks: 'v1,' and the HMAC-SHA256 of "id.timestamp.body"; the key is what stands after 'whsec_', base64. */
export function signWebhook(secret: string, { id, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
