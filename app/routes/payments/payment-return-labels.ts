import { reviewHours } from '#app/domain/orders/photo-review.ts'
import { formatSentPhotos } from '#app/text/orders/photo-request-labels.ts'

type Words = { title: string; text: string }

/** Texts of the return page by code: under review, not paid yet, unknown (F56, D13). */
export const paymentReturnLabels = {
  200: {
    title: 'Pedido em análise',
    text: formatReviewPromise(1),
  },
  201: {
    title: 'Pagamento não processado',
    text: 'O pagamento não pôde ser processado. O pedido está guardado; tente novamente.',
  },
  404: {
    title: 'Nenhuma informação encontrada',
    text: 'Não encontramos este pedido. Confira os seus pedidos ou fale conosco.',
  },
} as const satisfies Record<number, Words>

export type ReturnCode = keyof typeof paymentReturnLabels

/** Returns the promise of a review; `photos` is the number that was sent. */
export function formatReviewPromise(photos: number): string {
  return `Pedido recebido. Vamos conferir ${formatSentPhotos(photos)} e responder em até ${reviewHours} horas, por e-mail. Depois da aprovação o boleto é gerado.`
}

/** Parses a code. Unknown text means that nothing was found. */
export function returnCode(text: string | null | undefined): ReturnCode {
  return text === '200' ? 200 : text === '201' ? 201 : 404
}
