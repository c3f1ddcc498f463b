import puppeteer, { type Page } from 'puppeteer'

/** Opens pages in Firefox: one page with its own cookies for each reader. */
export async function startFirefox(executablePath: string, origin: string) {
  const browser = await puppeteer.launch({
    timeout: 60_000,
    browser: 'firefox',
    executablePath,
    // Back loads the page again, as after a longer walk. A page shown from memory reports no load to the driver.
    extraPrefsFirefox: { 'browser.sessionhistory.max_total_viewers': 0 },
  })
  const pages = new Map<string, Promise<Page>>()

  async function open(cookieHeader: string): Promise<Page> {
    const context = await browser.createBrowserContext()
    const { hostname: domain } = new URL(origin)
    const pairs = cookieHeader.split('; ').filter(Boolean)
    const cookies = pairs.map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      return { name, value, domain, path: '/' }
    })
    await context.setCookie(...cookies)
    return context.newPage()
  }

  return {
    /** Returns the page of this reader. */
    openPage(cookieHeader: string): Promise<Page> {
      const page = pages.get(cookieHeader) ?? open(cookieHeader)
      pages.set(cookieHeader, page)
      return page
    },
    close: () => browser.close(),
  }
}
