import type { OrderFacts } from '#app/emails/order-summary.tsx'
import { renderPhotoMail } from '#app/emails/photo-mail.tsx'

/** "Photo approved": the order goes on, its slip follows and is found on the payment page (F52, F97). */
export function photoApprovedMail(order: OrderFacts & { paymentUrl: string }) {
  return renderPhotoMail(order, {
    subject: `Pedido nº ${order.orderId} aprovado`,
    words: 'Conferimos a imagem enviada e aprovamos o pedido. Agora falta só o pagamento.',
    next: 'O boleto é gerado em instantes e também chega por e-mail. Você o encontra nesta página:',
    act: { href: order.paymentUrl, label: 'Ver o boleto' },
  })
}
