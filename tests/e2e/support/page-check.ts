import { expect, type Page, type ViewportSize } from '@playwright/test'
import axe from 'axe-core'
import { keepPicture } from './screenshots.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * Expects no sideways scrolling and no violation of axe at each of these sizes; then, at the first one,
 * checks contrast in dark colours. The window has the first size afterwards.
 */
export async function expectGoodPage(page: Page, name: string, sizes: ViewportSize[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page, name)
    await expectNoViolations(page, `${name} (${size.width})`)
    await keepPicture(page, name)
  }
  const [firstSize] = sizes
  if (firstSize && sizes.length > 1) await page.setViewportSize(firstSize)
  await expectReadableInTheDark(page, name)
}

/** Expects no sideways scrolling at each of these sizes. The window has the first size afterwards. */
export async function expectNarrowPage(page: Page, name: string, sizes: ViewportSize[]): Promise<void> {
  for (const size of sizes) {
    if (sizes.length > 1) await page.setViewportSize(size)
    await expectNoSidewaysScroll(page, name)
    await keepPicture(page, name)
  }
  const [firstSize] = sizes
  if (firstSize && sizes.length > 1) await page.setViewportSize(firstSize)
}

async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  expect(await measureOverflow(page), `sideways scrolling: ${name}`).toBeLessThanOrEqual(0)
}

/** Returns by how many pixels the page is wider than the window; 0 or less if it fits. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

/** Dark mode only changes colours, so only contrast is checked again. */
async function expectReadableInTheDark(page: Page, name: string) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, `${name}, dark`, { runOnly: ['color-contrast'] })
  await keepPicture(page, `${name}-dark`)
  await page.emulateMedia({ colorScheme: null })
}

async function expectNoViolations(page: Page, name: string, options?: axe.RunOptions) {
  expect(await findViolations(page, options), `axe: ${name}`).toEqual([])
}

/** Returns the rules of axe that the page violates, or its violations within a selector, each with the elements. */
export async function findViolations(
  page: Page,
  options: axe.RunOptions = {},
  selector?: string,
): Promise<[string, string[]][]> {
  // Injecting axe costs more than running it, so it is injected once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([runOptions, partSelector]) => {
      const { violations } = await window.axe.run(partSelector ?? document, {
        ...runOptions,
        resultTypes: ['violations'],
      })
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
    },
    [options, selector] as const,
  )
}
