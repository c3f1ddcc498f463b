import { formatLine } from '#app/domain/boleto.ts'
import type { CivilDate } from '#app/domain/calendar.ts'
import { button, mono, renderMail } from '#app/emails/mail-layout.tsx'
import { type OrderFacts, SummaryTable, senderText, summaryText } from '#app/emails/order-summary.tsx'
import { formatDate } from '#app/text/format.ts'

export type OrderReceived = OrderFacts & {
  boleto: { line: string; dueDate: CivilDate }
  orderUrl: string
}

/** "Order received", with what was ordered, the total, the line to pay and the link to the slip. */
export function orderReceivedMail(order: OrderReceived): { subject: string; text: string; html: string } {
  return { subject: `Pedido nº ${order.orderId} recebido`, text: textOf(order), html: htmlOf(order) }
}

function textOf(order: OrderReceived): string {
  return [
    `Olá, ${order.contactName}.`,
    '',
    `Recebemos seu pedido nº ${order.orderId}.`,
    '',
    ...summaryText(order),
    '',
    `Pague o boleto até ${formatDate(order.boleto.dueDate)}. Linha digitável:`,
    formatLine(order.boleto.line),
    '',
    `Boleto para imprimir: ${order.orderUrl}`,
    `Seus pedidos: ${order.ordersUrl}`,
    '',
    'A confirmação do pagamento leva até 48 horas.',
    '',
    ...senderText(order),
  ].join('\n')
}

function htmlOf(order: OrderReceived): string {
  return renderMail({
    title: `Pedido nº ${order.orderId} recebido`,
    sender: order.sender,
    children: (
      <>
        <p>Olá, {order.contactName}. Recebemos seu pedido.</p>
        <SummaryTable {...order} />
        <p>
          Pague o boleto até <strong>{formatDate(order.boleto.dueDate)}</strong>. Linha digitável:
        </p>
        <p style={{ ...mono, fontSize: 15 }}>{formatLine(order.boleto.line)}</p>
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
