import type { Locator } from '@playwright/test'
import sharp from 'sharp'

/** Returns the width in pixels of a loaded picture, 0 if it fails. Without a browser, fetches its file. */
export async function measurePictureWidth(picture: Locator, layout: boolean): Promise<number> {
  if (layout) return picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
  const answer = await picture.page().request.get((await picture.getAttribute('src')) ?? '')
  return answer.ok() ? ((await sharp(await answer.body()).metadata()).width ?? 0) : 0
}
