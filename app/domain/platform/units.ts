type Item = {
  publicationId: number
  quantity: number
  hasAirplaneInfo: boolean
  hasPhotoUpload: boolean
}

/** Form fields of one copy with aircraft data (`unit` 1, 2, …), or of all copies (`unit` 0) with one photo. */
export type UnitBlock = {
  key: string
  publicationId: number
  unit: number
  needsAircraft: boolean
  needsPhoto: boolean
}

/** Enough for forty aircraft with ten manuals each. Browsers do not send larger forms completely. */
export const maxUnitBlocks = 400

export function hasTooManyBlocks(items: readonly Item[]): boolean {
  const count = items.reduce((sum, { quantity, hasAirplaneInfo, hasPhotoUpload }) => {
    if (hasAirplaneInfo) return sum + quantity
    return hasPhotoUpload ? sum + 1 : sum
  }, 0)
  return count > maxUnitBlocks
}

export function makeBlockKey(item: Item, unit: number): string {
  return `${item.publicationId}-${item.hasAirplaneInfo ? unit : 0}`
}

export function listUnitBlocks(items: readonly Item[]): UnitBlock[] {
  return items.flatMap((item) => {
    const { publicationId, quantity, hasAirplaneInfo: needsAircraft, hasPhotoUpload: needsPhoto } = item
    if (!needsAircraft && !needsPhoto) return []
    const units = needsAircraft ? Array.from({ length: quantity }, (_, index) => index + 1) : [0]
    return units.map((unit) => ({
      key: makeBlockKey(item, unit),
      publicationId,
      unit,
      needsAircraft,
      needsPhoto,
    }))
  })
}

type AircraftUnit = {
  key: string
  publicationId: number
  registration: string | null
  isRepeatConfirmed: boolean
}

/** Returns keys of units whose aircraft occurs again for the publication without the buyer's confirmation. */
export function listRepeatedAircraft(units: readonly AircraftUnit[]): string[] {
  const seenCopies = new Set<string>()
  return units.flatMap(({ key, publicationId, registration, isRepeatConfirmed }) => {
    if (registration === null) return []
    const copy = `${publicationId} ${registration}`
    const isRepeated = seenCopies.has(copy)
    seenCopies.add(copy)
    return isRepeated && !isRepeatConfirmed ? [key] : []
  })
}
