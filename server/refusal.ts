import type { Response } from 'express'

type Words = { title: string; text: string; wayOn?: { href: string; label: string } }

const home = { href: '/', label: 'Voltar ao início da loja' }

/** Standalone HTML page for requests refused before Remix. */
export function reject(response: Response, status: number, { title, text, wayOn = home }: Words): void {
  const requestId = String(response.locals.requestId ?? '')
  response
    .status(status)
    .type('html')
    .set('Cache-Control', 'no-store')
    .send(
      `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>` +
        `<p><a href="${wayOn.href}">${wayOn.label}</a></p><p><small>Código do atendimento: ${requestId}</small></p></main></body></html>`,
    )
}
