import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type {
  Request as ExpressRequest,
  Response as ExpressResponse,
  NextFunction,
  RequestHandler,
} from 'express'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { isOutage } from '#app/models/platform/db.server.ts'
import { shopCookiePattern } from '../cookie-check.ts'
import { ClientDisconnected, TooManyRequests } from '../load/rejected.ts'
import { isCacheable } from './cacheable.ts'
import { getWholeText } from './remix.ts'

const MAX_URL_LENGTH = 200
const MAX_CACHE_BYTES = 24 * 1024 * 1024
const ENTRY_OVERHEAD_BYTES = 500
const ETAG_LENGTH = 22
/** After a database failure, cached pages are sent for this long without querying the database. */
const DB_RETRY_AFTER_MS = 1_000
/** During a database outage, pages that were checked longer ago are not sent. */
const MAX_STALE_MS = 24 * 3_600_000

/** Browsers revalidate each time, as the user may have logged in; shared caches reuse pages for a minute. */
const FRESH_CACHE_CONTROL = 'public, max-age=0, s-maxage=60, stale-if-error=86400'
/**
 * Sent as CDN-Cache-Control (RFC 9213), which browsers ignore. With stale-while-revalidate in Cache-Control,
 * they would show a page from before the login.
 */
const CDN_CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400'
/** During an overload, pages are sent unchecked for as long as shared caches may reuse them. */
const MAX_BUSY_MS = 60_000
/** The Cache-Control of pages that may be outdated because of an outage or an overload. */
const STALE_CACHE_CONTROL = 'public, max-age=0, s-maxage=5'

type Encoding = 'br' | 'gzip'

type CachedPage = {
  version: string
  etag: string
  html: Buffer
  best: Partial<Record<Encoding, Buffer>>
  quick: Partial<Record<Encoding, Promise<Buffer>>>
  timesSent: number
  /** performance.now() when the content was last found to be current */
  checkedAt: number
}

type Options = {
  render(request: ExpressRequest, response: ExpressResponse): Promise<Response>
  send(rendered: Response, response: ExpressResponse): Promise<void>
  /** returns the current version of the data, never a cached one */
  readVersion(): Promise<string>
  contentPolicy: string
}

/** Serves public pages from memory to clients without our cookies, until the data change (D110). */
export function makePageCache({ render, send, readVersion, contentPolicy }: Options): {
  handler: RequestHandler
  isCached(url: string): boolean
} {
  const pageCache = new LRUCache<string, CachedPage>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ html, best }) =>
      2 * html.length + (best.br?.length ?? 0) + (best.gzip?.length ?? 0) + ENTRY_OVERHEAD_BYTES,
  })
  const pendingRenders = new Map<string, Promise<CachedPage | 'busy' | undefined>>()
  const bestCompressionLimit = pLimit(1)
  let databaseRetryAt = 0

  /** Returns the version of the data with today's date, or undefined while the database is down. */
  async function getCurrentVersion(): Promise<string | undefined> {
    if (performance.now() < databaseRetryAt) return undefined
    try {
      return `${await readVersion()} ${toCivilDate(new Date())}`
    } catch (error) {
      if (!isOutage(error)) throw error
      databaseRetryAt = performance.now() + DB_RETRY_AFTER_MS
      return undefined
    }
  }

  return {
    isCached: (url) => pageCache.peek(url) !== undefined,
    handler(request, response, next) {
      if (!isPublicRequest(request, response)) return next()
      servePage(request, response, next).catch(next)
    },
  }

  async function servePage(
    request: ExpressRequest,
    response: ExpressResponse,
    next: NextFunction,
  ): Promise<void> {
    const key = request.originalUrl
    const version = await getCurrentVersion()
    const cachedPage = pageCache.get(key)
    if (version === undefined) {
      const mayBeSent = cachedPage && performance.now() - cachedPage.checkedAt < MAX_STALE_MS
      return mayBeSent ? sendPage(cachedPage, STALE_CACHE_CONTROL) : next()
    }
    if (cachedPage?.version === version) {
      cachedPage.checkedAt = performance.now()
      return sendPage(cachedPage, FRESH_CACHE_CONTROL)
    }
    const renderKey = `${version} ${key}`
    const pendingRender = pendingRenders.get(renderKey)
    const sharedPage = await pendingRender
    const isRecent = cachedPage && performance.now() - cachedPage.checkedAt < MAX_BUSY_MS
    if (sharedPage === 'busy' && isRecent) return sendPage(cachedPage, STALE_CACHE_CONTROL)
    if (sharedPage && sharedPage !== 'busy') return sendPage(sharedPage, FRESH_CACHE_CONTROL)
    // The other request's page cannot be shared, so the usual handler answers.
    if (pendingRender) return next()
    const ownRender = renderPage(version)
    pendingRenders.set(
      renderKey,
      ownRender.then(
        (page) => (page instanceof Response ? undefined : page),
        (error) => (error instanceof TooManyRequests ? 'busy' : undefined),
      ),
    )
    try {
      const page = await ownRender
      if (!(page instanceof Response)) return await sendPage(page, FRESH_CACHE_CONTROL)
      response.setHeader('Content-Security-Policy', contentPolicy)
      await send(page, response)
    } catch (error) {
      if (error instanceof ClientDisconnected) return
      if (error instanceof TooManyRequests && isRecent) await sendPage(cachedPage, STALE_CACHE_CONTROL)
      else next(error)
    } finally {
      pendingRenders.delete(renderKey)
    }

    async function renderPage(renderedVersion: string): Promise<CachedPage | Response> {
      response.locals.cacheResult = 'miss'
      const rendered = await render(request, response)
      const html = findCacheableHtml(rendered)
      if (html === undefined) return rendered
      const page = createCachedPage(html, renderedVersion)
      pageCache.set(key, page)
      return page
    }

    async function sendPage(page: CachedPage, cacheControl: string): Promise<void> {
      response.locals.cacheResult ??= cacheControl === STALE_CACHE_CONTROL ? 'old' : 'hit'
      response.setHeader('Cache-Control', cacheControl)
      if (cacheControl === FRESH_CACHE_CONTROL) response.setHeader('CDN-Cache-Control', CDN_CACHE_CONTROL)
      response.setHeader('Content-Security-Policy', contentPolicy)
      response.setHeader('Vary', 'Accept-Encoding, Cookie')
      response.setHeader('ETag', page.etag)
      if (request.fresh) return void response.status(304).end()
      const encoding = findAcceptedEncoding(request)
      const bytes = encoding ? await compressPage(page, encoding) : page.html
      if (encoding) response.setHeader('Content-Encoding', encoding)
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.setHeader('Content-Length', bytes.length)
      response.end(request.method === 'HEAD' ? undefined : bytes)
    }

    /** Compresses fast for the first request, and at the best level when the page is requested again. */
    function compressPage(page: CachedPage, encoding: Encoding): Promise<Buffer> | Buffer {
      page.timesSent += 1
      const bestCompressed = page.best[encoding]
      if (bestCompressed) return bestCompressed
      if (page.timesSent > 1 && request.method === 'GET' && bestCompressionLimit.activeCount === 0)
        void bestCompressionLimit(async () => {
          page.best[encoding] = await compress(page.html, encoding, 'best')
          // Stores the page again, so that the cache counts its new size.
          if (pageCache.peek(key) === page) pageCache.set(key, page)
        }).catch(() => undefined)
      page.quick[encoding] ??= compress(page.html, encoding, 'quick')
      return page.quick[encoding]
    }
  }
}

/** Returns true for a cacheable page and a client without session, cart or flash message. */
function isPublicRequest(request: ExpressRequest, response: ExpressResponse): boolean {
  const { method, originalUrl } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  if (originalUrl.length > MAX_URL_LENGTH || response.locals.cookiesRefused === true) return false
  const queryStart = originalUrl.indexOf('?')
  const path = queryStart < 0 ? originalUrl : originalUrl.slice(0, queryStart)
  return isCacheable(path) && !shopCookiePattern.test(request.headers.cookie ?? '')
}

function findCacheableHtml(rendered: Response): string | undefined {
  const isCacheable = rendered.status === 200 && !rendered.headers.has('Set-Cookie')
  return isCacheable ? getWholeText(rendered) : undefined
}

function createCachedPage(html: string, version: string): CachedPage {
  const contentHash = createHash('sha256').update(html).digest('base64url')
  const etag = `W/"${contentHash.slice(0, ETAG_LENGTH)}"`
  const checkedAt = performance.now()
  return { version, etag, html: Buffer.from(html), best: {}, quick: {}, timesSent: 0, checkedAt }
}

function findAcceptedEncoding(request: ExpressRequest): Encoding | undefined {
  if (request.headers['accept-encoding'] === undefined) return undefined
  const encoding = request.acceptsEncodings(['br', 'gzip', 'identity'])
  return encoding === 'br' || encoding === 'gzip' ? encoding : undefined
}

const compressionLevels = { quick: { gzip: 6, br: 4 }, best: { gzip: 9, br: 11 } }

function compress(html: Buffer, encoding: Encoding, effort: keyof typeof compressionLevels): Promise<Buffer> {
  const level = compressionLevels[effort][encoding]
  if (encoding === 'gzip') return promisify(gzip)(html, { level })
  return promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: level } })
}
