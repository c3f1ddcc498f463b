type Words = { title: string; text: string; wayOn?: { href: string; label: string } }

const home = { href: '/', label: 'Voltar ao início da loja' }

/** A whole page without scripts or styles; without the number of the request where there is none. */
export function standalonePage({ title, text, wayOn = home }: Words, requestId?: string): string {
  const code = requestId === undefined ? '' : `<p><small>Código do atendimento: ${requestId}</small></p>`
  return (
    `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>` +
    `<p><a href="${wayOn.href}">${wayOn.label}</a></p>${code}</main></body></html>`
  )
}
