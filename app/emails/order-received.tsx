import { formatLine } from '#app/domain/boleto.ts'
import type { CivilDate } from '#app/domain/calendar.ts'
import { cell, numberCell, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { formatDate, formatReais } from '#app/text/format.ts'
import { deliveryTime, shippingName } from '#app/text/shipping-words.ts'

export type OrderReceived = {
  orderId: number
  contactName: string
  lines: { name: string; version: string; quantity: number; value: number }[]
  shipping: { type: string; value: number; days: number | null; travels: boolean }
  total: number
  boleto: { line: string; dueDate: CivilDate }
  orderUrl: string
  ordersUrl: string
  sender: Sender
}

/** "Order received", with what was ordered, the total, the line to pay and the link to the slip. */
export function orderReceivedMail(order: OrderReceived): { subject: string; text: string; html: string } {
  return { subject: `Pedido nº ${order.orderId} recebido`, text: textOf(order), html: htmlOf(order) }
}

function freightText({ shipping }: OrderReceived): string {
  if (!shipping.travels) return 'Download: sem frete'
  const name = shippingName(shipping.type)
  if (shipping.days === null) return `${name}: ${deliveryTime(shipping)}`
  return `${name}: ${formatReais(shipping.value)} (${deliveryTime(shipping)})`
}

function textOf(order: OrderReceived): string {
  const lines = order.lines.map(
    (line) =>
      `${line.quantity} × ${line.name} (versão ${line.version}): ${formatReais(line.value * line.quantity)}`,
  )
  return [
    `Olá, ${order.contactName}.`,
    '',
    `Recebemos seu pedido nº ${order.orderId}.`,
    '',
    ...lines,
    freightText(order),
    `Total: ${formatReais(order.total)}`,
    '',
    `Pague o boleto até ${formatDate(order.boleto.dueDate)}. Linha digitável:`,
    formatLine(order.boleto.line),
    '',
    `Boleto para imprimir: ${order.orderUrl}`,
    `Seus pedidos: ${order.ordersUrl}`,
    '',
    'A confirmação do pagamento leva até 48 horas.',
    '',
    order.sender.legalName,
    `CNPJ ${order.sender.cnpj}`,
    order.sender.address,
    `${order.sender.phone} · ${order.sender.email}`,
    '',
  ].join('\n')
}

function htmlOf(order: OrderReceived): string {
  const button = {
    display: 'inline-block',
    padding: '12px 20px',
    background: '#b4430f',
    color: '#ffffff',
    fontWeight: 'bold',
    textDecoration: 'none',
    borderRadius: 4,
  }
  return renderMail({
    title: `Pedido nº ${order.orderId} recebido`,
    sender: order.sender,
    children: (
      <>
        <p>Olá, {order.contactName}. Recebemos seu pedido.</p>
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
        <p>
          Pague o boleto até <strong>{formatDate(order.boleto.dueDate)}</strong>. Linha digitável:
        </p>
        <p style={{ fontFamily: 'Consolas, Menlo, monospace', fontSize: 15 }}>
          {formatLine(order.boleto.line)}
        </p>
        <p>
          <a href={order.orderUrl} style={button}>
            Ver e imprimir o boleto
          </a>
        </p>
        <p>A confirmação do pagamento leva até 48 horas.</p>
        <p>
          <a href={order.ordersUrl}>Seus pedidos</a>
        </p>
      </>
    ),
  })
}
