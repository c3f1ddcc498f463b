import type { Browser, HTTPRequest, Page } from 'puppeteer'

type PooledPage = { page: Page; printedCount: number }

const DOCUMENTS_PER_PAGE = 100
const CLOSE_MS = 2_000
const blankPage = 'about:blank'

/** Reuses pages of one Chromium because each new page starts a process (0.1 s). */
export function createPagePool(browser: Promise<Browser>, maxIdle: number) {
  const idlePages: PooledPage[] = []
  const pendingEmptyings = new Set<Promise<unknown>>()
  let isClosed = false

  return {
    async take(): Promise<PooledPage> {
      return idlePages.pop() ?? { page: await openPooledPage(), printedCount: 0 }
    },

    giveBack(pooledPage: PooledPage): void {
      const work = emptyPage(pooledPage).finally(() => pendingEmptyings.delete(work))
      pendingEmptyings.add(work)
    },

    discard: ({ page }: PooledPage): Promise<boolean> => settlesWithin(CLOSE_MS, page.close()),

    async close(): Promise<void> {
      isClosed = true
      await Promise.all([
        ...pendingEmptyings,
        ...idlePages.splice(0).map(({ page }) => settlesWithin(CLOSE_MS, page.close())),
      ])
    },
  }

  async function openPooledPage(): Promise<Page> {
    const page = await openPage(await browser)
    const removeFromIdle = () => {
      const index = idlePages.findIndex((idlePage) => idlePage.page === page)
      if (index >= 0) idlePages.splice(index, 1)
    }
    return page.on('error', removeFromIdle).on('close', removeFromIdle)
  }

  // Opens a blank page, because replacing only the content would keep the document's policy and refreshes.
  async function emptyPage({ page, printedCount }: PooledPage): Promise<void> {
    const isUsedUp = printedCount + 1 >= DOCUMENTS_PER_PAGE
    const isEmpty =
      !isUsedUp && (await isFulfilled(page.goto(blankPage, { waitUntil: 'load', timeout: CLOSE_MS })))
    const isReusable = isEmpty && !isClosed && idlePages.length < maxIdle
    if (isReusable) idlePages.push({ page, printedCount: printedCount + 1 })
    else await settlesWithin(CLOSE_MS, page.close())
  }
}

async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await page.setJavaScriptEnabled(false)
  await page.setOfflineMode(true)
  page.on('request', allowDataOnly)
  await page.setRequestInterception(true)
  return page
}

function allowDataOnly(request: HTTPRequest): void {
  const url = request.url()
  const isAllowed = url.startsWith('data:') || url === blankPage
  // With "aborted", a blocked navigation leaves the document in place. Other reasons show an error page.
  const decision = isAllowed ? request.continue() : request.abort('aborted')
  decision.catch(() => undefined)
}

function isFulfilled(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  )
}

/** Resolves to true if the promise settles in time, even by a rejection, which means that the page is closed. */
export function settlesWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false)
    promise
      .catch(() => undefined)
      .then(() => {
        clearTimeout(timer)
        resolve(true)
      })
  })
}
