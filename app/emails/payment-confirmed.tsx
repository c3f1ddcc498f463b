import { renderMail } from '#app/emails/mail-layout.tsx'
import { type OrderFacts, SummaryTable, senderText, summaryText } from '#app/emails/order-summary.tsx'

/** An order that cost nothing was not paid: it is a courtesy of the shop (D10). */
function wordsOf({ total }: OrderFacts) {
  if (total > 0)
    return {
      subject: 'Pagamento confirmado',
      words: 'O pagamento foi confirmado. Suas publicações já estão na sua conta.',
    }
  return {
    subject: 'Cortesia',
    words: 'As publicações deste pedido são uma cortesia e já estão na sua conta.',
  }
}

/** "Payment confirmed", with what was bought and where to find it (F58, D17). */
export function paymentConfirmedMail(order: OrderFacts & { manageUrl: string }) {
  const { subject, words } = wordsOf(order)
  const text = [
    `Olá, ${order.contactName}.`,
    '',
    `Pedido nº ${order.orderId}. ${words}`,
    '',
    ...summaryText(order),
    '',
    `Suas publicações: ${order.manageUrl}`,
    `Seus pedidos: ${order.ordersUrl}`,
    '',
    ...senderText(order),
  ].join('\n')
  const html = renderMail({
    title: `${subject}: pedido nº ${order.orderId}`,
    sender: order.sender,
    children: (
      <>
        <p>
          Olá, {order.contactName}. {words}
        </p>
        <SummaryTable {...order} />
        <p>
          <a href={order.manageUrl}>Suas publicações</a>
        </p>
        <p>
          <a href={order.ordersUrl}>Seus pedidos</a>
        </p>
      </>
    ),
  })
  return { subject: `${subject}: pedido nº ${order.orderId}`, text, html }
}
