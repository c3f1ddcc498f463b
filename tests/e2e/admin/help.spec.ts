import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { measurePictureWidth } from '#tests/e2e/support/pictures.ts'
import { seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a new employee reads the help of a screen and finds another help page by search', async ({
  page,
  checkPage,
  layout,
}) => {
  await logIn(page, seeded.staff)
  await page.goto('/admin/review')
  await page.getByRole('main').getByRole('link', { name: 'Ajuda' }).click()
  await expect(page.getByRole('heading', { name: 'Análise de fotos' })).toBeVisible()
  const picture = page.getByRole('img', { name: /^A análise: botões/ })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => measurePictureWidth(picture, layout)).toBe(960)
  await checkPage('help-page')
  await page.getByRole('main').getByRole('link', { name: '← Ajuda' }).click()
  await checkPage('help')
  await page.getByLabel('O que você quer fazer?').fill('codigos dos correios')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Códigos de rastreamento e etiquetas' }).click()
  await page.getByRole('link', { name: 'Abrir a tela' }).click()
  await expect(page.getByRole('heading', { name: 'Códigos de rastreamento' })).toBeVisible()
})
