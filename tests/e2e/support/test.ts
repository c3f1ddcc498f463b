import { type Browser, test as base, type ViewportSize } from '@playwright/test'
import { continueWithoutLogin } from './checkout-steps.ts'
import { expect } from './expect.ts'
import { collectNoise } from './noise.ts'
import { expectGoodPage, expectNarrowPage } from './page-check.ts'
import { newAddress } from './people.ts'
import { PlainBrowser } from './plain-browser/context.ts'

export { expect }

type Journey = {
  /** true in the projects with JavaScript */
  scripts: boolean
  /** true in a real browser, which renders pages, loads pictures and runs functions of a test */
  layout: boolean
  /** the sizes at which a page is checked, if there are more sizes than that of the journey */
  sizes: ViewportSize[]
  /**
   * In a real browser, expects no sideways scrolling; in the full run with scripts, also no violation of axe
   * in light and dark colours.
   */
  checkPage: (name: string) => Promise<void>
  /** Errors and exceptions in the console fail a test unless it expects them. */
  noise: string[]
}

type Driver = {
  /** true when pages are fetched and parsed without a browser */
  plain: boolean
}

const isFull = process.env.E2E_WAYS === 'full'

export const test = base.extend<Journey, Driver>({
  plain: [false, { scope: 'worker', option: true }],

  browser: [
    async ({ playwright, plain }, use) => {
      // Implements the part of Playwright's API that the journeys use.
      const browser = plain ? (new PlainBrowser() as unknown as Browser) : await playwright.chromium.launch()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 0 },
  ],

  context: async ({ browser, baseURL, userAgent, locale, extraHTTPHeaders }, use) => {
    // Playwright sets these options for the contexts of a real browser.
    if (browser instanceof PlainBrowser) browser.defaults = { baseURL, userAgent, locale, extraHTTPHeaders }
    const context = await browser.newContext()
    await use(context)
    await context.close()
  },

  // Each test has its own client address, so that parallel tests do not share a limit of attempts.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) =>
    use({ ...extraHTTPHeaders, 'X-Forwarded-For': newAddress() }),

  // A refresh may interrupt a navigation, so the address is opened again.
  page: async ({ context, scripts, layout }, use) => {
    const page = await context.newPage()
    if (scripts) await continueWithoutLogin(page)
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
    const viewportSizes = viewport ? [viewport] : []
    const allSizes = sizes.length > 0 ? sizes : viewportSizes
    await use(async (name) => {
      if (!layout) return
      if (scripts && isFull) await expectGoodPage(page, name, allSizes)
      else await expectNarrowPage(page, name, allSizes)
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
