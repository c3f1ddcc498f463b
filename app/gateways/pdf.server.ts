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
  idleMs?: number
}

type Session = {
  browser: Promise<Browser>
  pages: ReturnType<typeof createPagePool>
  servedCount: number
  openPages: number
  isDraining: boolean
  idleTimer?: NodeJS.Timeout
}

const closeTimeoutMs = 2_000
/** The time after which an unused Chromium is ended, because it uses up to 460 MB and starts within a second. */
const IDLE_MS = 120_000

/**
 * Prints up to `pages` documents at a time. Replaces Chromium after a crash and after `documentsPerBrowser`
 * documents. Ends Chromium after `idleMs` without a document.
 */
export function createPdfPrinter(options: PrinterOptions = {}) {
  const { executablePath, documentsPerBrowser = 1_000, pages = 4, idleMs = IDLE_MS } = options
  const slots = pLimit(pages)
  let currentSession: Session | undefined

  function startSession(): Session {
    const browser = launchChromium(executablePath)
    const pool = createPagePool(browser, pages)
    const session: Session = { browser, pages: pool, servedCount: 0, openPages: 0, isDraining: false }
    const drainSession = () => {
      session.isDraining = true
      if (currentSession === session) currentSession = undefined
    }
    browser.then((startedBrowser) => startedBrowser.once('disconnected', drainSession), drainSession)
    return session
  }

  function getSession(): Session {
    if (!currentSession || currentSession.isDraining) currentSession = startSession()
    return currentSession
  }

  function leaseSession(): Session {
    const session = getSession()
    clearTimeout(session.idleTimer)
    session.openPages += 1
    session.servedCount += 1
    if (session.servedCount >= documentsPerBrowser) {
      session.isDraining = true
      currentSession = undefined
    }
    return session
  }

  async function releaseSession(session: Session): Promise<void> {
    session.openPages -= 1
    if (session.openPages > 0) return
    if (session.isDraining) await endSession(session)
    else endSessionWhenIdle(session)
  }

  function endSessionWhenIdle(session: Session): void {
    session.idleTimer = setTimeout(() => {
      session.isDraining = true
      if (currentSession === session) currentSession = undefined
      void endSession(session)
    }, idleMs).unref()
  }

  /** Prints a document. Its `@page` rule sets paper size and margins. */
  async function printHtml(html: string, { signal, timeoutMs = 20_000 }: PdfOptions = {}) {
    const deadline = startDeadline(timeoutMs, signal)
    const printWithDeadline = () => printOnce(html, timeoutMs, deadline)
    // Often only the next document detects that the browser was killed, so it is tried twice.
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
    let pageRequest: ReturnType<Session['pages']['take']> | undefined
    let isPrinted = false
    try {
      browser = await deadline.race(session.browser)
      pageRequest = session.pages.take()
      const { page } = await deadline.race(pageRequest)
      const pdf = await deadline.race(printPage(page, html, timeoutMs))
      isPrinted = true
      return pdf
    } catch (error) {
      if (browser && !browser.connected) throw new BrowserLost('Chromium ended', { cause: error })
      throw error
    } finally {
      const isReturned = browser && pageRequest ? await returnPage(session, pageRequest, isPrinted) : true
      if (browser && !isReturned) drainAndKill(session, browser)
      await releaseSession(session)
    }
  }

  async function closePdfBrowser(): Promise<void> {
    const session = currentSession
    currentSession = undefined
    if (!session) return
    clearTimeout(session.idleTimer)
    session.isDraining = true
    await endSession(session)
  }

  return {
    htmlToPdf: printHtml,
    closePdfBrowser,
    warmUp() {
      const session = getSession()
      session.browser.then(
        () => session.servedCount === 0 && endSessionWhenIdle(session),
        () => undefined,
      )
    },
  }
}

const printer = createPdfPrinter({ executablePath: env.CHROMIUM_PATH })

/** Prints a document. A document that times out does not count as an outage of Chromium. */
export function convertHtmlToPdf(html: string, options?: PdfOptions): Promise<Uint8Array> {
  const isOutage = (error: Error) => error instanceof PdfUnavailable
  return trackProvider('pdf', () => printer.htmlToPdf(html, options), { isOutage })
}

export const { closePdfBrowser, warmUp: warmUpPdf } = printer

async function printPage(page: Page, html: string, timeoutMs: number): Promise<Uint8Array> {
  await page.setContent(html, { waitUntil: 'load', timeout: timeoutMs })
  return page.pdf({ preferCSSPageSize: true, printBackground: true, timeout: timeoutMs })
}

/** Returns the page to the pool, or closes it after a failure. Returns false if Chromium does not close it in time. */
async function returnPage(
  { pages }: Session,
  pageRequest: ReturnType<typeof pages.take>,
  isPrinted: boolean,
) {
  if (!isPrinted) return settlesWithin(closeTimeoutMs, pageRequest.then(pages.discard))
  pages.giveBack(await pageRequest)
  return true
}

function drainAndKill(session: Session, browser: Browser): void {
  session.isDraining = true
  killChromium(browser)
}

async function endSession({ browser, pages }: Session): Promise<void> {
  const startedBrowser = await browser.catch(() => undefined)
  if (!startedBrowser) return
  await settlesWithin(closeTimeoutMs, pages.close())
  if (!(await settlesWithin(closeTimeoutMs, startedBrowser.close()))) killChromium(startedBrowser)
}

type Deadline = ReturnType<typeof startDeadline>

/**
 * Starts a deadline that ends earlier if `signal` is aborted. After its end, `check` throws and `race`
 * rejects.
 */
function startDeadline(timeoutMs: number, signal: AbortSignal | undefined) {
  const timeout = new AbortController()
  const timer = setTimeout(() => {
    timeout.abort(new PdfTimeout(`The PDF was not ready after ${timeoutMs} ms`))
  }, timeoutMs)
  const cancellation = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal
  return {
    check: () => cancellation.throwIfAborted(),
    clear: () => clearTimeout(timer),
    race: <T>(promise: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const rejectOnAbort = () => reject(cancellation.reason)
        if (cancellation.aborted) rejectOnAbort()
        cancellation.addEventListener('abort', rejectOnAbort, { once: true })
        promise.then(resolve, reject).finally(() => cancellation.removeEventListener('abort', rejectOnAbort))
      }),
  }
}
