import { isAddress, isPublicAddress } from '#app/domain/settings/public-address.ts'

export const webhookEvents = [
  'order.placed',
  'order.paid',
  'order.cancelled',
  'order.dispatched',
  'subscription.released',
  'subscription.renewed',
  'subscription.expired',
  'publication.revised',
] as const

export type WebhookEvent = (typeof webhookEvents)[number]

export const testEvent = 'ping'

export const deliveryLogDays = 90

export const secretOverlapHours = 24 // hours for which the old and the new secret both sign

/** The number of endpoints is limited because an order's transaction writes each event for every endpoint. */
export const maxEndpoints = 20

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Waits after failed attempts; together a little less than three days. */
const retryDelaysMs = [
  MINUTE_MS / 2,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  18 * HOUR_MS,
  22 * HOUR_MS,
] as const

export function getWebhookRetryDelayMs(failures: number): number | undefined {
  return retryDelaysMs[failures - 1]
}

export const deliveryStates = ['waiting', 'delivered', 'given-up'] as const
export type DeliveryState = (typeof deliveryStates)[number]

type Outcome = { delivered_at: Date | null; given_up_at: Date | null }

export function getDeliveryState({ delivered_at, given_up_at }: Outcome): DeliveryState {
  if (delivered_at) return 'delivered'
  return given_up_at ? 'given-up' : 'waiting'
}

export type AddressFault = 'unreadable' | 'with-credentials' | 'private' | 'not-https' | 'other-port'

/** Returns true for hosts that are private without a DNS query, so that a form can reject them. */
function isPrivateHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  const address = hostname.replace(/^\[|\]$/g, '')
  return isAddress(address) && !isPublicAddress(address)
}

/** Returns the fault of an address, before its host is resolved. `allowPrivate` permits http and any port. */
export function findAddressFault(address: string, allowPrivate: boolean): AddressFault | undefined {
  if (!URL.canParse(address)) return 'unreadable'
  const { protocol, username, password, hostname, port } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return 'unreadable'
  if (username !== '' || password !== '') return 'with-credentials'
  if (allowPrivate) return undefined
  if (protocol !== 'https:') return 'not-https'
  if (isPrivateHost(hostname)) return 'private'
  return port === '' || port === '80' ? undefined : 'other-port'
}
