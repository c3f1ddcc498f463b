import { reviewHours } from '#app/domain/orders/photo-review.ts'
import { formatAfterReview, formatSentPhotos } from '#app/text/orders/photo-request-labels.ts'

type PageTexts = { title: string; text: string }

/** Texts of the return page by code: under review, not paid yet, unknown (F56, D13). */
export const paymentReturnLabels = {
  200: {
    title: 'Pedido em análise',
    text: formatReviewPromise(1, false),
  },
  201: {
    title: 'Pagamento não processado',
    text: 'O pagamento não pôde ser processado. O pedido está guardado; tente novamente.',
  },
  404: {
    title: 'Nenhuma informação encontrada',
    text: 'Não encontramos este pedido. Confira os seus pedidos ou fale conosco.',
  },
} as const satisfies Record<number, PageTexts>

export type ReturnCode = keyof typeof paymentReturnLabels

export function formatReviewPromise(photoCount: number, isFree: boolean): string {
  return `Pedido recebido. Vamos conferir ${formatSentPhotos(photoCount)} e responder em até ${reviewHours} horas, por e-mail. ${formatAfterReview(isFree)}`
}

/** Parses a code. Unknown text means that nothing was found. */
export function parseReturnCode(text: string | null | undefined): ReturnCode {
  if (text === '200') return 200
  return text === '201' ? 201 : 404
}
