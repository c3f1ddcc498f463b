import { type getReviewWait, reviewHours } from '#app/domain/orders/photo-review.ts'
import { formatInteger } from '#app/text/platform/numbers.ts'

const tones = { fine: 'info', soon: 'warn', late: 'bad' } as const

/** Returns the wait of a photo and the promised time: 'espera há 3 h (prazo: 24 h)'. */
export function formatReviewWait({ hours, urgency }: ReturnType<typeof getReviewWait>) {
  const waited = hours === 0 ? 'espera há menos de 1 h' : `espera há ${hours} h`
  const promise = urgency === 'late' ? `prazo de ${reviewHours} h vencido` : `prazo: ${reviewHours} h`
  return { text: `${waited} (${promise})`, tone: tones[urgency] }
}

/** Returns the number of waiting photos, including this one. */
export function formatPhotosLeft(hoursLeft: number): string {
  return hoursLeft === 1 ? '1 pedido na fila' : `${formatInteger(hoursLeft)} pedidos na fila`
}

/** Returns the place of a photo among others: 'foto 1 de 2'. */
export function formatPhotoPlace(photo: number, count: number): string {
  return `foto ${photo} de ${count}`
}
