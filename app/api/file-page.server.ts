import type { Operation } from '#app/api/operation.server.ts'
import type { ApiError } from '#app/api/problem.server.ts'
import { filePageTitles } from '#app/text/platform/api-labels.ts'
import { renderStandalonePage } from '#app/text/platform/standalone-page.ts'

/** Returns true if a browser opens the file by its address, as from a link or picture on any site. */
export function isOpenedByBrowser({ opensByLink }: Operation, { headers }: Request): boolean {
  return opensByLink !== undefined && !headers.get('Authorization')
}

/**
 * Allows pages of any site to show the file because its address is the permission, and excludes the
 * address from the Referer of links in the file.
 */
export function allowEverySite(answer: Response): Response {
  answer.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  answer.headers.set('Referrer-Policy', 'no-referrer')
  return answer
}

/** Returns the page for the tab in which the file will open. It reloads until the file is ready. */
export function renderFilePage(
  { status, detail, headers }: ApiError,
  requestId: string | undefined,
): Response {
  const retryAfter = status === 503 ? headers['Retry-After'] : undefined
  const title = retryAfter ? filePageTitles.preparing : filePageTitles.refused
  const retryLink = retryAfter ? { nextLink: { href: '', label: filePageTitles.again } } : {}
  return new Response(renderStandalonePage({ title, text: detail, ...retryLink }, requestId), {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      ...(retryAfter ? { Refresh: retryAfter } : {}),
    },
  })
}
