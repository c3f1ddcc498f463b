import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Saves a screenshot of the page if E2E_SCREENSHOTS names a folder. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SCREENSHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  const width = page.viewportSize()?.width ?? 0
  await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true })
}
