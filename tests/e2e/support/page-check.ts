import { expect, type Page, type ViewportSize } from '@playwright/test'
import axe from 'axe-core'
import { keepPicture } from './screenshots.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * Expects nothing to scroll sideways and nothing axe objects to, at each of these sizes; then, at the first one, contrast
 * in dark colours. The window ends at the first size.
 */
export async function expectGoodPage(page: Page, name: string, sizes: ViewportSize[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page, name)
    await expectNoViolations(page, `${name} (${size.width})`)
    await keepPicture(page, name)
  }
  const [first] = sizes
  if (first && sizes.length > 1) await page.setViewportSize(first)
  await expectReadableInTheDark(page, name)
}

/** Expects nothing to scroll sideways at each of these sizes; the window ends at the first one. */
export async function expectNarrowPage(page: Page, name: string, sizes: ViewportSize[]): Promise<void> {
  for (const size of sizes) {
    if (sizes.length > 1) await page.setViewportSize(size)
    await expectNoSidewaysScroll(page, name)
    await keepPicture(page, name)
  }
  const [first] = sizes
  if (first && sizes.length > 1) await page.setViewportSize(first)
}

async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  expect(await measureOverflow(page), `sideways scrolling: ${name}`).toBeLessThanOrEqual(0)
}

/** Returns by how many pixels the page is wider than the window, 0 or less when it fits. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

/** Dark changes colours alone, so contrast is what has to be looked at again. */
async function expectReadableInTheDark(page: Page, name: string) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, `${name}, dark`, { runOnly: ['color-contrast'] })
  await keepPicture(page, `${name}-dark`)
  await page.emulateMedia({ colorScheme: null })
}

async function expectNoViolations(page: Page, name: string, options?: axe.RunOptions) {
  expect(await findViolations(page, options), `axe: ${name}`).toEqual([])
}

/** Returns the rules of axe that the page breaks, or what a selector names of it, each with the elements that break it. */
export async function findViolations(
  page: Page,
  options: axe.RunOptions = {},
  selector?: string,
): Promise<[string, string[]][]> {
  // Sending axe costs more than running it: once for a page that is looked at several times.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([wanted, part]) => {
      const { violations } = await window.axe.run(part ?? document, {
        ...wanted,
        resultTypes: ['violations'],
      })
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
    },
    [options, selector] as const,
  )
}
