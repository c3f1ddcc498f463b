import type { Request as ClientRequest, Response as ClientResponse, RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { removeFormOwner } from '#app/domain/accounts/form-owner.ts'
import { calculateNextAttempt, HOUR_MS } from '#app/domain/platform/rate-limit.ts'
import type { RefusedPage, RefusedPageKey } from '#app/models/platform/refused-page.server.ts'
import { getSafeRedirect } from '#app/paths.ts'
import { getWholeText } from './remix.ts'

const MAX_CHARACTERS = 1_000_000
const MAX_NETWORKS = 10_000
/** Beyond this limit, the page of a rejected form is sent directly and not stored. */
const savesPerNetwork = { max: 600, windowMs: HOUR_MS }
/** Identifies a browser without any other cookie of ours. cookie-check.ts also lists this name. */
const COOKIE_NAME = 'refused'
const tokenParameter = /^refused=([\w-]{22})$/

export type RefusedPageStore = {
  newToken(): string
  save(key: RefusedPageKey, page: RefusedPage): Promise<void>
  find(key: RefusedPageKey): Promise<RefusedPage | undefined>
  remove(key: RefusedPageKey): Promise<void>
  isSessionOpen(cookies: string): Promise<boolean>
}

type Options = {
  store: RefusedPageStore
  findClient(request: ClientRequest): string
  log: Logger
  isSecure: boolean
}

type SourcePage = { address: string; token: string | undefined }

/** Stores the page of a rejected form and redirects to it, so that Back and Reload show it. */
export function makeRefusedPages({ store, findClient, log, isSecure }: Options): {
  handler: RequestHandler
  redirect(request: ClientRequest, response: ClientResponse, answer: Response): Promise<Response>
} {
  const savesByNetwork = new LRUCache<string, Date[]>({ max: MAX_NETWORKS })

  function makeCookie(value: string): string {
    const name = isSecure ? `__Host-${COOKIE_NAME}` : COOKIE_NAME
    const attributes = `Path=/; Max-Age=${HOUR_MS / 1_000}; HttpOnly; SameSite=Lax`
    return `${name}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`
  }

  function logFailure(message: string) {
    return (error: unknown) => {
      log.error({ err: error }, message)
      return undefined
    }
  }

  async function findPage(request: ClientRequest, token: string): Promise<RefusedPage | undefined> {
    for (const owner of await listOwners(request)) {
      const page = await store.find({ token, owner })
      if (page) return page
    }
    return undefined
  }

  /** Returns the browser's keys for stored pages; new pages get the first. Pages of a session end with it. */
  async function listOwners(request: ClientRequest): Promise<string[]> {
    const cookies = request.get('Cookie') ?? ''
    const session = findCookie(cookies, 'session')
    if (session && (await store.isSessionOpen(cookies))) return [session]
    const otherOwners = [findCookie(cookies, 'cart'), findCookie(cookies, COOKIE_NAME)]
    return [session && `over ${session}`, ...otherOwners].filter((owner) => owner !== undefined)
  }

  const handleRequest: RequestHandler = async (request, response, next) => {
    const { address, token } = splitToken(request.originalUrl)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const referer = readReferer(request)
      response.locals.sentFrom = token === undefined ? referer : { address, token }
      request.originalUrl = address
      request.url = address
      return next()
    }
    if (token === undefined) return next()
    const page = await findPage(request, token).catch(logFailure('refused page not read'))
    response.set('Cache-Control', 'no-store')
    if (page?.address !== address) return response.redirect(302, getSafeRedirect(address))
    const html = page.html.replaceAll(page.nonce, String(response.locals.nonce))
    response.status(page.status).type('html').send(html)
  }

  /** Returns true if the network has reached its limit. Otherwise counts a save. */
  function exceedsNetworkLimit(request: ClientRequest): boolean {
    const network = findClient(request)
    const earlierSaves = savesByNetwork.get(network) ?? []
    if (calculateNextAttempt(savesPerNetwork, earlierSaves, new Date())) return true
    savesByNetwork.set(network, [new Date(), ...earlierSaves].slice(0, savesPerNetwork.max))
    return false
  }

  async function redirect(
    request: ClientRequest,
    response: ClientResponse,
    answer: Response,
  ): Promise<Response> {
    if (request.method !== 'POST' || !acceptsDocument(request)) return answer
    const source: SourcePage | undefined = response.locals.sentFrom
    const { token: shownToken } = source ?? {}
    // The form is accepted now, so the page of its earlier rejection is deleted.
    if (answer.status >= 300 && answer.status < 400 && shownToken)
      for (const owner of await listOwners(request))
        await store.remove({ token: shownToken, owner }).catch(logFailure('refused page not deleted'))
    if (!isRefusal(answer)) return answer
    const html = getWholeText(answer) ?? (await answer.clone().text())
    if (html.length > MAX_CHARACTERS || exceedsNetworkLimit(request)) return answer
    const address = removeFormOwner(request.originalUrl)
    const reusedToken = source?.address === address ? source.token : undefined
    const token = reusedToken || store.newToken()
    const [knownOwner] = await listOwners(request)
    const cookie = knownOwner === undefined ? makeCookie(store.newToken()) : undefined
    const owner = knownOwner ?? cookie?.split(';')[0] ?? ''
    const page = { address, status: answer.status, html, nonce: String(response.locals.nonce) }
    const isSaved = await store
      .save({ token, owner }, page)
      .then(() => true, logFailure('refused page not saved'))
    if (!isSaved) return answer
    // refused-forms.ts counts this status instead of 303.
    response.locals.refusedStatus = answer.status
    const separator = address.includes('?') ? '&' : '?'
    const headers = new Headers({ Location: `${address}${separator}refused=${token}` })
    for (const setCookie of answer.headers.getSetCookie()) headers.append('Set-Cookie', setCookie)
    if (cookie) headers.append('Set-Cookie', cookie)
    const retryAfter = answer.headers.get('Retry-After')
    if (retryAfter) headers.set('Retry-After', retryAfter)
    return new Response(null, { status: 303, headers })
  }

  return { handler: handleRequest, redirect }
}

/** Returns true for a browser that opens a page: it accepts HTML first, which scripts do not. */
function acceptsDocument(request: ClientRequest): boolean {
  const wantedDest = request.get('Sec-Fetch-Dest')
  if (wantedDest !== undefined && wantedDest !== 'document') return false
  return /^text\/html\b/i.test(request.get('Accept') ?? '')
}

function isRefusal({ status, headers }: Response): boolean {
  return status >= 400 && status < 500 && /^text\/html\b/.test(headers.get('Content-Type') ?? '')
}

function findCookie(cookies: string, name: string): string | undefined {
  const starts = [`${name}=`, `__Host-${name}=`]
  return cookies
    .split(/;\s*/)
    .find((pair) => starts.some((start) => pair.startsWith(start) && pair.length > start.length))
}

/** Returns the page that sent the form. Removes our token from Referer, since other modules do not know it. */
function readReferer(request: ClientRequest): SourcePage | undefined {
  const referer = request.get('Referer')
  if (referer === undefined || !URL.canParse(referer)) return undefined
  const { origin, pathname, search } = new URL(referer)
  const source = splitToken(`${pathname}${search}`)
  if (source.token !== undefined) request.headers.referer = `${origin}${source.address}`
  return source
}

/** Returns the address without our token, and the token if the address has one. */
function splitToken(url: string): SourcePage {
  const [path = '', ...queryPieces] = url.split('?')
  const parameters = queryPieces.join('?').split('&')
  const tokens = parameters.flatMap((parameter) => tokenParameter.exec(parameter)?.[1] ?? [])
  const [token] = tokens
  if (token === undefined) return { address: url, token }
  const otherParameters = parameters.filter((parameter) => !tokenParameter.test(parameter))
  return { address: otherParameters.length === 0 ? path : `${path}?${otherParameters.join('&')}`, token }
}
