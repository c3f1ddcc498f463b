import { access, constants } from 'node:fs/promises'
import type { Browser } from 'puppeteer'

/** Chromium is missing or does not start; the document is not at fault, so retry later. */
export class PdfUnavailable extends Error {
  override name = 'PdfUnavailable'
}

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

/** The driver is loaded with the first one. */
export async function launchChromium(executablePath: string | undefined): Promise<Browser> {
  const path = executablePath ?? (await findChromium())
  // Checked first: puppeteer leaves a profile folder behind when the launch fails.
  if (!(await isExecutable(path))) throw new PdfUnavailable(`Chromium is not at ${path}`)
  const { default: puppeteer } = await import('puppeteer')
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

/** With all its processes. */
export function killChromium(browser: Browser): void {
  const chromium = browser.process()
  if (!chromium?.pid || chromium.exitCode !== null || chromium.signalCode !== null) return
  try {
    process.kill(-chromium.pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}
