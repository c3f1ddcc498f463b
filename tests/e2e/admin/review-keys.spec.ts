import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('review shortcuts work on a wide screen, but not in a text field, when turned off or below a dialog', {
  tag: '@scripts',
}, async ({ page }) => {
  await logIn(page, seeded.staff)
  await page.goto('/admin/review')
  const firstHeading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const offSwitch = page.getByRole('button', { name: 'Desligar os atalhos' })
  await page.keyboard.press('j')
  if ((page.viewportSize()?.width ?? 0) < 600) {
    await expect(offSwitch).toBeHidden()
    return expect(page.getByRole('heading', { level: 1 })).toHaveText(firstHeading)
  }
  await expect(page).toHaveURL(/after=/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(firstHeading)
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(firstHeading)
  await page.getByLabel('Buscar em tudo (nº, nome, e-mail, matrícula)').focus()
  await page.keyboard.press('r')
  await expect(page).toHaveURL(/\/admin\/review/)
  await offSwitch.click()
  await page.keyboard.press('r')
  await expect(page).toHaveURL(/\/admin\/review/)
  await page.getByRole('button', { name: 'Ligar os atalhos' }).click()
  await page.keyboard.press('r')
  const rejection = page.getByRole('dialog', { name: /^Reprovar o pedido/ })
  await expect(rejection.getByLabel('Motivo')).toBeFocused()
  // While the dialog is open, the page's shortcuts are inactive, whatever has the focus.
  await rejection.getByRole('button', { name: 'Fechar' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Reprovar' })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(firstHeading)
})
