import { test as base, expect, type ViewportSize } from '@playwright/test'
import { goOnWithoutLogin } from './checkout-steps.ts'
import { collectNoise } from './noise.ts'
import { expectGoodPage, expectNoSidewaysScroll } from './page-check.ts'
import { newAddress } from './people.ts'
import { keepPicture } from './screenshots.ts'

export { expect }

type Journey = {
  /** true in the projects with JavaScript */
  scripts: boolean
  /** the sizes a page is looked at, where that is more than the one the journey is walked at */
  sizes: ViewportSize[]
  /**
   * The page is as a page must be: nothing to scroll sideways and, with scripts, nothing axe objects to in light and
   * dark colours.
   */
  checkPage: (name: string) => Promise<void>
  /** What pages print or throw fails the test; tests that provoke it say so. */
  noise: string[]
}

export const test = base.extend<Journey>({
  // Each test comes from an address of its own, so that tests side by side do not use up each other's attempts.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) =>
    use({ ...extraHTTPHeaders, 'X-Forwarded-For': newAddress() }),

  // A page that refreshes itself may do so at the very moment an address is typed; people type it again.
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) await goOnWithoutLogin(page)
    const goTo = page.goto.bind(page)
    page.goto = async (address, options) => {
      try {
        return await goTo(address, options)
      } catch (error) {
        if (!/interrupted by another navigation|net::ERR_ABORTED/.test(String(error))) throw error
        return goTo(address, options)
      }
    }
    await use(page)
  },

  scripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),

  sizes: [[], { option: true }],

  checkPage: async ({ page, scripts, sizes, viewport }, use) => {
    const own = viewport ? [viewport] : []
    await use(async (name) => {
      if (scripts) return expectGoodPage(page, name, sizes.length > 0 ? sizes : own)
      await expectNoSidewaysScroll(page, name)
      await keepPicture(page, name)
    })
  },

  noise: [
    async ({ context }, use) => {
      const noise = collectNoise(context)
      await use(noise)
      expect(noise, 'printed to the console or thrown in a page').toEqual([])
    },
    { auto: true },
  ],
})
