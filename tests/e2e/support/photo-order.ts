import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from '#tests/e2e/support/expect.ts'
import {
  confirmOrder,
  fillAircraft,
  fillBilling,
  fillPerson,
  password,
  quoteFreight,
  startCheckout,
} from './checkout-steps.ts'
import { publications } from './shop.ts'

/** Returns a small picture as the file of a photo. */
export async function makePhotoFile() {
  const picture = sharp({ create: { width: 320, height: 200, channels: 3, background: '#0a4d5f' } })
  return { name: 'placa.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
}

/** Places an order of a new person, with an aircraft and a photo, that is under review. */
export async function placeOrderWithPhoto(page: Page, email: string, scripts: boolean): Promise<number> {
  await startCheckout(page, [publications.photoAndAircraft])
  await fillAircraft(page, 'Dados da aeronave', { registration: 'PT-ABC', serial: '200512', fuel: 'Etanol' })
  await fillPerson(page, email)
  await fillBilling(page)
  await quoteFreight(page, scripts)
  await page.getByLabel('Arquivo da foto').setInputFiles(await makePhotoFile())
  if (!scripts) await page.getByRole('button', { name: 'Enviar esta foto' }).click()
  await expect(page.getByRole('img', { name: 'Foto enviada' })).toBeAttached()
  await page.getByLabel('Crie uma senha').fill(password)
  await confirmOrder(page)
  await expect(page).toHaveURL(/order=\d+$/)
  return Number(new URL(page.url()).searchParams.get('order'))
}
