import { ItemTable } from '#app/documents/item-table.tsx'
import { Letterhead } from '#app/documents/letterhead.tsx'
import { paperStyles, portrait } from '#app/documents/paper-styles.ts'
import { QrCode } from '#app/documents/qr-code.tsx'
import { renderDocument } from '#app/documents/render-document.server.tsx'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { quoteLabels } from '#app/text/checkout/price-quote-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

export type PriceQuote = {
  seller: CompanyContact
  number: number
  date: CivilDate
  validUntil: CivilDate
  /** `kind` is a text: subscription or purchase, printed or download */
  lines: { name: string; version: string; kind: string; quantity: number; price: Centavos }[]
  /** null while no service is chosen; undefined if nothing is shipped */
  freight: { text: string; value: Centavos } | null | undefined
  total: Centavos
  url: string // address that fills the cart
}

export function renderPriceQuote(quote: PriceQuote): string {
  return renderDocument({
    title: `Orçamento nº ${quote.number}`,
    css: `${paperStyles}${portrait}${styles}`,
    companyLook: quote.seller.companyLook,
    children: (
      <>
        <Letterhead seller={quote.seller} />
        <div className="title">
          <h1>Orçamento nº {quote.number}</h1>
          <p className="total">{formatReais(quote.total)}</p>
        </div>
        <dl className="facts">
          <dt>Data</dt>
          <dd>{formatDate(quote.date)}</dd>
          <dt>Válido até</dt>
          <dd>{formatDate(quote.validUntil)}</dd>
        </dl>
        <ItemTable items={quote.lines} includesPrices freight={formatFreight(quote)} total={quote.total} />
        <div className="buy">
          <QrCode text={quote.url} sizeMm={26} label="Link do orçamento" />
          <div>
            <p>
              <strong>Para comprar</strong>, abra <span className="url">{quote.url}</span>: o carrinho volta
              preenchido.
            </p>
            <p className="quiet">
              {quoteLabels.promise(quote.validUntil)} {quote.freight ? quoteLabels.freightOfDay : ''}
            </p>
          </div>
        </div>
      </>
    ),
  })
}

function formatFreight({ freight }: PriceQuote) {
  if (freight === undefined) return null
  return freight
    ? { label: `Frete: ${freight.text}`, value: freight.value }
    : { label: quoteLabels.freightUnknown, value: null }
}

const styles = `
.title { display: flex; justify-content: space-between; align-items: baseline; gap: 8mm }
.total { font-size: 6mm; font-weight: 600; white-space: nowrap }
strong { font-weight: 600 }
.buy { display: flex; gap: 6mm; align-items: center; margin-top: 10mm; break-inside: avoid }
.buy svg { flex: none }
.url { overflow-wrap: anywhere }
`
