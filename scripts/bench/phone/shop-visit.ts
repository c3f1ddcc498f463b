import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '#app/paths.ts'
import {
  completePurchase,
  continueWithoutLogin,
  fillAircraft,
  fillBilling,
  fillPerson,
  quoteFreight,
  startCheckout,
} from '#tests/e2e/support/checkout-steps.ts'
import { newEmail } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { PAGE_LIMIT_MS, type StorageState } from './phone.ts'

const { manual, photoAndAircraft } = publications
const registrations = ['PT-ABC', 'PT-ABD', 'PT-ABE']

export type Visit = { orderId: number; buyer: StorageState; visitor: StorageState }

/** Buys a printed manual as one person, and fills a checkout with three photos as another. */
export async function visitShop(browser: Browser, url: string): Promise<Visit> {
  const buying = await openShop(browser, url)
  const orderId = await completePurchase(buying.page, [manual], newEmail(), true)
  await buying.page.locator('a[href$=".pdf"]').first().waitFor({ timeout: 60_000 })
  const buyer = await buying.close()
  const filling = await openShop(browser, url)
  await fillCheckout(filling.page)
  return { orderId, buyer, visitor: await filling.close() }
}

async function openShop(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, locale: 'pt-BR', serviceWorkers: 'block' })
  context.setDefaultTimeout(PAGE_LIMIT_MS)
  const page = await context.newPage()
  await continueWithoutLogin(page)
  return {
    page,
    async close(): Promise<StorageState> {
      const state = await context.storageState()
      await context.close()
      return state
    },
  }
}

async function fillCheckout(page: Page): Promise<void> {
  await startCheckout(page, [photoAndAircraft])
  for (const copies of [2, 3]) {
    await page.getByRole('button', { name: `Aumentar a quantidade de ${photoAndAircraft.name}` }).click()
    await page.getByText(`Unidade ${copies} de ${copies}`).waitFor()
  }
  await fillPerson(page, newEmail())
  await fillBilling(page)
  await quoteFreight(page, true)
  const photo = await makePhotoFile()
  for (const [index, registration] of registrations.entries()) {
    const name = `Unidade ${index + 1} de 3`
    await fillAircraft(page, name, { registration, serial: `20051${index}`, fuel: 'Etanol' })
    const unit = page.getByRole('group', { name })
    await unit.locator('[data-upload]').setInputFiles(photo)
    await unit.getByRole('img', { name: 'Foto enviada' }).waitFor({ state: 'attached' })
  }
  // A change saves the draft, which the checkout shows when it is opened again.
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByLabel('Nome completo').fill('Ana Inventada')
  await saved
  await page.goto(paths.checkout())
}

/** Makes a JPEG with the pixels and about the bytes of a phone's photo. */
export async function makePhotoFile() {
  const noise = sharp({
    create: {
      width: 1000,
      height: 750,
      channels: 3,
      background: '#0a4d5f',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
  const pixels = await noise.png().toBuffer()
  const buffer = await sharp(pixels).resize(4000, 3000).jpeg({ quality: 90 }).toBuffer()
  return { name: 'placa.jpg', mimeType: 'image/jpeg', buffer }
}
