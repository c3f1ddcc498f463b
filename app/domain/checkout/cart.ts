import type { RenewalBlocker } from '#app/domain/subscriptions/subscription.ts'

/** The owner of a cart: an account, or a visitor by the hash of the cookie's key. */
export type CartOwner = { userId: number } | { keyHash: string }

export const maxQuantity = 99

export function limitQuantity(quantity: number, isDownload: boolean): number {
  if (isDownload) return 1
  return Math.min(maxQuantity, Math.max(1, Math.trunc(quantity)))
}

export function mergeQuantities(savedCount: number, visitorQuantity: number, isDownload: boolean): number {
  return limitQuantity(savedCount + visitorQuantity, isDownload)
}

export type Blocker = 'inactive' | RenewalBlocker

type CartItemState = { active: boolean; renewal?: { blocker: RenewalBlocker | null } | null }

export function getUnavailableReason({ active, renewal }: CartItemState): Blocker | null {
  if (renewal) return renewal.blocker
  return active ? null : 'inactive'
}

/** Parses a cart key: '62' for a publication, 'r7' for a renewal of subscription 7. */
export function parseItemKey(key: string): { publicationId?: number; renewsId?: number } {
  const [, prefix, digits] = /^(r?)(\d+)$/.exec(key) ?? []
  if (digits === undefined) return {}
  return prefix === 'r' ? { renewsId: Number(digits) } : { publicationId: Number(digits) }
}

export function makeItemKey(publicationId: number, renewsSubscriptionId: number | null): string {
  return renewsSubscriptionId === null ? String(publicationId) : `r${renewsSubscriptionId}`
}
