import { cell, numberCell, type Sender } from '#app/emails/mail-layout.tsx'
import { deliveryTime, shippingName } from '#app/text/checkout/shipping-words.ts'
import { formatReais } from '#app/text/platform/format.ts'

/** What every mail about an order says of it; values in centavos, `travels` false for downloads alone. */
export type OrderFacts = {
  orderId: number
  contactName: string
  lines: { name: string; version: string; quantity: number; value: number }[]
  shipping: { type: string; value: number; days: number | null; handlingDays: number; travels: boolean }
  total: number
  ordersUrl: string
  sender: Sender
}

function freightText({ shipping }: OrderFacts): string {
  if (!shipping.travels) return 'Download: sem frete'
  const name = shippingName(shipping.type)
  const time = deliveryTime(shipping, shipping.handlingDays)
  if (shipping.days === null) return `${name}: ${time}`
  return `${name}: ${formatReais(shipping.value)} (${time})`
}

/** Lines, freight and total as text lines. */
export function summaryText(order: OrderFacts): string[] {
  return [
    ...order.lines.map(
      (line) =>
        `${line.quantity} × ${line.name} (versão ${line.version}): ${formatReais(line.value * line.quantity)}`,
    ),
    freightText(order),
    `Total: ${formatReais(order.total)}`,
  ]
}

/** Who sends the mail, as its last text lines. */
export function senderText({ sender }: { sender: Sender }): string[] {
  return [sender.legalName, `CNPJ ${sender.cnpj}`, sender.address, `${sender.phone} · ${sender.email}`, '']
}

/** Lines, freight and total as a table. */
export function SummaryTable(order: OrderFacts) {
  return (
    <table width="100%" cellPadding="0" cellSpacing="0" style={{ borderCollapse: 'collapse' }}>
      <tbody>
        {order.lines.map((line) => (
          <tr key={`${line.name} ${line.version}`}>
            <td style={cell}>
              {line.quantity} × {line.name} (versão {line.version})
            </td>
            <td style={numberCell}>{formatReais(line.value * line.quantity)}</td>
          </tr>
        ))}
        <tr>
          <td colSpan={2} style={cell}>
            {freightText(order)}
          </td>
        </tr>
        <tr>
          <td style={cell}>
            <strong>Total</strong>
          </td>
          <td style={numberCell}>
            <strong>{formatReais(order.total)}</strong>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
