import type { RenewalBlocker } from '#app/domain/subscriptions/subscription.ts'

/** A user's cart, or a visitor's by the hash of the cookie's key. */
export type CartOwner = { userId: number } | { keyHash: string }

export const maxQuantity = 99

/** 1 for a download (D23), else 1 to 99 (F36). */
export function allowedQuantity(wanted: number, isDownload: boolean): number {
  if (isDownload) return 1
  return Math.min(maxQuantity, Math.max(1, Math.trunc(wanted)))
}

/** Sum up to the limit (D56). */
export function mergedQuantity(saved: number, visitor: number, isDownload: boolean): number {
  return allowedQuantity(saved + visitor, isDownload)
}

export type Blocker = 'inactive' | RenewalBlocker

type Ordered = { active: boolean; renewal?: { blocker: RenewalBlocker | null } | null }

export function unavailableReason({ active, renewal }: Ordered): Blocker | null {
  if (renewal) return renewal.blocker
  return active ? null : 'inactive'
}

/** Parses a key into the publication of a first purchase or the renewed subscription. */
export function idsOfKey(key: string): { publicationId?: number; renewsId?: number } {
  const [, prefix, digits] = /^(r?)(\d+)$/.exec(key) ?? []
  if (digits === undefined) return {}
  return prefix === 'r' ? { renewsId: Number(digits) } : { publicationId: Number(digits) }
}

/** Key in cart and form: '62', or 'r7' for a renewal of subscription 7. */
export function itemKey(publicationId: number, renewsSubscriptionId: number | null): string {
  return renewsSubscriptionId === null ? String(publicationId) : `r${renewsSubscriptionId}`
}
