import { renderMail } from '#app/emails/mail-layout.tsx'
import { type OrderFacts, SummaryTable, senderText, summaryText } from '#app/emails/order-summary.tsx'

const promise =
  'Vamos conferir a imagem enviada e responder em até 24 horas. Depois da aprovação você recebe o boleto por e-mail.'

/** "Order under review": a photo is being checked, the slip follows (F52, F58). */
export function orderUnderReviewMail(order: OrderFacts): { subject: string; text: string; html: string } {
  const title = `Pedido nº ${order.orderId} em análise`
  const text = [
    `Olá, ${order.contactName}.`,
    '',
    `Recebemos seu pedido nº ${order.orderId}. ${promise}`,
    '',
    ...summaryText(order),
    '',
    `Seus pedidos: ${order.ordersUrl}`,
    '',
    ...senderText(order),
  ].join('\n')
  const html = renderMail({
    title,
    sender: order.sender,
    children: (
      <>
        <p>
          Olá, {order.contactName}. Recebemos seu pedido. {promise}
        </p>
        <SummaryTable {...order} />
        <p>
          <a href={order.ordersUrl}>Seus pedidos</a>
        </p>
      </>
    ),
  })
  return { subject: title, text, html }
}
