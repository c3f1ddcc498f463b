import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type ImportKind, type ImportSource, listPaths, SourceError } from '#app/import/kinds.ts'

const PAGE_SIZE = 500
const REQUEST_LIMIT_MS = 30_000
const MAX_ATTEMPTS = 6
const MAX_WAIT_MS = 60_000

const listAnswer = z.object({
  results: z.array(z.unknown()),
  count: z.number().int().min(0),
  pages: z.number().int().min(0),
})

type Options = { address: string; token: string; firstWaitMs?: number }

/** Reads a running system through the list calls of the specification; waits where it asks to, repeats what fails. */
export function apiSource({ address, token, firstWaitMs = 1_000 }: Options): ImportSource {
  return {
    name: new URL(address).origin,
    async *read(kind) {
      let pages = 1
      for (let page = 1; page <= pages; page++) {
        const answer = await askPage(pageAddress(address, kind, page), token, firstWaitMs)
        pages = answer.pages
        for (const value of answer.results) yield { place: `página ${page}`, value }
      }
    },
  }
}

function pageAddress(address: string, kind: ImportKind, page: number): URL {
  const url = new URL(listPaths[kind], address)
  url.search = new URLSearchParams({
    ordering: 'id',
    page: String(page),
    limit: String(PAGE_SIZE),
  }).toString()
  return url
}

async function askPage(url: URL, token: string, firstWaitMs: number): Promise<z.output<typeof listAnswer>> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(url, token)
    if (answer.status === 200) return parsed(answer.body, url)
    if (!isPassing(answer.status) || attempt === MAX_ATTEMPTS)
      throw new SourceError(`${url.pathname}${url.search}: ${answer.status || answer.body}`)
    await wait(answer.waitMs ?? Math.min(MAX_WAIT_MS, firstWaitMs * 2 ** (attempt - 1)))
  }
}

/** Status 0: no answer. */
function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}

async function ask(url: URL, token: string) {
  try {
    const response = await fetch(url, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json', 'Accept-Language': 'pt-br' },
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    })
    const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
    const waitMs = Number.isFinite(retryAfter) ? Math.min(MAX_WAIT_MS, retryAfter * 1_000) : undefined
    return { status: response.status, body: await response.text(), waitMs }
  } catch (error) {
    return { status: 0, body: error instanceof Error ? error.message : 'no answer', waitMs: undefined }
  }
}

function parsed(body: string, url: URL) {
  const answer = listAnswer.safeParse(jsonOf(body))
  if (answer.success) return answer.data
  throw new SourceError(`${url.pathname}${url.search}: no list with results, count and pages`)
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
