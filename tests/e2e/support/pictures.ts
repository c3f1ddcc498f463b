import type { Locator } from '@playwright/test'
import sharp from 'sharp'

/** Returns how many pixels wide a picture arrives, 0 when it does not; without a browser, its file is fetched. */
export async function pictureWidth(picture: Locator, layout: boolean): Promise<number> {
  if (layout) return picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
  const answer = await picture.page().request.get((await picture.getAttribute('src')) ?? '')
  return answer.ok() ? ((await sharp(await answer.body()).metadata()).width ?? 0) : 0
}
