import { ItemTable } from '#app/documents/item-table.tsx'
import { Letterhead } from '#app/documents/letterhead.tsx'
import { paperStyles, portrait } from '#app/documents/paper-styles.ts'
import { renderDocument } from '#app/documents/render-document.server.tsx'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatDocumentLine } from '#app/text/catalogue/stamp-labels.ts'
import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'
import { formatReturnedAmount, getReturnedLabel } from '#app/text/payments/refund-labels.ts'
import { spellAmount } from '#app/text/platform/amount-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

export type Receipt = {
  seller: CompanyContact
  orderId: number
  purchaseOrder: string | null // order number of the payer
  orderedOn: CivilDate
  paidOn: CivilDate
  payer: { name: string; document: string; address: string }
  lines: { name: string; version: string; quantity: number; value: Centavos }[]
  /** null if nothing is shipped; a null value is still to be agreed */
  shipping: { name: string; value: Centavos | null } | null
  total: Centavos
  returns: readonly { value: Centavos; on: CivilDate; kind: 'refund' | 'chargeback' }[]
  nfe: string | null
}

export function renderReceipt(receipt: Receipt): string {
  const { seller, payer, shipping, total } = receipt
  return renderDocument({
    title: `Recibo do pedido nº ${receipt.orderId}`,
    css: `${paperStyles}${portrait}${styles}`,
    companyLook: seller.companyLook,
    children: (
      <>
        <Letterhead seller={seller} />
        <div className="title">
          <h1>Recibo do pedido nº {receipt.orderId}</h1>
          <p className="total">{formatReais(total)}</p>
        </div>
        <p>
          Recebemos de <strong>{payer.name}</strong>, {formatDocumentLine(payer.document)}, a quantia de{' '}
          <strong>{formatReais(total)}</strong> ({spellAmount(total)}), pelas publicações abaixo, da qual
          damos quitação.
        </p>
        <Returns receipt={receipt} />
        <ItemTable
          items={receipt.lines.map((line) => ({ ...line, price: line.value }))}
          includesPrices={false}
          freight={shipping && { label: `Frete (${shipping.name})`, value: shipping.value }}
          total={total}
        />
        <OrderData receipt={receipt} />
        <p className="place">{seller.legalName}</p>
        <p className="quiet">
          Este recibo não substitui a nota fiscal{receipt.nfe ? ` (NF-e ${receipt.nfe})` : ''}.
        </p>
      </>
    ),
  })
}

/** Lists refunds and chargebacks, with the amount that remains paid. Renders nothing if there are none. */
function Returns({ receipt: { returns, total } }: { receipt: Receipt }) {
  if (returns.length === 0) return null
  const returnedTotal = returns.reduce((sum, { value }) => sum + value, 0)
  const returnTexts = returns.map(
    (returned) => `${formatReturnedAmount(returned)} (${getReturnedLabel(returned).toLowerCase()})`,
  )
  return (
    <p>
      Desta quantia o comprador recebeu de volta {returnTexts.join('; ')}.{' '}
      <strong>
        {returnedTotal < total
          ? `Restam pagos ${formatReais(total - returnedTotal)}.`
          : 'Nada resta pago por este pedido.'}
      </strong>
    </p>
  )
}

function OrderData({ receipt }: { receipt: Receipt }) {
  return (
    <dl className="facts">
      {receipt.purchaseOrder === null ? null : (
        <>
          <dt>{purchaseOrderLabels.short}</dt>
          <dd>{receipt.purchaseOrder}</dd>
        </>
      )}
      <dt>Pedido de</dt>
      <dd>{formatDate(receipt.orderedOn)}</dd>
      <dt>Pagamento confirmado em</dt>
      <dd>{formatDate(receipt.paidOn)}</dd>
      <dt>Endereço do comprador</dt>
      <dd>{receipt.payer.address}</dd>
    </dl>
  )
}

const styles = `
.title { display: flex; justify-content: space-between; align-items: baseline; gap: 8mm }
.total { font-size: 6mm; font-weight: 600; white-space: nowrap }
strong { font-weight: 600 }
.place { margin-top: 14mm; padding-top: 2mm; border-top: .2mm solid #14242b; width: 90mm }
`
