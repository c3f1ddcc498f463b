import { renderMail } from '#app/emails/mail-layout.tsx'
import { type OrderFacts, SummaryTable, senderText, summaryText } from '#app/emails/order-summary.tsx'
import { renewedWords } from '#app/text/subscriptions/renewal-words.ts'

export type PaymentConfirmed = OrderFacts & {
  manageUrl: string
  /** the subscriptions the order renewed */
  renewals: Parameters<typeof renewedWords>[0][]
  /** it holds something besides renewals */
  hasPurchases: boolean
}

/** An order that cost nothing was not paid: it is a courtesy of the shop (D10). */
function wordsOf({ total, renewals, hasPurchases }: PaymentConfirmed): string {
  if (total === 0) return 'As publicações deste pedido são uma cortesia e já estão na sua conta.'
  const confirmed = 'O pagamento foi confirmado.'
  if (renewals.length === 0) return `${confirmed} Suas publicações já estão na sua conta.`
  return hasPurchases
    ? `${confirmed} As publicações que você comprou já estão na sua conta. O que você renovou:`
    : `${confirmed} O que você renovou:`
}

/** "Payment confirmed", with what was bought or renewed and where to find it (F58, D17, D32). */
export function paymentConfirmedMail(order: PaymentConfirmed) {
  const subject = order.total === 0 ? 'Cortesia' : 'Pagamento confirmado'
  const renewed = order.renewals.map(renewedWords)
  const text = [
    `Olá, ${order.contactName}.`,
    '',
    `Pedido nº ${order.orderId}. ${wordsOf(order)}`,
    '',
    ...(renewed.length > 0 ? [...renewed, ''] : []),
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
          Olá, {order.contactName}. {wordsOf(order)}
        </p>
        <RenewedList renewed={renewed} />
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

function RenewedList({ renewed }: { renewed: string[] }) {
  if (renewed.length === 0) return null
  return (
    <ul>
      {renewed.map((words, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal renewals are told apart by their place alone.
        <li key={index}>{words}</li>
      ))}
    </ul>
  )
}
