type PageTexts = { title: string; text: string; nextLink?: { href: string; label: string } }

const homeLink = { href: '/', label: 'Voltar ao início da loja' }

/** Styles inside pages that can load nothing, while the shop rejects requests. */
export const standaloneStyle =
  ':root{color-scheme:light dark}' +
  'body{margin:0;padding:3rem 1.25rem;font:1.125rem/1.5 system-ui,sans-serif}' +
  'main{max-width:34rem;margin:auto}h1{font-size:1.75rem;line-height:1.2}a{color:inherit}'

export function renderStandalonePage(
  { title, text, nextLink = homeLink }: PageTexts,
  requestId?: string,
): string {
  const requestCode =
    requestId === undefined ? '' : `<p><small>Código do atendimento: ${requestId}</small></p>`
  return (
    `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<style>${standaloneStyle}</style><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>` +
    `<p><a href="${nextLink.href}">${nextLink.label}</a></p>${requestCode}</main></body></html>`
  )
}
