import { formatLine } from '#app/domain/boleto.ts'
import type { CivilDate } from '#app/domain/calendar.ts'
import { button, mono, renderMail } from '#app/emails/mail-layout.tsx'
import { type OrderFacts, SummaryTable, senderText, summaryText } from '#app/emails/order-summary.tsx'
import { formatDate } from '#app/text/format.ts'

export type OrderReceived = OrderFacts & {
  /** null when it could not be made yet */
  boleto: { line: string; dueDate: CivilDate } | null
  orderUrl: string
}

const slipFollows = 'O boleto segue em outra mensagem, assim que ficar pronto. Não é preciso pedir de novo.'

/** "Order received", with what was ordered, the total, the line to pay and the link to the slip, or that it follows. */
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
    ...slipText(order),
    `Seus pedidos: ${order.ordersUrl}`,
    '',
    ...senderText(order),
  ].join('\n')
}

function slipText({ boleto, orderUrl }: OrderReceived): string[] {
  if (!boleto) return [slipFollows, '', `Acompanhe o pedido: ${orderUrl}`]
  return [
    `Pague o boleto até ${formatDate(boleto.dueDate)}. Linha digitável:`,
    formatLine(boleto.line),
    '',
    'A confirmação do pagamento leva até 48 horas.',
    '',
    `Boleto para imprimir: ${orderUrl}`,
  ]
}

function htmlOf(order: OrderReceived): string {
  return renderMail({
    title: `Pedido nº ${order.orderId} recebido`,
    sender: order.sender,
    children: (
      <>
        <p>Olá, {order.contactName}. Recebemos seu pedido.</p>
        <SummaryTable {...order} />
        <SlipPart {...order} />
        <p>
          <a href={order.ordersUrl}>Seus pedidos</a>
        </p>
      </>
    ),
  })
}

function SlipPart({ boleto, orderUrl }: OrderReceived) {
  return (
    <>
      {boleto ? (
        <>
          <p>
            Pague o boleto até <strong>{formatDate(boleto.dueDate)}</strong>. Linha digitável:
          </p>
          <p style={{ ...mono, fontSize: 15 }}>{formatLine(boleto.line)}</p>
        </>
      ) : (
        <p>{slipFollows}</p>
      )}
      <p>
        <a href={orderUrl} style={button}>
          {boleto ? 'Ver e imprimir o boleto' : 'Acompanhar o pedido'}
        </a>
      </p>
      {boleto ? <p>A confirmação do pagamento leva até 48 horas.</p> : null}
    </>
  )
}
