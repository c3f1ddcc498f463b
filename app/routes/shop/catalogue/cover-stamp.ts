/** Returns a stamp that changes with the cover's file and with the texts drawn on it. */
export function makeCoverStamp({
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
