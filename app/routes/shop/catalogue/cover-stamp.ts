/** Returns a stamp that changes with the cover's file and with any save of the drawn texts. */
export function coverStamp({
  id,
  lock_version,
  coverId,
}: {
  id: number
  lock_version: number
  coverId: number | undefined
}) {
  return coverId === undefined ? `e${id}-${lock_version}` : `c${coverId}`
}
