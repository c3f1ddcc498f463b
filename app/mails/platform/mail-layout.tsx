import type { ReactNode } from 'react'
import { type Colours, makeThemeTokens } from '#app/domain/settings/appearance.ts'
import { shopMark } from '#app/mails/platform/mark.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'

const textColour = '#16323a'
const rule = '1px solid #c9d4d6'

/** Styles that replace the light inline ones in programs with a dark mode. */
const darkStyles = [
  ':root{color-scheme:light dark}',
  '@media (prefers-color-scheme:dark){',
  'body{background:#0e171b!important;color:#e3eaeb!important}',
  '.sheet{background:#131f25!important}',
  'td,.rule{border-color:#2b3c44!important}',
  '.foot{color:#a3b4ba!important}',
  'a.link{color:#86c9d9!important}',
  'a.button{background:#f39a59!important;color:#231003!important}',
  '}',
].join('')

/** Replaces the dark theme's colours of links and buttons by the company's colours. */
function applyColours(css: string, colours: Colours): string {
  const { petrol, signal } = makeThemeTokens(colours).dark
  const withLinkColour = petrol ? css.replace('#86c9d9', petrol) : css
  return signal ? withLinkColour.replace('#f39a59', signal) : withLinkColour
}

type LayoutProps = { title: string; preheader: string; sender: CompanyContact; children: ReactNode }

/** The frame of a mail, with the company data that the law requires (Lei 12.039, Decreto 7.962). */
export function MailLayout({ title, preheader, sender, children }: LayoutProps) {
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{sender.companyLook ? applyColours(darkStyles, sender.companyLook) : darkStyles}</style>
      </head>
      <body
        style={{
          margin: 0,
          background: '#f6f4ee',
          color: textColour,
          font: '16px/1.5 Arial, Helvetica, sans-serif',
          overflowWrap: 'anywhere',
        }}
      >
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{preheader}</div>
        <div className="sheet" style={{ maxWidth: 600, margin: '0 auto', background: '#ffffff' }}>
          <p
            style={{
              margin: 0,
              padding: '16px 24px',
              background: sender.companyLook?.ink ?? '#0f3d4a',
              color: '#ffffff',
              fontSize: 20,
            }}
          >
            <Brand sender={sender} />
          </p>
          <div style={{ padding: '8px 24px 24px' }}>
            <h1 style={{ fontSize: 22, lineHeight: 1.3 }}>{title}</h1>
            {children}
          </div>
          <p
            className="rule foot"
            style={{ margin: 0, padding: '16px 24px', borderTop: rule, fontSize: 13, color: '#4a5f66' }}
          >
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

/** Shows the logo at half its pixels, on a light background because few logos fit a dark one. */
function Brand({ sender }: { sender: CompanyContact }) {
  const logo = sender.companyLook?.logo
  if (logo)
    return (
      <img
        src={`cid:${shopMark.cid}`}
        alt={sender.name}
        width={Math.round(logo.width / 2)}
        height={Math.round(logo.height / 2)}
        style={{ padding: 6, background: '#ffffff', borderRadius: 3, verticalAlign: 'middle' }}
      />
    )
  return (
    <>
      <img
        src={`cid:${shopMark.cid}`}
        alt="Logotipo"
        width={28}
        height={28}
        style={{ marginRight: 10, verticalAlign: 'middle', fontSize: 13 }}
      />
      {sender.name}
    </>
  )
}
