import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { readFontFaces } from '#app/documents/document-fonts.server.ts'
import { type CompanyLook, houseColours } from '#app/domain/settings/appearance.ts'

type Document = { title: string; css: string; companyLook?: CompanyLook | undefined; children: ReactNode }

/** Allows only inline styles and embedded fonts and pictures. The renderer rejects other resources, too. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"

/** Returns the HTML. React escapes title and body; `css` is inserted unescaped. */
export function renderDocument({ title, css, companyLook, children }: Document): string {
  const head = renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta httpEquiv="Content-Security-Policy" content={policy} />
      <title>{title}</title>
    </>,
  )
  const body = renderToStaticMarkup(<body>{children}</body>)
  return `<!doctype html><html lang="pt-BR"><head>${head}<style>${readFontFaces()}\n${companyLook ? applyColours(css, companyLook) : css}</style></head>${body}</html>`
}

/**
 * Returns the style sheet with the company's colour in place of the default one, and with a size for its
 * logo.
 */
function applyColours(css: string, { ink }: CompanyLook): string {
  const logoStyle =
    '.brand-picture { flex: none; height: 10.5mm; width: auto; max-width: 60mm; object-fit: contain }'
  return `${ink ? css.replaceAll(houseColours.ink, ink) : css}\n${logoStyle}`
}
