import type { ReactNode } from 'react'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'

const ink = '#16323a'
const rule = '1px solid #c9d4d6'

type LayoutProps = { title: string; sender: CompanyContact; children: ReactNode }

/** Company data is required in every message (Lei 12.039, Decreto 7.962). */
export function MailLayout({ title, sender, children }: LayoutProps) {
  return (
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
}
