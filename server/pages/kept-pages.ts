import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Response as Answer, Request as Asked, NextFunction, RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { isOutage } from '#app/models/platform/db.server.ts'
import { ours } from '../cookie-check.ts'
import { ClientLeft, TooManyRequests } from '../load/rejected.ts'
import { isKeepable } from './keepable.ts'
import { getWholeText } from './remix.ts'

const MAX_ADDRESS = 200
const MAX_BYTES = 24 * 1024 * 1024
/** After a database failure, cached pages are sent for this long without querying the database. */
const AWAY_MS = 1_000
const MAX_OLD_MS = 24 * 3_600_000

/** Browsers revalidate each time, since their user may have logged in; shared caches may answer for a minute. */
const FRESH = 'public, max-age=0, s-maxage=60, stale-if-error=86400'
/** CDN-Cache-Control (RFC 9213). In Cache-Control, browsers would show a page from before a login. */
const CDN = 'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400'
/** During an overload the shop sends pages as old as those in shared caches. */
const MAX_BUSY_MS = 60_000
/** Cache-Control of pages that may be outdated because of an outage or an overload. */
const OLD = 'public, max-age=0, s-maxage=5'

type Form = 'br' | 'gzip'

type Kept = {
  version: string
  etag: string
  html: Buffer
  best: Partial<Record<Form, Buffer>>
  quick: Partial<Record<Form, Promise<Buffer>>>
  timesSent: number
  /** performance.now() of the last check that the content is current */
  checkedAt: number
}

type Options = {
  render(request: Asked, response: Answer): Promise<Response>
  send(answer: Response, response: Answer): Promise<void>
  /** returns the data's version; the result must not be cached */
  readVersion(): Promise<string>
  contentPolicy: string
}

/** Serves public pages from memory to clients without our cookies, until the data changes (D110). */
export function keptPages({ render, send, readVersion, contentPolicy }: Options): {
  handler: RequestHandler
  has(url: string): boolean
} {
  const pageCache = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ html, best }) =>
      2 * html.length + (best.br?.length ?? 0) + (best.gzip?.length ?? 0) + 500,
  })
  const making = new Map<string, Promise<Kept | 'busy' | undefined>>()
  const best = pLimit(1)
  let awayUntil = 0

  async function getCurrentVersion(): Promise<string | undefined> {
    if (performance.now() < awayUntil) return undefined
    try {
      return `${await readVersion()} ${civilDateIn(new Date())}`
    } catch (error) {
      if (!isOutage(error)) throw error
      awayUntil = performance.now() + AWAY_MS
      return undefined
    }
  }

  return {
    has: (url) => pageCache.peek(url) !== undefined,
    handler(request, response, next) {
      if (!isForEverybody(request, response)) return next()
      answer(request, response, next).catch(next)
    },
  }

  async function answer(request: Asked, response: Answer, next: NextFunction): Promise<void> {
    const key = request.originalUrl
    const version = await getCurrentVersion()
    const cachedPage = pageCache.get(key)
    if (version === undefined)
      return cachedPage && performance.now() - cachedPage.checkedAt < MAX_OLD_MS
        ? sendKept(cachedPage, OLD)
        : next()
    if (cachedPage?.version === version) {
      cachedPage.checkedAt = performance.now()
      return sendKept(cachedPage, FRESH)
    }
    const name = `${version} ${key}`
    const underWay = making.get(name)
    const sharedPage = await underWay
    const isRecent = cachedPage && performance.now() - cachedPage.checkedAt < MAX_BUSY_MS
    if (sharedPage === 'busy' && isRecent) return sendKept(cachedPage, OLD)
    if (sharedPage && sharedPage !== 'busy') return sendKept(sharedPage, FRESH)
    if (underWay) return next()
    const pending = make(version)
    making.set(
      name,
      pending.then(
        (page) => (page instanceof Response ? undefined : page),
        (error) => (error instanceof TooManyRequests ? 'busy' : undefined),
      ),
    )
    try {
      const page = await pending
      if (!(page instanceof Response)) return await sendKept(page, FRESH)
      response.setHeader('Content-Security-Policy', contentPolicy)
      await send(page, response)
    } catch (error) {
      if (error instanceof ClientLeft) return
      if (error instanceof TooManyRequests && isRecent) await sendKept(cachedPage, OLD)
      else next(error)
    } finally {
      making.delete(name)
    }

    async function make(current: string): Promise<Kept | Response> {
      response.locals.keptPage = 'miss'
      const answer = await render(request, response)
      const html = findKeepableText(answer)
      if (html === undefined) return answer
      const page = keep(html, current)
      pageCache.set(key, page)
      return page
    }

    async function sendKept(page: Kept, cacheControl: string): Promise<void> {
      response.locals.keptPage ??= cacheControl === OLD ? 'old' : 'hit'
      response.setHeader('Cache-Control', cacheControl)
      if (cacheControl === FRESH) response.setHeader('CDN-Cache-Control', CDN)
      response.setHeader('Content-Security-Policy', contentPolicy)
      response.setHeader('Vary', 'Accept-Encoding, Cookie')
      response.setHeader('ETag', page.etag)
      if (request.fresh) return void response.status(304).end()
      const form = findAcceptedForm(request)
      const bytes = form ? await compressPage(page, form) : page.html
      if (form) response.setHeader('Content-Encoding', form)
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.setHeader('Content-Length', bytes.length)
      response.end(request.method === 'HEAD' ? undefined : bytes)
    }

    /** Compresses fast at first, since most searches are requested once, and later once at the best level. */
    function compressPage(page: Kept, form: Form): Promise<Buffer> | Buffer {
      page.timesSent += 1
      const ready = page.best[form]
      if (ready) return ready
      if (page.timesSent > 1 && request.method === 'GET' && best.activeCount === 0)
        void best(async () => {
          page.best[form] = await compress(page.html, form, 'best')
          if (pageCache.peek(key) === page) pageCache.set(key, page)
        }).catch(() => undefined)
      page.quick[form] ??= compress(page.html, form, 'quick')
      return page.quick[form]
    }
  }
}

function isForEverybody(request: Asked, response: Answer): boolean {
  const { method, originalUrl } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  if (originalUrl.length > MAX_ADDRESS || response.locals.cookiesRefused === true) return false
  const end = originalUrl.indexOf('?')
  const path = end < 0 ? originalUrl : originalUrl.slice(0, end)
  return isKeepable(path) && !ours.test(request.headers.cookie ?? '')
}

function findKeepableText(answer: Response): string | undefined {
  const isPlain = answer.status === 200 && !answer.headers.has('Set-Cookie')
  return isPlain ? getWholeText(answer) : undefined
}

function keep(html: string, version: string): Kept {
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  const checkedAt = performance.now()
  return { version, etag, html: Buffer.from(html), best: {}, quick: {}, timesSent: 0, checkedAt }
}

function findAcceptedForm(request: Asked): Form | undefined {
  if (request.headers['accept-encoding'] === undefined) return undefined
  const form = request.acceptsEncodings(['br', 'gzip', 'identity'])
  return form === 'br' || form === 'gzip' ? form : undefined
}

const levels = { quick: { gzip: 6, br: 4 }, best: { gzip: 9, br: 11 } }

function compress(html: Buffer, form: Form, effort: keyof typeof levels): Promise<Buffer> {
  const level = levels[effort][form]
  if (form === 'gzip') return promisify(gzip)(html, { level })
  return promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: level } })
}
