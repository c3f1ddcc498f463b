import { renderMail } from '#app/emails/mail-layout.tsx'
import { type OrderFacts, SummaryTable, senderText, summaryText } from '#app/emails/order-summary.tsx'

/** The task for the staff to agree the freight of an order with its buyer (D8); "reply" answers the buyer. */
export function agreeFreightMail(order: OrderFacts & { deliveryAddress: string; buyerEmail: string }) {
  const title = `Combinar o frete do pedido nº ${order.orderId}`
  const task = `${order.contactName} (${order.buyerEmail}) escolheu À Combinar. Combine valor e prazo antes do envio.`
  const place = `Entregar em: ${order.deliveryAddress}`
  const text = [task, '', ...summaryText(order), '', place, '', ...senderText(order)].join('\n')
  const html = renderMail({
    title,
    sender: order.sender,
    children: (
      <>
        <p>{task}</p>
        <SummaryTable {...order} />
        <p>{place}</p>
      </>
    ),
  })
  return { subject: title, text, html }
}
