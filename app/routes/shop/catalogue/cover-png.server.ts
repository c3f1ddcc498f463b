import { drawPicture } from '#app/gateways/photo.server.ts'
import { drawCover } from '#app/routes/shop/catalogue/cover-drawing.ts'

const MAX_CACHED = 100
const cachedPictures = new Map<string, Promise<Buffer>>()

/** Returns a PNG, drawn once per stamp. The cache drops the oldest ones. */
export function drawCoverPng(stamp: string, data: Parameters<typeof drawCover>[0]): Promise<Buffer> {
  const cachedPicture = cachedPictures.get(stamp)
  if (cachedPicture) return cachedPicture
  const picture = drawPicture(drawCover(data, { isPlain: true }))
  cachedPictures.set(stamp, picture)
  picture.catch(() => cachedPictures.delete(stamp))
  const [oldest] = cachedPictures.keys()
  if (cachedPictures.size > MAX_CACHED && oldest !== undefined) cachedPictures.delete(oldest)
  return picture
}
