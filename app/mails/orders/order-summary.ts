import { breakLinks, quoteName } from '#app/domain/accounts/person-name.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import {
  type Block,
  type Cell,
  formatMailedAddress,
  labelledRows,
  link,
  type MailedAddress,
  makeAmountRow,
} from '#app/mails/platform/blocks.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatDocumentLine } from '#app/text/catalogue/stamp-labels.ts'
import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'
import { formatDeliveryTime, getShippingName } from '#app/text/checkout/shipping-labels.ts'
import { type OrderReader, readerLabels } from '#app/text/orders/reader-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'

/** An order as mails show it. `delivery` is null if it equals `billing`. */
export type OrderMailData = {
  orderId: number
  contactName: string
  lines: { name: string; version: string; quantity: number; value: Centavos; aircraft: string[] }[]
  shipping: {
    type: string
    value: Centavos
    days: number | null
    handlingDays: number
    needsShipping: boolean
  }
  total: Centavos
  purchaseOrder: string | null
  /** a company that pays; null for a person */
  company: { name: string; document: string } | null
  billing: MailedAddress
  delivery: MailedAddress | null
  ordersUrl: string
  sender: CompanyContact
}

export function buildOrderSummary(order: OrderMailData): Block {
  const lines = order.lines.map(({ quantity, name, version, value, aircraft }) =>
    makeAmountRow(`${quantity} × ${name} (versão ${version})`, formatReais(value * quantity), {
      notes: aircraft.map((text) => `Aeronave: ${breakLinks(text)}`),
    }),
  )
  return {
    kind: 'table',
    rows: [
      ...lines,
      makeFreightRow(order),
      makeAmountRow('Total', formatReais(order.total), { isTotal: true }),
    ],
  }
}

/** Returns the paying company, its order number, and the addresses of billing and delivery. */
export function buildOrderDetails({
  company,
  purchaseOrder,
  billing,
  delivery,
  shipping,
}: OrderMailData): Block {
  const purchaseOrderRows =
    purchaseOrder === null ? [] : [{ label: purchaseOrderLabels.short, value: breakLinks(purchaseOrder) }]
  const deliveryRows = shipping.needsShipping
    ? [{ label: 'Entrega', value: formatMailedAddress(delivery ?? billing) }]
    : []
  return labelledRows([
    ...(company === null ? [] : [{ label: 'Comprador', value: formatCompany(company) }]),
    ...purchaseOrderRows,
    { label: 'Cobrança', value: formatMailedAddress(billing) },
    ...deliveryRows,
  ])
}

export function buildOrdersLink({ ordersUrl }: OrderMailData, reader: OrderReader): Block {
  return link(readerLabels[reader].ordersLink, ordersUrl)
}

function formatCompany({ name, document }: NonNullable<OrderMailData['company']>): string {
  return `${quoteName(name)} · ${formatDocumentLine(document)}`
}

/** Returns the row of the freight. A download and freight that is still to be agreed have no amount. */
function makeFreightRow({ shipping }: OrderMailData): Cell[] {
  const makeWideRow = (text: string): Cell[] => [{ pieces: [text], as: 'cell', isWide: true }]
  if (!shipping.needsShipping) return makeWideRow('Download: sem frete')
  const name = getShippingName(shipping.type)
  const time = formatDeliveryTime(shipping, shipping.handlingDays)
  const isAgreedLater = shipping.days === null
  return isAgreedLater
    ? makeWideRow(`${name}: ${time}`)
    : makeAmountRow(`${name} (${time})`, formatReais(shipping.value))
}
