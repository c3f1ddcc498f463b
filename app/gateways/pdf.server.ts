import pLimit from 'p-limit'
import type { Browser, Page } from 'puppeteer'
import { env } from '#app/env.server.ts'
import { killChromium, launchChromium, PdfUnavailable } from '#app/gateways/chromium.server.ts'
import { createPagePool, settlesWithin } from '#app/gateways/pdf-pages.server.ts'
import { trackProvider } from '#app/gateways/provider.server.ts'

class BrowserLost extends PdfUnavailable {}

export class PdfTimeout extends Error {
  override name = 'PdfTimeout'
}

export type PdfOptions = { signal?: AbortSignal | undefined; timeoutMs?: number | undefined }

type PrinterOptions = {
  executablePath?: string | undefined
  documentsPerBrowser?: number
  pages?: number
  restMs?: number
}

type Session = {
  browser: Promise<Browser>
  pages: ReturnType<typeof createPagePool>
  servedCount: number
  openPages: number
  isDraining: boolean
  restTimer?: NodeJS.Timeout
}

const closeTimeoutMs = 2_000
/** The time after which an unused Chromium is ended: it keeps up to 460 MB and starts within a second. */
const REST_MS = 120_000

/**
 * Prints `pages` documents at a time. Replaces Chromium after a crash and after `documentsPerBrowser`
 * documents. Ends it after `restMs` without one.
 */
export function createPdfPrinter(options: PrinterOptions = {}) {
  const { executablePath, documentsPerBrowser = 1_000, pages = 4, restMs = REST_MS } = options
  const slots = pLimit(pages)
  let current: Session | undefined

  function startSession(): Session {
    const browser = launchChromium(executablePath)
    const pool = createPagePool(browser, pages)
    const session: Session = { browser, pages: pool, servedCount: 0, openPages: 0, isDraining: false }
    const forget = () => {
      session.isDraining = true
      if (current === session) current = undefined
    }
    browser.then((startedBrowser) => startedBrowser.once('disconnected', forget), forget)
    return session
  }

  function getSession(): Session {
    if (!current || current.isDraining) current = startSession()
    return current
  }

  function leaseSession(): Session {
    const session = getSession()
    clearTimeout(session.restTimer)
    session.openPages += 1
    session.servedCount += 1
    if (session.servedCount >= documentsPerBrowser) {
      session.isDraining = true
      current = undefined
    }
    return session
  }

  async function release(session: Session): Promise<void> {
    session.openPages -= 1
    if (session.openPages > 0) return
    if (session.isDraining) await end(session)
    else endLater(session)
  }

  function endLater(session: Session): void {
    session.restTimer = setTimeout(() => {
      session.isDraining = true
      if (current === session) current = undefined
      void end(session)
    }, restMs).unref()
  }

  /** Prints a document. Its `@page` rule sets paper size and margins. */
  async function printHtml(html: string, { signal, timeoutMs = 20_000 }: PdfOptions = {}) {
    const deadline = startDeadline(timeoutMs, signal)
    const printWithDeadline = () => printOnce(html, timeoutMs, deadline)
    // A killed browser is often detected only by the next document, so it is tried twice.
    const printWithRetry = () =>
      printWithDeadline().catch((error) =>
        error instanceof BrowserLost ? printWithDeadline() : Promise.reject(error),
      )
    try {
      return await deadline.race(slots(printWithRetry))
    } finally {
      deadline.clear()
    }
  }

  async function printOnce(html: string, timeoutMs: number, deadline: Deadline): Promise<Uint8Array> {
    deadline.check()
    const session = leaseSession()
    let browser: Browser | undefined
    let taking: ReturnType<Session['pages']['take']> | undefined
    let isPrinted = false
    try {
      browser = await deadline.race(session.browser)
      taking = session.pages.take()
      const { page } = await deadline.race(taking)
      const pdf = await deadline.race(print(page, html, timeoutMs))
      isPrinted = true
      return pdf
    } catch (error) {
      if (browser && !browser.connected) throw new BrowserLost('Chromium ended', { cause: error })
      throw error
    } finally {
      if (browser && taking && !(await leave(session, taking, isPrinted))) drainAndKill(session, browser)
      await release(session)
    }
  }

  async function closePdfBrowser(): Promise<void> {
    const session = current
    current = undefined
    if (!session) return
    clearTimeout(session.restTimer)
    session.isDraining = true
    await end(session)
  }

  return {
    htmlToPdf: printHtml,
    closePdfBrowser,
    warmUp() {
      const session = getSession()
      session.browser.then(
        () => session.servedCount === 0 && endLater(session),
        () => undefined,
      )
    },
  }
}

const printer = createPdfPrinter({ executablePath: env.CHROMIUM_PATH })

/** Prints a document. A document that times out is no outage of Chromium. */
export function convertHtmlToPdf(html: string, options?: PdfOptions): Promise<Uint8Array> {
  const isOutage = (error: Error) => error instanceof PdfUnavailable
  return trackProvider('pdf', () => printer.htmlToPdf(html, options), { isOutage })
}

export const { closePdfBrowser, warmUp: warmUpPdf } = printer

async function print(page: Page, html: string, timeout: number): Promise<Uint8Array> {
  await page.setContent(html, { waitUntil: 'load', timeout })
  return page.pdf({ preferCSSPageSize: true, printBackground: true, timeout })
}

/** Returns false if Chromium does not close a failed document's page in time. */
async function leave({ pages }: Session, taking: ReturnType<typeof pages.take>, isPrinted: boolean) {
  if (!isPrinted) return settlesWithin(closeTimeoutMs, taking.then(pages.discard))
  pages.giveBack(await taking)
  return true
}

function drainAndKill(session: Session, browser: Browser): void {
  session.isDraining = true
  killChromium(browser)
}

async function end({ browser, pages }: Session): Promise<void> {
  const startedBrowser = await browser.catch(() => undefined)
  if (!startedBrowser) return
  await settlesWithin(closeTimeoutMs, pages.close())
  if (!(await settlesWithin(closeTimeoutMs, startedBrowser.close()))) killChromium(startedBrowser)
}

type Deadline = ReturnType<typeof startDeadline>

function startDeadline(timeoutMs: number, signal: AbortSignal | undefined) {
  const limit = new AbortController()
  const timer = setTimeout(() => {
    limit.abort(new PdfTimeout(`The PDF was not ready after ${timeoutMs} ms`))
  }, timeoutMs)
  const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
  return {
    check: () => either.throwIfAborted(),
    clear: () => clearTimeout(timer),
    race: <T>(promise: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const stop = () => reject(either.reason)
        if (either.aborted) stop()
        either.addEventListener('abort', stop, { once: true })
        promise.then(resolve, reject).finally(() => either.removeEventListener('abort', stop))
      }),
  }
}
