import { button, quote, renderMail } from '#app/emails/mail-layout.tsx'
import { type OrderFacts, SummaryTable, senderText, summaryText } from '#app/emails/order-summary.tsx'

const words = 'Conferimos a imagem enviada e precisamos de outra para aprovar o pedido:'
const further = 'O pedido continua guardado e nada foi cobrado. Envie a nova foto nesta página:'

/** "Another photo, please": why, in the words of whom checked it, and where to send it; the order is kept (D18). */
export function photoWantedMail(order: OrderFacts & { reason: string; photoUrl: string }) {
  const subject = `Pedido nº ${order.orderId}: envie uma nova foto`
  const text = [
    `Olá, ${order.contactName}.`,
    '',
    `Pedido nº ${order.orderId}. ${words}`,
    '',
    order.reason,
    '',
    further,
    order.photoUrl,
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
        <p>{further}</p>
        <p>
          <a href={order.photoUrl} style={button}>
            Enviar nova foto
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
