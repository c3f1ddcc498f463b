import type { OrderFacts } from '#app/emails/order-summary.tsx'
import { renderPhotoMail } from '#app/emails/photo-mail.tsx'

type Approved = OrderFacts & {
  paymentUrl: string
  /** the slip is there already, so none follows by mail */
  hasSlip: boolean
}

/** "Photo approved": the order goes on, its slip follows, or is there already, and is found on the payment page (F52, F97). */
export function photoApprovedMail(order: Approved) {
  return renderPhotoMail(order, {
    subject: `Pedido nº ${order.orderId} aprovado`,
    words: 'Conferimos a imagem enviada e aprovamos o pedido. Agora falta só o pagamento.',
    next: order.hasSlip
      ? 'O boleto deste pedido já foi gerado. Você o encontra nesta página:'
      : 'O boleto é gerado em instantes e também chega por e-mail. Você o encontra nesta página:',
    act: { href: order.paymentUrl, label: 'Ver o boleto' },
  })
}
