import { drawPicture } from '#app/gateways/photo.server.ts'
import { drawCover } from '#app/routes/shop/catalogue/cover-drawing.ts'

const MAX_CACHED_PICTURES = 100
const cachedPictures = new Map<string, Promise<Buffer>>()

/** Returns a PNG, drawn once per stamp. The cache drops the oldest pictures. */
export function drawCoverPng(stamp: string, coverTexts: Parameters<typeof drawCover>[0]): Promise<Buffer> {
  const cachedPicture = cachedPictures.get(stamp)
  if (cachedPicture) return cachedPicture
  const picture = drawPicture(drawCover(coverTexts, { isPlain: true }))
  cachedPictures.set(stamp, picture)
  picture.catch(() => cachedPictures.delete(stamp))
  const [oldestStamp] = cachedPictures.keys()
  if (cachedPictures.size > MAX_CACHED_PICTURES && oldestStamp !== undefined)
    cachedPictures.delete(oldestStamp)
  return picture
}
