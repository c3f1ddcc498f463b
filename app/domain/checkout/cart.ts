import type { RenewalBlocker } from '#app/domain/subscriptions/subscription.ts'

export const maxQuantity = 99

/** The quantity a cart may hold of one publication: 1 for a download (D23), else 1 to 99 (F36). */
export function allowedQuantity(wanted: number, isDownload: boolean): number {
  if (isDownload) return 1
  return Math.min(maxQuantity, Math.max(1, Math.trunc(wanted)))
}

/** Quantity after a visitor's cart joins the saved one: nothing is lost, nothing exceeds the limit (D56). */
export function mergedQuantity(saved: number, visitor: number, isDownload: boolean): number {
  return allowedQuantity(saved + visitor, isDownload)
}

/** Why an item cannot be ordered in the shop, or null when it can. */
export type Blocker = 'inactive' | RenewalBlocker

type Ordered = { active: boolean; renewal?: { blocker: RenewalBlocker | null } | null }

export function unavailableReason({ active, renewal }: Ordered): Blocker | null {
  if (renewal) return renewal.blocker
  return active ? null : 'inactive'
}

/** The name of an item within its cart and in the fields of its forms: '62', or 'r7' for a further year of a subscription. */
export function itemKey(publicationId: number, renewsSubscriptionId: number | null): string {
  return renewsSubscriptionId === null ? String(publicationId) : `r${renewsSubscriptionId}`
}
