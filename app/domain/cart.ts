export const largestQuantity = 99

/** The quantity a cart may hold of one publication: 1 for a download (D23), else 1 to 99 (F36). */
export function allowedQuantity(wanted: number, isDownload: boolean): number {
  if (isDownload) return 1
  return Math.min(largestQuantity, Math.max(1, Math.trunc(wanted)))
}

/** Quantity after a visitor's cart joins the saved one: nothing is lost, nothing exceeds the limit (D56). */
export function mergedQuantity(saved: number, visitor: number, isDownload: boolean): number {
  return allowedQuantity(saved + visitor, isDownload)
}

/** Why an item cannot be ordered in the shop, or null when it can. */
export type Hindrance = 'inactive'

export function hindranceOf(item: { active: boolean }): Hindrance | null {
  return item.active ? null : 'inactive'
}
