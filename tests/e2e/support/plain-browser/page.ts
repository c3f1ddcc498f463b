import { EventEmitter, once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import type { PlainContext } from './context.ts'
import { PlainDocument } from './document.ts'
import type { Sending } from './form.ts'
import { PlainLocator, pressKey, type Text } from './locator.ts'

type LoadedPage = {
  response: { status: () => number; ok: () => boolean; headers: () => Record<string, string> }
  url: string
  entry: Entry
  /** Shows the page in the window; undefined if the response is a download. */
  show?: () => void
}
type Entry = Sending & { site: string; referer?: string }

const TIMEOUT_MS = 10_000
/** The time after which a page with a refresh header is loaded again while a test waits for it. */
const REFRESH_MS = 150

/** One window: its page, its history and the actions of a person. */
export class PlainPage extends EventEmitter {
  readonly #window = new JSDOM()
  document = new PlainDocument(this.#window, '', 'about:blank', '')
  readonly #context: PlainContext
  readonly #history: Entry[] = []
  #historyIndex = -1
  #visitNumber = 0
  #referrerPolicy = ''
  #html = ''
  readonly #root = new PlainLocator(this, (root) => [root as Element], 'page')

  constructor(context: PlainContext) {
    super()
    this.#context = context
  }

  readonly keyboard = {
    press: (key: string) => pressKey(this, key),
    type: async (text: string) => {
      const field = this.document.dom.activeElement as HTMLInputElement | null
      if (!field?.matches('input, textarea')) throw new Error('Nothing to type in has the focus')
      field.value += text
    },
  }

  get request() {
    return this.#context.request
  }

  context = () => this.#context
  url = () => this.document.dom.URL
  content = async () => this.#html
  close = async () => this.#window.window.close()
  locator = (selector: string) => this.#root.locator(selector)
  getByRole = (...args: Parameters<PlainLocator['getByRole']>) => this.#root.getByRole(...args)
  getByLabel = (...args: Parameters<PlainLocator['getByLabel']>) => this.#root.getByLabel(...args)
  getByText = (text: Text, options?: { exact?: boolean }) => this.#root.getByText(text, options)

  async setExtraHTTPHeaders(headers: Record<string, string>) {
    Object.assign(this.#context.headers, headers)
  }

  async goto(path: string) {
    const url = new URL(path, this.#context.baseURL).href
    if (url.startsWith('about:')) return null
    return this.#visit({ url, method: 'GET', site: 'none' })
  }

  async reload() {
    const entry = this.#history[this.#historyIndex]
    return entry ? this.#show(entry) : null
  }

  async goBack() {
    const entry = this.#history[this.#historyIndex - 1]
    if (!entry) throw new Error('Nothing to go back to')
    this.#historyIndex--
    return this.#show(entry)
  }

  /** Follows a link of this page; a fragment link moves the focus. */
  async follow(href: string): Promise<void> {
    const url = new URL(href, this.document.dom.baseURI)
    const currentUrl = new URL(this.url())
    if (url.hash && url.href.replace(url.hash, '') === currentUrl.href.replace(currentUrl.hash, '')) {
      this.document.dom.getElementById(url.hash.slice(1))?.focus()
      return
    }
    await this.send({ url: url.href, method: 'GET' })
  }

  async send(sending: Sending): Promise<void> {
    const currentUrl = new URL(this.url())
    const site = new URL(sending.url).origin === currentUrl.origin ? 'same-origin' : 'cross-site'
    const referer =
      this.#referrerPolicy === 'strict-origin'
        ? `${currentUrl.origin}/`
        : currentUrl.href.replace(currentUrl.hash, '')
    await this.#visit({ ...sending, site, referer })
  }

  /** Retries an expectation while the page refreshes itself, because nothing else changes the page. */
  async until<T>(attempt: () => T, limit = TIMEOUT_MS): Promise<T> {
    const end = Date.now() + limit
    for (;;) {
      try {
        return attempt()
      } catch (error) {
        if (Date.now() > end || !(await this.#refresh())) throw error
      }
    }
  }

  waitForRequest(fits: (request: { postData(): string | null }) => boolean): Promise<unknown> {
    return new Promise((resolve) => this.on('request', (request) => fits(request) && resolve(request)))
  }

  async waitForEvent(name: 'download'): Promise<unknown> {
    const [event] = await once(this, name, { signal: AbortSignal.timeout(60_000) })
    return event
  }

  async #refresh(): Promise<boolean> {
    const content = this.document.dom.querySelector('meta[http-equiv=refresh]')?.getAttribute('content')
    if (!content) return false
    const address = /url=(.*)$/.exec(content)?.[1] ?? this.url()
    await new Promise((resolve) => setTimeout(resolve, REFRESH_MS))
    await this.follow(address)
    return true
  }

  async #visit(entry: Entry) {
    const visitNumber = ++this.#visitNumber
    const loaded = await this.#loadEntry(entry)
    // After a second press, the window shows the response to that press.
    if (visitNumber !== this.#visitNumber || !loaded.show) return loaded.response
    if (loaded.url !== this.url()) this.#historyIndex++
    this.#history.splice(Math.max(this.#historyIndex, 0), Number.POSITIVE_INFINITY, loaded.entry)
    this.#historyIndex = this.#history.length - 1
    loaded.show()
    return loaded.response
  }

  async #show(entry: Entry) {
    const loaded = await this.#loadEntry(entry)
    loaded.show?.()
    return loaded.response
  }

  /** Requests a page and follows redirects. An attachment becomes a download; the page stays. */
  async #loadEntry(entry: Entry): Promise<LoadedPage> {
    this.emit('request', toRequestFacts(entry))
    const { response, url, method } = await this.#context.load(entry)
    const { status } = response
    const headers = Object.fromEntries(response.headers)
    const result = { response: { status: () => status, ok: () => response.ok, headers: () => headers }, url }
    const disposition = headers['content-disposition'] ?? ''
    if (disposition.startsWith('attachment') || headers['content-type'] === 'application/pdf') {
      this.emit('download', await saveDownload(response, url, disposition))
      return { ...result, entry }
    }
    const html = await response.text()
    const css = await this.#context.styles(html, url)
    const showPage = () => {
      this.#html = html
      this.#referrerPolicy = headers['referrer-policy'] ?? ''
      this.document = new PlainDocument(this.#window, html, url, css)
      const { hash } = new URL(url)
      if (hash) this.document.dom.getElementById(hash.slice(1))?.focus()
    }
    // After a redirect, Reload repeats the last page.
    const historyEntry: Entry =
      method === entry.method ? { ...entry, url } : { url, method: 'GET', site: entry.site }
    return { ...result, entry: historyEntry, show: showPage }
  }
}

function toRequestFacts({ method, url, body }: Entry) {
  const data =
    typeof body === 'string'
      ? body
      : body && new URLSearchParams([...body].map(([name, value]) => [name, String(value)])).toString()
  return {
    method: () => method,
    url: () => url,
    postData: () => data ?? null,
    resourceType: () => 'document',
  }
}

async function saveDownload(response: Response, url: string, disposition: string) {
  const [, encodedName] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  const [, plainName] = /filename="?([^";]+)"?/i.exec(disposition) ?? []
  const name = encodedName
    ? decodeURIComponent(encodedName)
    : (plainName ?? new URL(url).pathname.split('/').at(-1))
  const bytes = Buffer.from(await response.arrayBuffer())
  return {
    url: () => url,
    suggestedFilename: () => name,
    async path() {
      const path = join(await mkdtemp(join(tmpdir(), 'aeropub-download-')), 'file')
      await writeFile(path, bytes)
      return path
    },
  }
}
