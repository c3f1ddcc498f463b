import { drawPicture } from '#app/gateways/photo.server.ts'
import { coverDrawing } from '#app/routes/shop/catalogue/cover-drawing.ts'

const MAX_KEPT = 100
const kept = new Map<string, Promise<Buffer>>()

/** Returns a PNG, drawn once per stamp; the oldest ones leave the cache. */
export function drawnCoverPng(stamp: string, facts: Parameters<typeof coverDrawing>[0]): Promise<Buffer> {
  const known = kept.get(stamp)
  if (known) return known
  const drawn = drawPicture(coverDrawing(facts, { isPlain: true }))
  kept.set(stamp, drawn)
  drawn.catch(() => kept.delete(stamp))
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return drawn
}
