import { createHash } from 'node:crypto'
import stylesUrl from '#app/styles/app.css?url'

/** Texts that the browser shows without a network. */
const { title, text, retry } = {
  title: 'Sem conexão com a internet',
  text: 'Esta página não pôde ser aberta. Confira a rede do aparelho e tente de novo; seu carrinho está salvo na loja.',
  retry: 'Tentar de novo',
} as const

/** A page without the shop's frame, because the frame names the user. Its link leads to the requested page. */
export const offlinePage = [
  '<!doctype html>',
  '<html lang="pt-BR"><head><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
  `<title>${title} · Aeropub</title><link rel="stylesheet" href="${stylesUrl}"></head>`,
  `<body><div class="page"><main class="main container"><header class="heading"><div><h1>${title}</h1>`,
  `<p class="lead">${text}</p></div></header>`,
  `<p class="actions"><a class="button button-main" href="">${retry}</a></p></main></div></body></html>`,
].join('\n')

/** Other files that the offline page needs. */
export const offlineFiles = [stylesUrl]

/** A version that changes with the page or with the address of its stylesheet. */
export const offlineVersion = createHash('sha256').update(offlinePage).digest('hex').slice(0, 12)
