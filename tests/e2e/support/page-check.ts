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

/** Returns the rules of axe that the page violates, each with the elements. */
export async function findViolations(
  page: Page,
  options: axe.RunOptions = {},
): Promise<[string, string[]][]> {
  await injectAxe(page)
  return page.evaluate(async (runOptions) => {
    const { violations } = await window.axe.run(document, { ...runOptions, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  }, options)
}

/**
 * Returns the elements with too little contrast, of the page or within a selector. Leaves out those with a look in
 * `passedLooks` and adds the looks that pass. A look is the colour and size of the text and the backgrounds of its
 * ancestors, up to an opaque one. An element that may lie over others also has its place in the page as part of its look.
 */
export async function findLowContrast(
  page: Page,
  passedLooks: Set<string>,
  selector = 'body',
): Promise<string[]> {
  await injectAxe(page)
  const { low, passed } = await page.evaluate(
    async ([knownLooks, partSelector]) => {
      const mark = 'data-contrast-unknown'
      const known = new Set(knownLooks)
      const lookByElement = new Map<Element, string>()
      for (const element of document.querySelectorAll(`:is(${partSelector}), :is(${partSelector}) *`)) {
        if (!showsText(element)) continue
        const look = readLook(element)
        if (known.has(look)) continue
        lookByElement.set(element, look)
        element.setAttribute(mark, '')
      }
      const marked = document.querySelectorAll(`[${mark}]`)
      if (marked.length === 0) return { low: [], passed: [] }
      window.axe.configure({ rules: [{ id: 'color-contrast', selector: `[${mark}]` }] })
      const { violations, passes } = await window.axe.run(partSelector, {
        runOnly: ['color-contrast'],
        resultTypes: ['violations', 'passes'],
        elementRef: true,
      })
      for (const element of marked) element.removeAttribute(mark)
      // Axe also passes hidden elements, whose contrast it does not measure.
      const measured = passes.flatMap(({ nodes }) =>
        nodes.filter(({ any: [check] }) => check?.data?.contrastRatio),
      )
      return {
        low: violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)),
        passed: measured.flatMap(({ element }) => (element && lookByElement.get(element)) ?? []),
      }

      function showsText(element: Element): boolean {
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
        )
        if (!hasText && !element.matches('input, select, textarea')) return false
        const { width, height } = element.getBoundingClientRect()
        return width > 1 && height > 1 && element.checkVisibility()
      }

      function readLook(element: Element): string {
        const { webkitTextFillColor, fontSize, fontWeight, textShadow } = getComputedStyle(element)
        const parts = [webkitTextFillColor, fontSize, fontWeight, textShadow]
        const styles: CSSStyleDeclaration[] = []
        for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
          styles.push(getComputedStyle(ancestor))
        const isFaded = styles.some(({ opacity }) => opacity !== '1')
        for (const { backgroundColor, backgroundImage, opacity, position } of styles) {
          parts.push(backgroundColor, backgroundImage, opacity)
          if (!isFaded && !/^rgba|\//.test(backgroundColor)) break
          if (position !== 'static' && position !== 'relative') parts.push(readPath(element))
        }
        return parts.join(' ')
      }

      function readPath(element: Element | null): string {
        return element ? `${element.tagName}.${element.className} ${readPath(element.parentElement)}` : ''
      }
    },
    [[...passedLooks], selector] as const,
  )
  for (const look of passed) passedLooks.add(look)
  return low
}

// Injecting axe costs more than running it, so it is injected once per page.
async function injectAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}
