export const reviewHours = 24 // hours within which a review is promised
const WARN_HOURS = 20
const HOUR_MS = 3_600_000

/** Returns whether a line has no photo. The order's approval then requires a reason. */
export function hasMissingPhoto(lines: readonly { photo: string | null }[]): boolean {
  return lines.some(({ photo }) => photo === null)
}

export function getReviewWait(since: Date, now: Date): { hours: number; urgency: 'fine' | 'soon' | 'late' } {
  const waitedHours = Math.max(0, now.getTime() - since.getTime()) / HOUR_MS
  const hours = Math.floor(waitedHours)
  if (waitedHours > reviewHours) return { hours, urgency: 'late' }
  return { hours, urgency: waitedHours > WARN_HOURS ? 'soon' : 'fine' }
}

export type PhotoCopy = {
  name: string
  registration: string | null
  serialNumber: string | null
  photo: string | null
  lineIds: readonly number[]
}

export type PhotoLine = Omit<PhotoCopy, 'lineIds'> & { id: number; publicationId: number }

/** Merges lines without aircraft that share publication and photo. The merged line has the id of the first. */
export function listPhotoCopies<Line extends PhotoLine>(
  lines: readonly Line[],
): (Line & { lineIds: number[] })[] {
  const copies = new Map<string, Line & { lineIds: number[] }>()
  for (const line of lines) {
    const { id, publicationId, registration, serialNumber, photo } = line
    const key = (registration ?? serialNumber) ? `line ${id}` : `${publicationId} ${photo}`
    const copy = copies.get(key)
    if (copy) copy.lineIds.push(id)
    else copies.set(key, { ...line, lineIds: [id] })
  }
  return [...copies.values()]
}

export function countPhotos(lines: readonly { photo: string | null }[]): number {
  return new Set(lines.flatMap(({ photo }) => photo ?? [])).size
}
