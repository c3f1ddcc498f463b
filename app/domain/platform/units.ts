/** What of a cart's item decides which data its copies ask for. */
type Item = {
  publicationId: number
  quantity: number
  hasAirplaneInfo: boolean
  hasPhotoUpload: boolean
}

/**
 * One block of data at the checkout: for each copy of a publication with airplane data (unit 1, 2, …), or one for
 * all copies of a publication that only asks for a photo (unit 0) (D22, D25).
 */
export type UnitBlock = {
  key: string
  publicationId: number
  unit: number
  asksAircraft: boolean
  asksPhoto: boolean
}

/** The key of the block that a copy's data are in; unit counts from 1. */
export function blockKey(item: Item, unit: number): string {
  return `${item.publicationId}-${item.hasAirplaneInfo ? unit : 0}`
}

/** The blocks of data a cart asks for, in the order of the cart (F40, F43). */
export function unitBlocks(items: readonly Item[]): UnitBlock[] {
  return items.flatMap((item) => {
    const { publicationId, quantity, hasAirplaneInfo: asksAircraft, hasPhotoUpload: asksPhoto } = item
    if (!asksAircraft && !asksPhoto) return []
    const units = asksAircraft ? Array.from({ length: quantity }, (_, index) => index + 1) : [0]
    return units.map((unit) => ({ key: blockKey(item, unit), publicationId, unit, asksAircraft, asksPhoto }))
  })
}

type Flown = { key: string; publicationId: number; prefix: string | null; isWanted: boolean }

/** The blocks that name an aircraft an earlier copy of the same publication has, unless that is wanted (D22). */
export function repeatedAircraft(units: readonly Flown[]): string[] {
  const seen = new Set<string>()
  return units.flatMap(({ key, publicationId, prefix, isWanted }) => {
    if (prefix === null) return []
    const copy = `${publicationId} ${prefix}`
    const isRepeated = seen.has(copy)
    seen.add(copy)
    return isRepeated && !isWanted ? [key] : []
  })
}
