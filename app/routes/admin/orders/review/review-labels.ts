import { type getReviewWait, reviewHours } from '#app/domain/orders/photo-review.ts'
import { formatAge } from '#app/text/platform/job-labels.ts'
import { formatInteger } from '#app/text/platform/numbers.ts'

const HOUR_MS = 3_600_000

const tones = { fine: 'info', soon: 'warn', late: 'bad' } as const

/** Returns how long a photo has waited and the promised time: 'espera há 3 h (prazo: 24 h)'. */
export function formatReviewWait({ hours, urgency }: ReturnType<typeof getReviewWait>) {
  const waitText = hours === 0 ? 'espera há menos de 1 h' : `espera ${formatAge(hours * HOUR_MS)}`
  const deadlineText = urgency === 'late' ? `prazo de ${reviewHours} h vencido` : `prazo: ${reviewHours} h`
  return { text: `${waitText} (${deadlineText})`, tone: tones[urgency] }
}

/** Returns the number of orders in the queue: '2 pedidos na fila'. */
export function formatQueueLength(orderCount: number): string {
  return orderCount === 1 ? '1 pedido na fila' : `${formatInteger(orderCount)} pedidos na fila`
}

/** Returns the position of a photo among the order's photos: 'foto 1 de 2'. */
export function formatPhotoPosition(photoNumber: number, photoCount: number): string {
  return `foto ${photoNumber} de ${photoCount}`
}
