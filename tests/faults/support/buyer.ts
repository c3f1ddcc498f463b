/** A response to a buyer; `text` is empty unless it is a page. */
export type BuyerResponse = {
  /** method and path */
  request: string
  status: number
  location: string
  text: string
  retryAfter: string | null
}

/** The responses that `expectInvariants` has not checked yet. */
const uncheckedResponses: BuyerResponse[] = []
/** Buyers by the numbers of the orders to which they were redirected. */
const owners = new Map<number, Buyer>()

export const takeResponses = (): BuyerResponse[] => uncheckedResponses.splice(0)
export const findOwner = (orderId: number): Buyer | undefined => owners.get(orderId)

/** A buyer without scripts, who stores cookies and sends forms but does not follow redirects. */
export class Buyer {
  readonly #cookies = new Map<string, string>()

  async get(url: string, signal?: AbortSignal): Promise<BuyerResponse> {
    return this.#send(url, signal ? { signal } : {})
  }

  async post(url: string, fields: Record<string, string>) {
    const { status, location } = await this.submit(url, fields)
    return { status, location }
  }

  /** Sends a form as `post` does, with files if given. Returns the page and its headers. */
  async submit(
    url: string,
    fields: Record<string, string>,
    files?: Record<string, SentFile>,
  ): Promise<BuyerResponse> {
    const body = files ? new FormData() : new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    for (const [name, { name: fileName, content }] of Object.entries(files ?? {}))
      if (body instanceof FormData) body.append(name, new File([new Uint8Array(content)], fileName))
    const response = await this.#send(url, { method: 'POST', body })
    const order = readOrderNumber(response)
    if (!Number.isNaN(order)) owners.set(order, this)
    return response
  }

  /** Sends a form with one file. */
  async upload(url: string, file: SentFile) {
    const { status, location } = await this.submit(url, {}, { file })
    return { status, location }
  }

  /** Fills the cart with a publication and returns the confirmation form, ready to be sent. */
  async fillCheckout(url: string, email: string, publication: number): Promise<Record<string, string>> {
    await this.addToCart(url, publication)
    return this.fillForm(url, email)
  }

  addToCart(url: string, publication: number) {
    return this.post(`${url}/cart`, { publication_id: String(publication), add: '1' })
  }

  /** Returns the confirmation form of the present cart. */
  async fillForm(url: string, email: string): Promise<Record<string, string>> {
    const emptyForm = await this.get(`${url}/checkout`)
    const fields = {
      ...buyerFields,
      'buyer.email': email,
      checkout_token: readHidden(emptyForm.text, 'checkout_token'),
    }
    await this.post(`${url}/checkout`, { ...fields, intent: 'quote' })
    const { text } = await this.get(`${url}/checkout`)
    const seenFields = [...text.matchAll(/name="(seen\[\d+\]\.\w+)"[^>]* value="([^"]*)"/g)]
    const shippingFields: Record<string, string> = text.includes('seen_shipping.PAC')
      ? { shipping_service: 'PAC', 'seen_shipping.PAC': readHidden(text, 'seen_shipping.PAC') }
      : {}
    return {
      ...fields,
      intent: 'confirm',
      terms: readHidden(text, 'terms'),
      ...Object.fromEntries(seenFields.map(([, name = '', value = '']) => [name, value])),
      ...shippingFields,
    }
  }

  /** Stores a cookie as a browser does. */
  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  deleteCookie(name: string): void {
    this.#cookies.delete(name)
  }

  /** Returns a copy with the same cookies, as for a second click in the same browser. */
  duplicate(): Buyer {
    const duplicate = new Buyer()
    for (const [name, value] of this.#cookies) duplicate.#cookies.set(name, value)
    return duplicate
  }

  async #send(url: string, init: RequestInit): Promise<BuyerResponse> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }
    const fetchOnce = () =>
      fetch(url, { signal: AbortSignal.timeout(60_000), ...init, headers, redirect: 'manual' })
    // Browsers repeat a GET whose idle connection the server closed at that moment.
    const response = await fetchOnce().catch((error: unknown) => {
      if (init.method === undefined && isClosedConnection(error)) return fetchOnce()
      throw error
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/;\s*max-age=0\b/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    const isPage = response.headers.get('Content-Type')?.startsWith('text/') ?? false
    const page = {
      request: `${init.method ?? 'GET'} ${new URL(url).pathname}`,
      status: response.status,
      location: response.headers.get('Location') ?? '',
      text: await response.text(),
      retryAfter: response.headers.get('Retry-After'),
    }
    uncheckedResponses.push({ ...page, text: isPage ? page.text : '' })
    return page
  }
}

type SentFile = { name: string; content: Uint8Array }

/** The values that a buyer types into the form. The account has the password `buyer.password`. */
export const buyerFields = {
  person_or_company: '0',
  'buyer.name': 'Ana Inventada da Silva',
  'buyer.cpf': '529.982.247-25',
  'buyer.phone': '(14) 99999-0000',
  'buyer.password': 'senha-de-teste-2026',
  'billing.zip_code': '18600-000',
  'billing.street': 'Rua das Hélices',
  'billing.number': '100',
  'billing.complement': '',
  'billing.province': 'Centro',
  'billing.city': 'Botucatu',
  'billing.state': 'SP',
  ship_elsewhere: 'off',
}

function readHidden(html: string, name: string): string {
  const escaped = name.replace(/[.[\]]/g, '\\$&')
  return new RegExp(`name="${escaped}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? ''
}

/** Publications of the seeded catalogue: a printed manual, and a download. */
export const publications = { manual: 62, index: 58 }

let counter = 0

/** Returns a buyer with a completed confirmation form that was not sent. */
export async function prepareBuyer(url: string, publication = publications.manual) {
  counter += 1
  const buyer = new Buyer()
  const email = `falha-${process.pid}-${counter}@exemplo.test`
  return { buyer, email, fields: await buyer.fillCheckout(url, email, publication) }
}

/** Buys a publication over HTTP, by default a printed manual. Returns order number, buyer, form and response. */
export async function buyPublication(url: string, publication = publications.manual) {
  const { buyer, fields } = await prepareBuyer(url, publication)
  const response = await buyer.post(`${url}/checkout`, fields)
  return { buyer, fields, response, orderId: readOrderNumber(response) }
}

/** Returns the order number in the redirect of a response. */
export function readOrderNumber({ location }: { location: string }): number {
  return Number(/\/payment\/(\d+)$/.exec(location)?.[1] ?? Number.NaN)
}

function isClosedConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_SOCKET'
}
