import { CookieJar } from 'jsdom'
import type { Sending } from './form.ts'
import { PlainPage } from './page.ts'

type Options = {
  baseURL?: string | undefined
  userAgent?: string | undefined
  locale?: string | undefined
  extraHTTPHeaders?: Record<string, string> | undefined
  /** responds to requests instead of the network */
  fetch?: typeof fetch | undefined
}
type RequestData = Sending & {
  site: string
  referer?: string
  headers?: Record<string, string>
  maxRedirects?: number
}
type Cookie = {
  name: string
  value: string
  expires: number
  domain: string
  path: string
  httpOnly: boolean
}

const MAX_REDIRECTS = 20
/** Style sheets are cached by address, which identifies their content. */
const styleSheets = new Map<string, Promise<string>>()

/** A browser without an engine, which starts no process and therefore costs nothing. */
export class PlainBrowser {
  /** Options of the running test, as Playwright hands them to the contexts of a browser. */
  defaults: Options = {}
  newContext = async (options: Options = {}) => new PlainContext({ ...this.defaults, ...options })
  newPage = async (options: Options = {}) => (await this.newContext(options)).newPage()
  close = async () => {}
}

/** The cookies and headers that the windows of one person share. */
export class PlainContext {
  readonly baseURL: string | undefined
  readonly headers: Record<string, string>
  readonly #send: typeof fetch
  #jar = createJar()
  #pages: PlainPage[] = []

  constructor({ baseURL, userAgent, locale, extraHTTPHeaders, fetch: send = fetch }: Options) {
    this.baseURL = baseURL
    this.#send = send
    this.headers = {
      ...(userAgent ? { 'User-Agent': userAgent } : {}),
      ...(locale ? { 'Accept-Language': locale } : {}),
      ...extraHTTPHeaders,
    }
  }

  readonly request = {
    get: (path: string, options: Partial<RequestData> = {}) =>
      this.#call({ ...options, url: path, method: 'GET' }),
  }

  pages = () => this.#pages
  /** Without scripts, a page prints nothing. */
  on() {}

  async newPage() {
    const page = new PlainPage(this)
    this.#pages.push(page)
    return page
  }

  async close() {
    for (const page of this.#pages) await page.close()
  }

  async clearCookies() {
    this.#jar = createJar()
  }

  async cookies(): Promise<Cookie[]> {
    const { cookies } = this.#jar.serializeSync() ?? { cookies: [] }
    return cookies.map(({ key, value, expires, maxAge, creation, domain, path, httpOnly }) => ({
      name: String(key),
      value: String(value),
      expires: typeof maxAge === 'number' ? toSeconds(creation) + maxAge : toSeconds(expires),
      domain: String(domain),
      path: String(path),
      httpOnly: httpOnly === true,
    }))
  }

  async addCookies(cookies: Cookie[]) {
    for (const { name, value, expires, path } of cookies)
      this.#store(
        `${name}=${value}; Path=${path}; Expires=${new Date(expires * 1000).toUTCString()}`,
        this.baseURL ?? '',
      )
  }

  /**
   * Sends a request and follows redirects as a browser does: after a form with GET, storing cookies at each
   * step.
   */
  async load({ url, method, body, site, referer, headers, maxRedirects = MAX_REDIRECTS }: RequestData) {
    let next: { url: string; method: 'GET' | 'POST'; body?: string | FormData } = {
      url,
      method,
      ...(body === undefined ? {} : { body }),
    }
    for (let count = 0; ; count++) {
      const response = await this.#fetch(next, { site, ...(referer ? { referer } : {}), ...headers })
      for (const cookie of response.headers.getSetCookie()) this.#store(cookie, next.url)
      const location = response.headers.get('location')
      const isRedirect = response.status >= 300 && response.status < 400 && location !== null
      if (!isRedirect || count >= maxRedirects) return { response, url: next.url, method: next.method }
      await response.arrayBuffer()
      const target = new URL(location, next.url).href
      next = response.status < 307 ? { url: target, method: 'GET' } : { ...next, url: target }
    }
  }

  /** Returns the style sheets linked in a page. */
  async styles(html: string, url: string): Promise<string> {
    const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)]
    const sheets = links.map(([, href = '']) => {
      const address = new URL(href, url).href
      const sheet = styleSheets.get(address) ?? this.#send(address).then((response) => response.text())
      styleSheets.set(address, sheet)
      return sheet
    })
    return (await Promise.all(sheets)).join('\n')
  }

  #fetch({ url, method, body }: Sending, { site, ...headers }: Record<string, string>): Promise<Response> {
    const cookie = this.#jar.getCookieStringSync(url)
    return this.#send(url, {
      method,
      redirect: 'manual',
      headers: {
        Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        'Sec-Fetch-Dest': 'document',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Site': site ?? 'none',
        ...(method === 'POST' ? { Origin: new URL(headers.referer ?? url).origin } : {}),
        ...(typeof body === 'string' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
        ...(cookie ? { Cookie: cookie } : {}),
        ...this.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
  }

  #store(cookie: string, url: string) {
    this.#jar.setCookieSync(cookie, url, { ignoreError: true })
  }

  /** Sends a request outside the windows, with their cookies. */
  async #call(request: Sending & Partial<RequestData>) {
    const url = new URL(request.url, this.baseURL).href
    const { response, url: finalUrl } = await this.load({ site: 'none', ...request, url })
    const bytes = Buffer.from(await response.arrayBuffer())
    return {
      status: () => response.status,
      ok: () => response.ok,
      url: () => finalUrl,
      headers: () => Object.fromEntries(response.headers),
      body: async () => bytes,
      text: async () => bytes.toString(),
    }
  }
}

/** Returns -1 for a session cookie, as Playwright does. */
function toSeconds(time: unknown): number {
  return typeof time === 'string' && time !== 'Infinity' ? Date.parse(time) / 1000 : -1
}

function createJar() {
  return new CookieJar(undefined, { rejectPublicSuffixes: false })
}
