import { button, quote, renderMail } from '#app/emails/mail-layout.tsx'
import { type OrderFacts, SummaryTable, senderText, summaryText } from '#app/emails/order-summary.tsx'

type PhotoWords = {
  subject: string
  words: string
  /** what whoever checked the photo wrote, as it was written */
  reason?: string
  next: string
  act: { href: string; label: string }
}

/** What all mails about the check of a photo have in common: the verdict, the one thing to do, the order (F97). */
export function renderPhotoMail(order: OrderFacts, { subject, words, reason, next, act }: PhotoWords) {
  const text = [
    `Olá, ${order.contactName}.`,
    '',
    `Pedido nº ${order.orderId}. ${words}`,
    '',
    ...(reason ? [reason, ''] : []),
    next,
    `${act.label}: ${act.href}`,
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
        {reason ? <p style={quote}>{reason}</p> : null}
        <p>{next}</p>
        <p>
          <a href={act.href} style={button}>
            {act.label}
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
