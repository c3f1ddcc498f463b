import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Company data that every message carries (Lei 12.039, Decreto 7.962). */
export type Sender = {
  name: string
  legalName: string
  cnpj: string
  address: string
  phone: string
  email: string
}

const ink = '#16323a'
const rule = '1px solid #c9d4d6'

type LayoutProps = { title: string; sender: Sender; children: ReactNode }

/** A whole HTML message: header band, content, sender. Styles are inline, since mail programs drop the rest. */
export function renderMail({ title, sender, children }: LayoutProps): string {
  const body = (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
      </head>
      <body
        style={{
          margin: 0,
          background: '#f6f4ee',
          color: ink,
          font: '16px/1.5 Arial, Helvetica, sans-serif',
          overflowWrap: 'anywhere',
        }}
      >
        <div style={{ maxWidth: 600, margin: '0 auto', background: '#ffffff' }}>
          <p
            style={{ margin: 0, padding: '16px 24px', background: '#0f3d4a', color: '#ffffff', fontSize: 20 }}
          >
            {sender.name}
          </p>
          <div style={{ padding: '8px 24px 24px' }}>
            <h1 style={{ fontSize: 22, lineHeight: 1.3 }}>{title}</h1>
            {children}
          </div>
          <p style={{ margin: 0, padding: '16px 24px', borderTop: rule, fontSize: 13, color: '#4a5f66' }}>
            {sender.legalName} · CNPJ {sender.cnpj}
            <br />
            {sender.address}
            <br />
            {sender.phone} · {sender.email}
          </p>
        </div>
      </body>
    </html>
  )
  return `<!doctype html>${renderToStaticMarkup(body)}`
}

export const cell = {
  paddingTop: 8,
  paddingRight: 0,
  paddingBottom: 8,
  paddingLeft: 0,
  borderBottom: rule,
  verticalAlign: 'top',
} as const
export const numberCell = { ...cell, paddingLeft: 16, textAlign: 'right', whiteSpace: 'nowrap' } as const
/** What the cell beside it is. */
export const labelCell = { ...cell, paddingRight: 16, whiteSpace: 'nowrap' } as const

/** Codes and digits that somebody may type. */
export const mono = { fontFamily: 'Consolas, Menlo, monospace' } as const

/** What a person wrote, as it was written. */
export const quote = {
  padding: '8px 16px',
  borderLeft: '4px solid #c9d4d6',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const

/** The one thing a message asks for, as a button. */
export const button = {
  display: 'inline-block',
  padding: '12px 20px',
  background: '#b4430f',
  color: '#ffffff',
  fontWeight: 'bold',
  textDecoration: 'none',
  borderRadius: 4,
} as const
