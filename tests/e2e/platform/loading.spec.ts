import { expect, test } from '#tests/e2e/support/test.ts'

test('a clicked link shows that the next page is loading, until it has loaded', {
  tag: '@enhanced',
}, async ({ page, scripts }) => {
  await page.goto('/publications')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Contato' })
  if (scripts) expect(await link.evaluate(clickAndReadState)).toEqual({ isLoading: true, line: 'pass' })
  else await link.click()
  await expect(page).toHaveURL(/\/contact$/)
  const root = page.locator('html')
  await expect(root).not.toHaveAttribute('data-loading')
  await page.goBack()
  await expect(page).toHaveTitle(/^Publicações/)
  await expect(root).not.toHaveAttribute('data-loading')
})

/** Clicks and reads in one call, because the browser answers no further calls during a navigation. */
function clickAndReadState(link: HTMLElement | SVGElement) {
  if (link instanceof HTMLElement) link.click()
  const root = document.documentElement
  const line = getComputedStyle(root, '::before').animationName
  return { isLoading: root.hasAttribute('data-loading'), line }
}
