import type { Response } from 'express'
import { formatError } from '#app/text/platform/error-labels.ts'
import { renderStandalonePage } from '#app/text/platform/standalone-page.ts'

/** Answers with a page that is rendered without Remix. */
export function reject(
  response: Response,
  status: number,
  texts: Parameters<typeof renderStandalonePage>[0],
): void {
  const page = renderStandalonePage(texts, String(response.locals.requestId ?? ''))
  response.status(status).type('html').set('Cache-Control', 'no-store').send(page)
}

/** Answers 503 for non-page resources while the database or the file storage is down. */
export function rejectForOutage(response: Response): void {
  const { title, text } = formatError(503)
  response.set('Retry-After', '5')
  reject(response, 503, { title, text, nextLink: { href: '', label: 'Tentar de novo' } })
}
