import type { Locator, Page } from '@playwright/test'
import { PlainBrowser } from '#tests/e2e/support/plain-browser/context.ts'
import { fetchInProcess } from '#tests/support/app-client.ts'
import { shopOrigin, type Visitor } from '#tests/support/request.ts'

/** Opens a browser without scripts that counts loaded pages and presses of links, buttons and boxes. */
export async function walkAs(visitor: Visitor) {
  const context = await new PlainBrowser().newContext({ baseURL: shopOrigin, fetch: fetchInProcess })
  const cookies = visitor.cookies.header.split('; ').map((pair) => pair.split('='))
  await context.addCookies(
    cookies.map(([name = '', ...value]) => ({ ...cookieAttributes, name, value: value.join('=') })),
  )
  const page = await context.newPage()
  const counts = { loads: 0, presses: 0 }
  page.on('request', () => counts.loads++)
  return {
    page: page as unknown as Page,
    counts,
    async press(target: Locator) {
      counts.presses++
      await target.click()
    },
  }
}

const cookieAttributes = { expires: Date.now() / 1000 + 3600, domain: 'shop.test', path: '/', httpOnly: true }
