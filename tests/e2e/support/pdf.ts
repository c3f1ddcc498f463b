import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { toPageTexts } from '../../documents/page-texts.ts'

/** Clicks, waits for the file even if its progress is shown, and returns the text of each page. */
export async function fetchPdf(page: Page, button: Locator) {
  const downloadPromise = page.waitForEvent('download')
  await button.click()
  const downloadLink = page.getByRole('link', { name: /^Baixar / })
  const earlyDownload = await Promise.race([downloadPromise, downloadLink.waitFor().then(() => undefined)])
  if (!earlyDownload) await downloadLink.click()
  const download = await downloadPromise
  const pdf = new Uint8Array(await readFile(await download.path()))
  return { name: download.suggestedFilename(), texts: await toPageTexts(pdf) }
}
