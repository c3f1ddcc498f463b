/** Changes whenever the cover looks different: with the file, or with any save of what is drawn. */
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
