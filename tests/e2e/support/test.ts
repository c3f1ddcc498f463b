import { type Browser, test as base, type ViewportSize } from '@playwright/test'
import { goOnWithoutLogin } from './checkout-steps.ts'
import { expect } from './expect.ts'
import { collectNoise } from './noise.ts'
import { expectGoodPage, expectNarrowPage } from './page-check.ts'
import { newAddress } from './people.ts'
import { PlainBrowser } from './plain-browser/context.ts'

export { expect }

type Journey = {
  /** true in the projects with JavaScript */
  scripts: boolean
  /** true in a real browser: it draws pages, loads pictures and runs what a test hands to it */
  layout: boolean
  /** the sizes a page is looked at, where that is more than the one the journey is walked at */
  sizes: ViewportSize[]
  /**
   * In a real browser, expects nothing to scroll sideways; in the full run with scripts also nothing that axe objects to
   * in light and dark colours.
   */
  checkPage: (name: string) => Promise<void>
  /** Console errors and exceptions fail a test unless it expects them. */
  noise: string[]
}

type Driver = {
  /** true where pages are fetched and read without a browser */
  plain: boolean
}

const isFull = process.env.E2E_WAYS === 'full'

export const test = base.extend<Journey, Driver>({
  plain: [false, { scope: 'worker', option: true }],

  browser: [
    async ({ playwright, plain }, use) => {
      // Offers what the journeys use of Playwright's.
      const browser = plain ? (new PlainBrowser() as unknown as Browser) : await playwright.chromium.launch()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 0 },
  ],

  context: async ({ browser, baseURL, userAgent, locale, extraHTTPHeaders }, use) => {
    // The contexts of a real browser have them from Playwright.
    if (browser instanceof PlainBrowser) browser.defaults = { baseURL, userAgent, locale, extraHTTPHeaders }
    const context = await browser.newContext()
    await use(context)
    await context.close()
  },

  // Each test comes from an address of its own, so that tests side by side do not use up each other's attempts.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) =>
    use({ ...extraHTTPHeaders, 'X-Forwarded-For': newAddress() }),

  // A page that refreshes itself may do so at the very moment an address is typed; people type it again.
  page: async ({ context, scripts, layout }, use) => {
    const page = await context.newPage()
    if (scripts) await goOnWithoutLogin(page)
    if (!layout) return use(page)
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

  layout: async ({ plain }, use) => use(!plain),

  sizes: [[], { option: true }],

  checkPage: async ({ page, scripts, layout, sizes, viewport }, use) => {
    const own = viewport ? [viewport] : []
    const all = sizes.length > 0 ? sizes : own
    await use(async (name) => {
      if (!layout) return
      if (scripts && isFull) await expectGoodPage(page, name, all)
      else await expectNarrowPage(page, name, all)
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
