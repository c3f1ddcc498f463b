import { button, renderMail } from '#app/emails/mail-layout.tsx'
import { type OrderFacts, SummaryTable, senderText, summaryText } from '#app/emails/order-summary.tsx'
import { SlipPart, type SlipToPay, slipPictures, slipText } from '#app/emails/slip-part.tsx'

export type OrderReceived = OrderFacts & {
  /** or why there is none to pay: it could not be made yet, or is not to be paid any more */
  slip: SlipToPay | 'follows' | 'over'
  orderUrl: string
}

const withoutSlip = {
  follows: 'O boleto segue em outra mensagem, assim que ficar pronto. Não é preciso pedir de novo.',
  over: 'O boleto deste pedido não vale mais. Gere uma nova via na página do pedido.',
} as const

/** "Order received", with what was ordered, the total, how to pay it and the link to the slip, or that it follows. */
export function orderReceivedMail(order: OrderReceived) {
  return {
    subject: `Pedido nº ${order.orderId} recebido`,
    inline: typeof order.slip === 'string' ? [] : slipPictures(order.slip),
    text: textOf(order),
    html: htmlOf(order),
  }
}

function textOf(order: OrderReceived): string {
  return [
    `Olá, ${order.contactName}.`,
    '',
    `Recebemos seu pedido nº ${order.orderId}.`,
    '',
    ...summaryText(order),
    '',
    ...paymentText(order),
    `Seus pedidos: ${order.ordersUrl}`,
    '',
    ...senderText(order),
  ].join('\n')
}

function paymentText({ slip, orderUrl }: OrderReceived): string[] {
  if (typeof slip === 'string') return [withoutSlip[slip], '', `Acompanhe o pedido: ${orderUrl}`]
  return [...slipText(slip), '', `Ver e imprimir o boleto: ${orderUrl}`]
}

function htmlOf(order: OrderReceived): string {
  return renderMail({
    title: `Pedido nº ${order.orderId} recebido`,
    sender: order.sender,
    children: (
      <>
        <p>Olá, {order.contactName}. Recebemos seu pedido.</p>
        <SummaryTable {...order} />
        <PaymentPart {...order} />
        <p>
          <a href={order.ordersUrl}>Seus pedidos</a>
        </p>
      </>
    ),
  })
}

function PaymentPart({ slip, orderUrl }: OrderReceived) {
  const isPayable = typeof slip !== 'string'
  return (
    <>
      {isPayable ? <SlipPart slip={slip} /> : <p>{withoutSlip[slip]}</p>}
      <p>
        <a href={orderUrl} style={button}>
          {isPayable ? 'Ver e imprimir o boleto' : 'Acompanhar o pedido'}
        </a>
      </p>
    </>
  )
}
