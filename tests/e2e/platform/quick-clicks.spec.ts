import { findCartLink } from '#tests/e2e/support/checkout-steps.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('two clicks before the first response add both items, and each is announced to screen readers', {
  tag: '@scripts',
}, async ({ page }) => {
  await page.goto('/publications')
  const buttons = page.getByRole('button', { name: /^Adicionar ao carrinho/ })
  await buttons.nth(0).evaluate((first) => {
    const second = document.querySelectorAll('button[name="add"]')[1]
    if (first instanceof HTMLElement) first.click()
    if (second instanceof HTMLElement) second.click()
  })
  await expect(findCartLink(page, 2)).toBeVisible()
  await expect(page.locator('#anuncio')).toHaveText('Publicação adicionada ao carrinho.')
  await page.reload()
  await expect(findCartLink(page, 2)).toBeVisible()
})
