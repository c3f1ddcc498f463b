import type { Locator, Page } from '@playwright/test'
import { PlainBrowser } from '#tests/e2e/support/plain-browser/context.ts'
import { fetchInProcess } from '#tests/support/app-client.ts'
import { shopOrigin, type Visitor } from '#tests/support/request.ts'

/** Counts loaded pages, and pressed links, buttons and boxes, in a browser without scripts. */
export async function walkAs(visitor: Visitor) {
  const context = await new PlainBrowser().newContext({ baseURL: shopOrigin, fetch: fetchInProcess })
  const cookies = visitor.cookies.header.split('; ').map((pair) => pair.split('='))
  await context.addCookies(
    cookies.map(([name = '', ...value]) => ({ ...sessionCookie, name, value: value.join('=') })),
  )
  const plain = await context.newPage()
  const counts = { loads: 0, presses: 0 }
  plain.on('request', () => counts.loads++)
  return {
    page: plain as unknown as Page,
    counts,
    async press(target: Locator) {
      counts.presses++
      await target.click()
    },
  }
}

const sessionCookie = { expires: Date.now() / 1000 + 3600, domain: 'shop.test', path: '/', httpOnly: true }
