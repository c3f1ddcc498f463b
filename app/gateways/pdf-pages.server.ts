import type { Browser, HTTPRequest, Page } from 'puppeteer'

type PooledPage = { page: Page; printedCount: number }

const DOCUMENTS_PER_PAGE = 100
const CLOSE_MS = 2_000
const blankPage = 'about:blank'

/** Reuses pages of one Chromium, since each new page starts a process (0.1 s). */
export function createPagePool(browser: Promise<Browser>, maxIdle: number) {
  const idlePages: PooledPage[] = []
  const pagesBeingEmptied = new Set<Promise<unknown>>()
  let isClosed = false

  return {
    async take(): Promise<PooledPage> {
      return idlePages.pop() ?? { page: await openPooledPage(), printedCount: 0 }
    },

    giveBack(pooledPage: PooledPage): void {
      const work = emptyPage(pooledPage).finally(() => pagesBeingEmptied.delete(work))
      pagesBeingEmptied.add(work)
    },

    discard: ({ page }: PooledPage): Promise<boolean> => settlesWithin(CLOSE_MS, page.close()),

    async close(): Promise<void> {
      isClosed = true
      await Promise.all([
        ...pagesBeingEmptied,
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

  // Opens a blank page: replaced content would keep this document's policy and refreshes.
  async function emptyPage({ page, printedCount }: PooledPage): Promise<void> {
    const isUsedUp = printedCount + 1 >= DOCUMENTS_PER_PAGE
    const isEmpty =
      !isUsedUp && (await resolvesWell(page.goto(blankPage, { waitUntil: 'load', timeout: CLOSE_MS })))
    if (isEmpty && !isClosed && idlePages.length < maxIdle)
      idlePages.push({ page, printedCount: printedCount + 1 })
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
  // With "aborted" the document stays after a blocked navigation; others show an error page.
  const decision = isAllowed ? request.continue() : request.abort('aborted')
  decision.catch(() => undefined)
}

function resolvesWell(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  )
}

/** Resolves to true if settled in time, even by a rejection: a closed page cannot be closed again. */
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
