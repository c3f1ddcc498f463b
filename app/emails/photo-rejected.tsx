import { button, quote, renderMail } from '#app/emails/mail-layout.tsx'
import { type OrderFacts, SummaryTable, senderText, summaryText } from '#app/emails/order-summary.tsx'

const words =
  'Conferimos a imagem enviada e não pudemos aprová-la, por isso o pedido foi cancelado. O motivo:'
const otherwise =
  'Nada foi cobrado. Você pode refazer o pedido com outra imagem: as mesmas publicações voltam ao carrinho.'

/** "Photo rejected": why, in the words of whom checked it, and the way to order again (D18, F97). */
export function photoRejectedMail(order: OrderFacts & { reason: string; redoUrl: string }) {
  const subject = `Pedido nº ${order.orderId} reprovado`
  const text = [
    `Olá, ${order.contactName}.`,
    '',
    `Pedido nº ${order.orderId}. ${words}`,
    '',
    order.reason,
    '',
    otherwise,
    '',
    `Refazer o pedido: ${order.redoUrl}`,
    '',
    ...summaryText(order),
    '',
    `Seus pedidos: ${order.ordersUrl}`,
    '',
    ...senderText(order),
  ].join('\n')
  const html = renderMail({
    title: subject,
    sender: order.sender,
    children: (
      <>
        <p>
          Olá, {order.contactName}. {words}
        </p>
        <p style={quote}>{order.reason}</p>
        <p>{otherwise}</p>
        <p>
          <a href={order.redoUrl} style={button}>
            Refazer o pedido
          </a>
        </p>
        <SummaryTable {...order} />
        <p>
          <a href={order.ordersUrl}>Seus pedidos</a>
        </p>
      </>
    ),
  })
  return { subject, text, html }
}
