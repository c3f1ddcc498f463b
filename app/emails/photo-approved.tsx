import { button, renderMail } from '#app/emails/mail-layout.tsx'
import { type OrderFacts, SummaryTable, senderText, summaryText } from '#app/emails/order-summary.tsx'

const words = 'Conferimos a imagem enviada e aprovamos o pedido. Agora falta só o pagamento.'
const slip = 'O boleto é gerado em instantes e também chega por e-mail. Você o encontra nesta página:'

/** "Photo approved": the order goes on, its slip follows and is found on the payment page (F52, F97). */
export function photoApprovedMail(order: OrderFacts & { paymentUrl: string }) {
  const subject = `Pedido nº ${order.orderId} aprovado`
  const text = [
    `Olá, ${order.contactName}.`,
    '',
    `Pedido nº ${order.orderId}. ${words}`,
    '',
    slip,
    order.paymentUrl,
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
        <p>{slip}</p>
        <p>
          <a href={order.paymentUrl} style={button}>
            Ver o boleto
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
