import type { OrderFacts } from '#app/emails/order-summary.tsx'
import { renderPhotoMail } from '#app/emails/photo-mail.tsx'

/** "Another photo, please": why, in the words of whom checked it, and where to send it; the order is kept (D18). */
export function photoWantedMail(order: OrderFacts & { reason: string; photoUrl: string }) {
  return renderPhotoMail(order, {
    subject: `Pedido nº ${order.orderId}: envie uma nova foto`,
    words: 'Conferimos a imagem enviada e precisamos de outra para aprovar o pedido:',
    reason: order.reason,
    next: 'O pedido continua guardado e nada foi cobrado. Envie a nova foto nesta página:',
    act: { href: order.photoUrl, label: 'Enviar nova foto' },
  })
}
