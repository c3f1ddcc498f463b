import type { Response } from 'express'
import { formatError } from '#app/text/platform/error-labels.ts'

type Words = { title: string; text: string; wayOn?: { href: string; label: string } }

const home = { href: '/', label: 'Voltar ao início da loja' }

/** A whole page; without the number of the request where there is none. */
export function standalonePage({ title, text, wayOn = home }: Words, requestId?: string): string {
  const code = requestId === undefined ? '' : `<p><small>Código do atendimento: ${requestId}</small></p>`
  return (
    `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>` +
    `<p><a href="${wayOn.href}">${wayOn.label}</a></p>${code}</main></body></html>`
  )
}

/** Standalone HTML page for requests refused before Remix. */
export function reject(response: Response, status: number, words: Words): void {
  const page = standalonePage(words, String(response.locals.requestId ?? ''))
  response.status(status).type('html').set('Cache-Control', 'no-store').send(page)
}

/** Where the database or the storage is away while something else than a page is asked for. */
export function rejectForOutage(response: Response): void {
  const { title, text } = formatError(503)
  response.set('Retry-After', '5')
  reject(response, 503, { title, text, wayOn: { href: '', label: 'Tentar de novo' } })
}
