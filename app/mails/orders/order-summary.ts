import type { Centavos } from '#app/domain/platform/money.ts'
import { amountRow, type Block, type Cell, link } from '#app/mails/platform/blocks.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { deliveryTime, shippingName } from '#app/text/checkout/shipping-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'

/** `travels` is false for downloads alone. */
export type OrderFacts = {
  orderId: number
  contactName: string
  lines: { name: string; version: string; quantity: number; value: Centavos }[]
  shipping: { type: string; value: Centavos; days: number | null; handlingDays: number; travels: boolean }
  total: Centavos
  ordersUrl: string
  sender: CompanyContact
}

export function orderSummary(order: OrderFacts): Block {
  const lines = order.lines.map(({ quantity, name, version, value }) =>
    amountRow(`${quantity} × ${name} (versão ${version})`, formatReais(value * quantity)),
  )
  return {
    kind: 'table',
    rows: [...lines, freightRow(order), amountRow('Total', formatReais(order.total), true)],
  }
}

export function ordersLink({ ordersUrl }: OrderFacts): Block {
  return link('Seus pedidos', ordersUrl)
}

/** Freight without a price, as of downloads, takes the whole row. */
function freightRow({ shipping }: OrderFacts): Cell[] {
  const wide = (words: string): Cell[] => [{ pieces: [words], as: 'cell', isWide: true }]
  if (!shipping.travels) return wide('Download: sem frete')
  const name = shippingName(shipping.type)
  const time = deliveryTime(shipping, shipping.handlingDays)
  return shipping.days === null
    ? wide(`${name}: ${time}`)
    : amountRow(`${name} (${time})`, formatReais(shipping.value))
}
