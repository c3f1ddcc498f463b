import { access, constants } from 'node:fs/promises'
import puppeteer, { type Browser, type HTTPRequest, type Page } from 'puppeteer'
import { env } from '#app/env.server.ts'
import { atProvider } from '#app/gateways/provider.server.ts'

/** Chromium is missing or does not start; the document is not at fault, so retry later. */
export class PdfUnavailable extends Error {
  override name = 'PdfUnavailable'
}

class BrowserLost extends PdfUnavailable {}

export class PdfTimeout extends Error {
  override name = 'PdfTimeout'
}

export type PdfOptions = { signal?: AbortSignal | undefined; timeoutMs?: number | undefined }

type PrinterOptions = { executablePath?: string | undefined; documentsPerBrowser?: number }

/** A Chromium process; `draining` means it gets no further documents. */
type Session = { browser: Promise<Browser>; served: number; open: number; draining: boolean }

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/opt/homebrew/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

// No network: preconnects and DNS prefetches, which interception misses, end at a proxy that does not exist.
const flags = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--font-render-hinting=none',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
]

const launchTimeoutMs = 15_000
const closeTimeoutMs = 2_000

/** Chromium is replaced after a crash and after `documentsPerBrowser` documents. */
export function createPdfPrinter({ executablePath, documentsPerBrowser = 200 }: PrinterOptions = {}) {
  let current: Session | undefined

  function startSession(): Session {
    const session: Session = { browser: launch(executablePath), served: 0, open: 0, draining: false }
    const forget = () => {
      session.draining = true
      if (current === session) current = undefined
    }
    session.browser.then((browser) => browser.once('disconnected', forget), forget)
    return session
  }

  function lease(): Session {
    if (!current || current.draining) current = startSession()
    const session = current
    session.open += 1
    session.served += 1
    if (session.served >= documentsPerBrowser) {
      session.draining = true
      current = undefined
    }
    return session
  }

  async function release(session: Session): Promise<void> {
    session.open -= 1
    if (session.draining && session.open === 0) await end(session)
  }

  /** Paper size and margins come from the page's `@page` rule. */
  async function htmlToPdf(html: string, options: PdfOptions = {}): Promise<Uint8Array> {
    const { signal, timeoutMs = 20_000 } = options
    const deadline = deadlineOf(timeoutMs, signal)
    const attempt = () => printOnce(html, timeoutMs, deadline)
    try {
      // A killed browser is often only noticed by the next document.
      return await attempt().catch((error) =>
        error instanceof BrowserLost ? attempt() : Promise.reject(error),
      )
    } finally {
      deadline.clear()
    }
  }

  async function printOnce(html: string, timeoutMs: number, deadline: Deadline): Promise<Uint8Array> {
    deadline.check()
    const session = lease()
    let browser: Browser | undefined
    let page: Promise<Page> | undefined
    try {
      browser = await deadline.race(session.browser)
      page = browser.newPage()
      return await deadline.race(print(await deadline.race(page), html, timeoutMs))
    } catch (error) {
      if (browser && !browser.connected) throw new BrowserLost('Chromium ended', { cause: error })
      throw error
    } finally {
      if (browser && page && !(await close(page))) drainAndKill(session, browser)
      await release(session)
    }
  }

  async function closePdfBrowser(): Promise<void> {
    const session = current
    current = undefined
    if (!session) return
    session.draining = true
    await end(session)
  }

  return { htmlToPdf, closePdfBrowser }
}

const printer = createPdfPrinter({ executablePath: env.CHROMIUM_PATH })

/** A document that times out is not counted as an outage of Chromium. */
export function htmlToPdf(html: string, options?: PdfOptions): Promise<Uint8Array> {
  const isOutage = (error: Error) => error instanceof PdfUnavailable
  return atProvider('pdf', () => printer.htmlToPdf(html, options), { isOutage })
}

export const { closePdfBrowser } = printer

async function launch(executablePath: string | undefined): Promise<Browser> {
  const path = executablePath ?? (await findChromium())
  // Checked first: puppeteer leaves a profile folder behind when the launch fails.
  if (!(await isExecutable(path))) throw new PdfUnavailable(`Chromium is not at ${path}`)
  const asRoot = process.getuid?.() === 0
  try {
    return await puppeteer.launch({
      executablePath: path,
      headless: true,
      // Over a pipe Chromium ends with this process, even if it is killed.
      pipe: true,
      args: asRoot ? [...flags, '--no-sandbox'] : flags,
      timeout: launchTimeoutMs,
      // The worker handles signals: it finishes its documents, then calls closePdfBrowser().
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
  } catch (cause) {
    throw new PdfUnavailable(`Chromium does not start (${path})`, { cause })
  }
}

export async function findChromium(): Promise<string> {
  for (const path of usualPlaces) {
    if (await isExecutable(path)) return path
  }
  throw new PdfUnavailable('Chromium is not installed and CHROMIUM_PATH is not set')
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function print(page: Page, html: string, timeout: number): Promise<Uint8Array> {
  await page.setJavaScriptEnabled(false)
  await page.setOfflineMode(true)
  page.on('request', allowDataOnly)
  await page.setRequestInterception(true)
  await page.setContent(html, { waitUntil: 'load', timeout })
  return page.pdf({ preferCSSPageSize: true, printBackground: true, timeout })
}

function allowDataOnly(request: HTTPRequest): void {
  const url = request.url()
  const allowed = url.startsWith('data:') || url === 'about:blank'
  // "aborted" keeps the document on a blocked navigation; other reasons would show an error page.
  const done = allowed ? request.continue() : request.abort('aborted')
  done.catch(() => undefined)
}

function drainAndKill(session: Session, browser: Browser): void {
  session.draining = true
  kill(browser)
}

function close(page: Promise<Page>): Promise<boolean> {
  return within(
    closeTimeoutMs,
    page.then((opened) => opened.close()),
  )
}

async function end(session: Session): Promise<void> {
  const browser = await session.browser.catch(() => undefined)
  if (browser && !(await within(closeTimeoutMs, browser.close()))) kill(browser)
}

function kill(browser: Browser): void {
  const chromium = browser.process()
  if (!chromium?.pid || chromium.exitCode !== null || chromium.signalCode !== null) return
  try {
    process.kill(-chromium.pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}

/** True if settled in time; a rejection counts, since a closed page cannot be closed again. */
function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
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

type Deadline = ReturnType<typeof deadlineOf>

function deadlineOf(timeoutMs: number, signal: AbortSignal | undefined) {
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
