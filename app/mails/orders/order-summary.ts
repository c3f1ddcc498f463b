import { breakLinks, quoteName } from '#app/domain/accounts/person-name.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import {
  amountRow,
  type Block,
  type Cell,
  facts,
  formatMailedAddress,
  link,
  type MailedAddress,
} from '#app/mails/platform/blocks.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatDocumentLine } from '#app/text/catalogue/stamp-labels.ts'
import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'
import { deliveryTime, shippingName } from '#app/text/checkout/shipping-labels.ts'
import { type OrderReader, readerLabels } from '#app/text/orders/reader-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'

/** An order. `travels` is false for downloads; `delivery` is null if it equals `billing`. */
export type OrderFacts = {
  orderId: number
  contactName: string
  lines: { name: string; version: string; quantity: number; value: Centavos; aircraft: string[] }[]
  shipping: { type: string; value: Centavos; days: number | null; handlingDays: number; travels: boolean }
  total: Centavos
  purchaseOrder: string | null
  /** a company that pays; null for a person */
  company: { name: string; document: string } | null
  billing: MailedAddress
  delivery: MailedAddress | null
  ordersUrl: string
  sender: CompanyContact
}

export function orderSummary(order: OrderFacts): Block {
  const lines = order.lines.map(({ quantity, name, version, value, aircraft }) =>
    amountRow(`${quantity} × ${name} (versão ${version})`, formatReais(value * quantity), {
      below: aircraft.map((words) => `Aeronave: ${breakLinks(words)}`),
    }),
  )
  return {
    kind: 'table',
    rows: [...lines, makeFreightRow(order), amountRow('Total', formatReais(order.total), { isTotal: true })],
  }
}

/** Returns the buying company, its order number, and the addresses of billing and delivery. */
export function orderDetails({ company, purchaseOrder, billing, delivery, shipping }: OrderFacts): Block {
  const own =
    purchaseOrder === null ? [] : [{ label: purchaseOrderLabels.short, value: breakLinks(purchaseOrder) }]
  const deliveryRows = shipping.travels
    ? [{ label: 'Entrega', value: formatMailedAddress(delivery ?? billing) }]
    : []
  return facts([
    ...(company === null ? [] : [{ label: 'Comprador', value: formatCompany(company) }]),
    ...own,
    { label: 'Cobrança', value: formatMailedAddress(billing) },
    ...deliveryRows,
  ])
}

export function ordersLink({ ordersUrl }: OrderFacts, reader: OrderReader): Block {
  return link(readerLabels[reader].ordersLink, ordersUrl)
}

function formatCompany({ name, document }: NonNullable<OrderFacts['company']>): string {
  return `${quoteName(name)} · ${formatDocumentLine(document)}`
}

/** Returns a row without an amount for freight without a price, such as that of downloads. */
function makeFreightRow({ shipping }: OrderFacts): Cell[] {
  const makeWideRow = (words: string): Cell[] => [{ pieces: [words], as: 'cell', isWide: true }]
  if (!shipping.travels) return makeWideRow('Download: sem frete')
  const name = shippingName(shipping.type)
  const time = deliveryTime(shipping, shipping.handlingDays)
  return shipping.days === null
    ? makeWideRow(`${name}: ${time}`)
    : amountRow(`${name} (${time})`, formatReais(shipping.value))
}
