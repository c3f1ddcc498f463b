import type { OrderFacts } from '#app/emails/order-summary.tsx'
import { renderPhotoMail } from '#app/emails/photo-mail.tsx'

/** "Photo rejected": why, in the words of whom checked it, and the way to order again (D18, F97). */
export function photoRejectedMail(order: OrderFacts & { reason: string; redoUrl: string }) {
  return renderPhotoMail(order, {
    subject: `Pedido nº ${order.orderId} reprovado`,
    words: 'Conferimos a imagem enviada e não pudemos aprová-la, por isso o pedido foi cancelado. O motivo:',
    reason: order.reason,
    next: 'Nada foi cobrado. Você pode refazer o pedido com outra imagem: as mesmas publicações voltam ao carrinho.',
    act: { href: order.redoUrl, label: 'Refazer o pedido' },
  })
}
