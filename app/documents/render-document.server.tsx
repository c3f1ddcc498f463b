import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { fontFaces } from '#app/documents/document-fonts.server.ts'
import { houseColours, type Look } from '#app/domain/settings/appearance.ts'

type Document = { title: string; css: string; look?: Look | undefined; children: ReactNode }

/** A document loads nothing from elsewhere; the renderer blocks that as well. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"

/** React escapes title and body; `css` is inserted as it is. */
export function renderDocument({ title, css, look, children }: Document): string {
  const head = renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta httpEquiv="Content-Security-Policy" content={policy} />
      <title>{title}</title>
    </>,
  )
  const body = renderToStaticMarkup(<body>{children}</body>)
  return `<!doctype html><html lang="pt-BR"><head>${head}<style>${fontFaces()}\n${look ? inColours(css, look) : css}</style></head>${body}</html>`
}

/** The styles of papers are written in the house's colours. */
function inColours(css: string, { ink }: Look): string {
  const picture =
    '.brand-picture { flex: none; height: 10.5mm; width: auto; max-width: 60mm; object-fit: contain }'
  return `${ink ? css.replaceAll(houseColours.ink, ink) : css}\n${picture}`
}
