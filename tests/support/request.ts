import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { sessionCookie } from '#app/http/cookies.server.ts'
import { startSession } from '#app/models/accounts/session.server.ts'

export const shopOrigin = 'http://shop.test'

/** Fields of a form. A list sends its name several times; undefined is omitted. */
export type Fields = Record<string, string | number | string[] | undefined>
type Params = Record<string, string>
/** The result of Remix' `data()`. */
type DataWithInit<Data> = { type: string; data: Data; init: ResponseInit | null }
type RouteResult<Data> = Data | DataWithInit<Data> | Response
type RouteFunction<Data> = (
  args: LoaderFunctionArgs & ActionFunctionArgs,
) => RouteResult<Data> | Promise<RouteResult<Data>>

/** The outcome of a loader or action, which may return a value or `data()`, or return or throw a Response. */
export class Answer<Data> {
  readonly status: number
  readonly headers: Headers
  readonly response: Response | undefined
  private readonly content: { data: Data } | undefined

  constructor(init: ResponseInit | null, content: { data: Data } | { response: Response }) {
    this.response = 'response' in content ? content.response : undefined
    this.content = 'data' in content ? content : undefined
    this.status = this.response?.status ?? init?.status ?? 200
    this.headers = this.response?.headers ?? new Headers(init?.headers)
  }

  /** Throws if the loader or action returned or threw a Response. */
  get data(): Data {
    if (!this.content) throw new Error(`no data but a Response: ${this.status} ${this.location}`)
    return this.content.data
  }

  get location(): string | null {
    return this.headers.get('Location')
  }

  get setCookies(): string[] {
    return this.headers.getSetCookie()
  }

  setCookie(name: string): string | undefined {
    return this.setCookies.find((header) => header.startsWith(`${name}=`))
  }
}

export class CookieJar {
  private readonly cookies = new Map<string, string>()

  /** Stores the cookies that a response sets, and deletes those with Max-Age=0. */
  keep(headers: Headers): void {
    for (const setCookie of headers.getSetCookie()) {
      const [pair = ''] = setCookie.split(';', 1)
      const separator = pair.indexOf('=')
      const name = pair.slice(0, separator)
      const isExpired = /;\s*max-age=0(;|$)/i.test(setCookie)
      if (isExpired) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(separator + 1))
    }
  }

  get(name: string): string | undefined {
    return this.cookies.get(name)
  }

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  copy(): CookieJar {
    const duplicate = new CookieJar()
    for (const [name, value] of this.cookies) duplicate.cookies.set(name, value)
    return duplicate
  }
}

/** A browser that calls loaders and actions with real requests and stores cookies. */
export class Visitor {
  readonly cookies: CookieJar

  constructor(cookies = new CookieJar()) {
    this.cookies = cookies
  }

  get<Data>(loader: RouteFunction<Data>, path: string, params: Params = {}): Promise<Answer<Data>> {
    return this.call(loader, this.request(path), params)
  }

  post<Data>(action: RouteFunction<Data>, path: string, fields: Fields = {}, params: Params = {}) {
    return this.call(action, this.request(path, fields), params)
  }

  /** Passes any request to a loader or action, with a new load context. */
  async call<Data>(
    routeFunction: RouteFunction<Data>,
    request: Request,
    params: Params = {},
  ): Promise<Answer<Data>> {
    const context: AppLoadContext = {}
    const answer = await fetchAnswer(async () => routeFunction({ request, params, context }))
    this.cookies.keep(answer.headers)
    return answer
  }

  /** Returns a request with the cookies of this browser: a POST if there are fields, otherwise a GET. */
  request(path: string, fields?: Fields | FormData): Request {
    const headers = new Headers({ Cookie: this.cookies.header })
    const url = new URL(path, shopOrigin)
    if (!fields) return new Request(url, { headers })
    const body = fields instanceof FormData ? fields : formBody(fields)
    return new Request(url, { method: 'POST', headers, body })
  }

  /** Sends a form with files, each with its name and bytes. */
  postFiles<Data>(
    action: RouteFunction<Data>,
    path: string,
    fields: Fields,
    files: Record<string, { name: string; bytes: Uint8Array }>,
    params: Params = {},
  ) {
    const body = new FormData()
    for (const [name, value] of formBody(fields)) body.append(name, value)
    for (const [name, file] of Object.entries(files))
      body.append(name, new File([new Uint8Array(file.bytes)], file.name))
    const headers = new Headers({ Cookie: this.cookies.header })
    const request = new Request(new URL(path, shopOrigin), { method: 'POST', headers, body })
    return this.call(action, request, params)
  }

  /** Returns another browser with the same cookies. Later changes of cookies are not shared. */
  duplicate(): Visitor {
    return new Visitor(this.cookies.copy())
  }
}

export function formBody(fields: Fields): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) body.append(name, String(item))
  }
  return body
}

/** Returns a browser with a new session of the account, without the login form. */
export async function loginAs({ userId }: { userId: number }): Promise<Visitor> {
  const visitor = new Visitor()
  const cookie = await sessionCookie.serialize(await startSession(userId))
  visitor.cookies.keep(new Headers([['Set-Cookie', cookie]]))
  return visitor
}

async function fetchAnswer<Data>(call: () => Promise<RouteResult<Data>>): Promise<Answer<Data>> {
  try {
    const result = await call()
    if (result instanceof Response) return new Answer(null, { response: result })
    return isDataWithInit(result)
      ? new Answer(result.init, { data: result.data })
      : new Answer(null, { data: result })
  } catch (thrown) {
    if (thrown instanceof Response) return new Answer<Data>(null, { response: thrown })
    throw thrown
  }
}

function isDataWithInit<Data>(result: Data | DataWithInit<Data>): result is DataWithInit<Data> {
  return (
    typeof result === 'object' &&
    result !== null &&
    'type' in result &&
    result.type === 'DataWithResponseInit'
  )
}
