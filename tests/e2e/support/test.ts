import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { newAddress } from './people.ts'
import { keepPicture } from './screenshots.ts'

export { expect }

type Journey = {
  /** true in the projects with JavaScript */
  scripts: boolean
  /**
   * The page is as a page must be: nothing to scroll sideways, nothing axe objects to, in light and, on the
   * desk, in dark colours. It needs scripts, so without them it only keeps a picture where one is wanted.
   */
  checkPage: (name: string) => Promise<void>
  /** What pages print or throw fails the test; tests that provoke it say so. */
  noise: string[]
}

export const test = base.extend<Journey>({
  // Each test comes from an address of its own, so that tests side by side do not use up each other's tries.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) =>
    use({ ...extraHTTPHeaders, 'X-Forwarded-For': newAddress() }),

  // A page that refreshes itself may do so at the very moment an address is typed; people type it again.
  page: async ({ page }, use) => {
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

  checkPage: async ({ page, scripts }, use, info) => {
    await use(async (name) => {
      if (!scripts) return
      await expectNoSidewaysScroll(page, name)
      await expectNoViolations(page, name)
      await keepPicture(page, name)
      if (info.project.name.includes('desk')) await expectReadableInTheDark(page, name)
    })
  },

  noise: [
    async ({ context }, use) => {
      const noise: string[] = []
      context.on('weberror', (error) => noise.push(String(error.error())))
      context.on('console', (message) => {
        // A refused form is answered 400 and a missing page 404: the browser prints that as an error.
        const isAnswer = /^Failed to load resource: .*status of 4\d\d/.test(message.text())
        if (message.type() === 'error' && !isAnswer)
          noise.push(`${message.text()} (${message.page()?.url()})`)
      })
      await use(noise)
      expect(noise, 'printed to the console or thrown in a page').toEqual([])
    },
    { auto: true },
  ],
})

async function expectNoSidewaysScroll(page: Page, name: string) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `sideways scrolling: ${name}`).toBeLessThanOrEqual(0)
}

async function expectNoViolations(page: Page, name: string, rules?: string[]) {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const told = violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])
  expect(told, `axe: ${name}`).toEqual([])
}

/** Dark changes colours alone, so contrast is what has to be looked at again. */
async function expectReadableInTheDark(page: Page, name: string) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, `${name}, dark`, ['color-contrast'])
  await keepPicture(page, `${name}-dark`)
  await page.emulateMedia({ colorScheme: null })
}
