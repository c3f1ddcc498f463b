import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { ImportKind } from '#app/domain/backoffice/import-kind.ts'
import { FileMissing, type ImportSource, listPaths, SourceError } from '#app/import/kinds.ts'
import { importPlaces } from '#app/text/backoffice/import-labels.ts'

const PAGE_SIZE = 500
const PAGE_LIMIT_MS = 30_000
const FILE_LIMIT_MS = 600_000
const MAX_ATTEMPTS = 6
const MAX_WAIT_MS = 60_000

const listAnswer = z.object({
  results: z.array(z.unknown()),
  count: z.number().int().min(0),
  pages: z.number().int().min(0),
})

type Options = { address: string; token: string; firstWaitMs?: number }

/** Reads the specification's lists from a running system. Retries, and waits as long as the system requests. */
export function makeApiSource({ address, token, firstWaitMs = 1_000 }: Options): ImportSource {
  return {
    name: new URL(address).origin,
    openFile: (link) => openFile(resolveFileAddress(link, address), { token, firstWaitMs }),
    async *read(kind) {
      let pages = 1
      for (let page = 1; page <= pages; page++) {
        const answer = await fetchPage(makePageAddress(address, kind, page), { token, firstWaitMs })
        pages = answer.pages
        for (const value of answer.results) yield { place: importPlaces.page(page), value }
      }
    },
  }
}

/** Returns the link's address at the source, because the token must not be sent to another host. */
function resolveFileAddress(link: string, address: string): URL {
  const { pathname, search } = new URL(link, address)
  return new URL(pathname + search, address)
}

async function openFile(url: URL, { token, firstWaitMs }: Access) {
  const response = await retry(() => fetchFromSource(url, token, FILE_LIMIT_MS), firstWaitMs)
  if (!response?.ok || !response.body) throw new FileMissing('gone')
  return { name: findFileName(response, url), bytes: readChunks(response.body) }
}

async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value
}

function findFileName({ headers }: Response, url: URL): string {
  const [, name] = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '') ?? []
  return name ?? basename(url.pathname)
}

function makePageAddress(address: string, kind: ImportKind, page: number): URL {
  const url = new URL(listPaths[kind], address)
  url.search = new URLSearchParams({
    ordering: 'id',
    page: String(page),
    limit: String(PAGE_SIZE),
  }).toString()
  return url
}

type Access = { token: string; firstWaitMs: number }

async function fetchPage(url: URL, { token, firstWaitMs }: Access): Promise<z.output<typeof listAnswer>> {
  const response = await retry(() => fetchFromSource(url, token, PAGE_LIMIT_MS), firstWaitMs)
  if (!response?.ok) throw new SourceError(`${url.pathname}${url.search}: ${response?.status ?? 'no answer'}`)
  return parseAnswer(await response.text().catch(() => ''), url)
}

/** Retries temporary failures after the wait that the response requests. Returns undefined if no response arrives. */
async function retry(
  send: () => Promise<Response | undefined>,
  firstWaitMs: number,
): Promise<Response | undefined> {
  for (let attempt = 1; ; attempt++) {
    const response = await send()
    if (attempt === MAX_ATTEMPTS || (response && !isTemporary(response.status))) return response
    await response?.body?.cancel()
    await wait(parseWait(response) ?? Math.min(MAX_WAIT_MS, firstWaitMs * 2 ** (attempt - 1)))
  }
}

function isTemporary(status: number): boolean {
  return status === 429 || status >= 500
}

/**
 * Returns the milliseconds that the source asks to wait, up to the maximum; undefined if it states no number.
 */
function parseWait(response: Response | undefined): number | undefined {
  const seconds = Number(response?.headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(MAX_WAIT_MS, seconds * 1_000) : undefined
}

function fetchFromSource(url: URL, token: string, limitMs: number): Promise<Response | undefined> {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': 'pt-br' }
  const signal = AbortSignal.timeout(limitMs)
  return fetch(url, { headers, redirect: 'error', signal }).catch(() => undefined)
}

function parseAnswer(body: string, url: URL) {
  const answer = listAnswer.safeParse(parseJson(body))
  if (answer.success) return answer.data
  throw new SourceError(`${url.pathname}${url.search}: no list with results, count and pages`)
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
