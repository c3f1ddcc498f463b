import { drawPicture } from '#app/gateways/photo.server.ts'
import { drawCover } from '#app/routes/shop/catalogue/cover-drawing.ts'

const MAX_KEPT = 100
const keptPictures = new Map<string, Promise<Buffer>>()

/** Returns a PNG, drawn once per stamp. The cache drops the oldest ones. */
export function drawCoverPng(stamp: string, data: Parameters<typeof drawCover>[0]): Promise<Buffer> {
  const keptPicture = keptPictures.get(stamp)
  if (keptPicture) return keptPicture
  const picture = drawPicture(drawCover(data, { isPlain: true }))
  keptPictures.set(stamp, picture)
  picture.catch(() => keptPictures.delete(stamp))
  const [oldest] = keptPictures.keys()
  if (keptPictures.size > MAX_KEPT && oldest !== undefined) keptPictures.delete(oldest)
  return picture
}
