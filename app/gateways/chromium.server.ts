import { readlinkSync, rmSync } from 'node:fs'
import { access, constants, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Browser } from 'puppeteer'

/** Thrown if Chromium is missing or does not start. The job is retried because its document is not the cause. */
export class PdfUnavailable extends Error {
  override name = 'PdfUnavailable'
}

const knownPaths = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/opt/homebrew/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

// A nonexistent proxy blocks preconnects and DNS prefetches, which bypass request interception.
const chromiumFlags = [
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

/** Starts Chromium with a temporary profile, which is removed when Chromium exits. Throws PdfUnavailable. */
export async function launchChromium(executablePath: string | undefined): Promise<Browser> {
  const path = executablePath ?? (await findChromium())
  if (!(await isExecutable(path))) throw new PdfUnavailable(`Chromium is not at ${path}`)
  const { default: puppeteer } = await import('puppeteer')
  const isRoot = process.getuid?.() === 0
  await deleteStaleProfiles()
  const profile = await mkdtemp(join(tmpdir(), `${profilePrefix}${process.pid}-`))
  ownProfiles.add(basename(profile))
  try {
    const browser = await puppeteer.launch({
      executablePath: path,
      userDataDir: profile,
      headless: true,
      // With a pipe, Chromium exits with this process, even after a SIGKILL.
      pipe: true,
      args: isRoot ? [...chromiumFlags, '--no-sandbox'] : chromiumFlags,
      timeout: launchTimeoutMs,
      // The worker handles signals: it finishes its documents, then calls closePdfBrowser().
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    const chromium = browser.process()
    chromium?.once('exit', () => removeProfile(profile))
    // A killed browser resets its pipes even after puppeteer has removed its listeners.
    for (const pipe of chromium?.stdio.slice(3) ?? []) pipe?.on('error', () => {})
    return browser
  } catch (cause) {
    removeProfile(profile)
    throw new PdfUnavailable(`Chromium does not start (${path})`, { cause })
  }
}

/** The prefix before the owner's process id. A later process of a container may have the same id. */
const profilePrefix = `aeropub-chromium-${hostname().replace(/\W/g, '_')}-`

const ownProfiles = new Set<string>()

/** Deletes the profiles of processes that no longer run. Returns their number. */
export async function deleteStaleProfiles(folder = tmpdir()): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const abandonedProfiles = names.filter((name) => {
    if (!name.startsWith(profilePrefix) || ownProfiles.has(name)) return false
    const ownerPid = Number.parseInt(name.slice(profilePrefix.length), 10)
    return ownerPid && (ownerPid === process.pid || !isProcessRunning(ownerPid))
  })
  const folders = abandonedProfiles.flatMap((name) => listFolders(join(folder, name)))
  await Promise.allSettled(folders.map((folderPath) => rm(folderPath, { recursive: true, force: true })))
  return abandonedProfiles.length
}

/** Returns the folders of profile and socket, which a killed Chromium leaves behind. */
function listFolders(profile: string): string[] {
  try {
    const socketFolder = dirname(readlinkSync(join(profile, 'SingletonSocket')))
    const isChromiumSocket =
      dirname(socketFolder) === dirname(profile) && /\.(Chromium|Chrome)\.\w+$/.test(basename(socketFolder))
    return isChromiumSocket ? [socketFolder, profile] : [profile]
  } catch {
    return [profile]
  }
}

function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

function removeProfile(profile: string): void {
  try {
    for (const folder of listFolders(profile)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {}
}

export async function findChromium(): Promise<string> {
  for (const path of knownPaths) {
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

export function killChromium(browser: Browser): void {
  const chromium = browser.process()
  if (!chromium?.pid || chromium.exitCode !== null || chromium.signalCode !== null) return
  try {
    process.kill(-chromium.pid, 'SIGKILL')
  } catch {}
}
