import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { toPageTexts } from '../../documents/page-texts.ts'

/** Clicks, waits for the file even if its progress is shown, and returns the text of each page. */
export async function fetchPdf(page: Page, button: Locator) {
  const arrived = page.waitForEvent('download')
  await button.click()
  const ready = page.getByRole('link', { name: /^Baixar / })
  const first = await Promise.race([arrived, ready.waitFor().then(() => undefined)])
  if (!first) await ready.click()
  const download = await arrived
  const pdf = new Uint8Array(await readFile(await download.path()))
  return { name: download.suggestedFilename(), texts: await toPageTexts(pdf) }
}
