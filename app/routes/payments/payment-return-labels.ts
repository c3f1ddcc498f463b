import { reviewHours } from '#app/domain/orders/photo-review.ts'
import { formatAfterReview, formatSentPhotos } from '#app/text/orders/photo-request-labels.ts'

type PageTexts = { title: string; text: string }

/** Codes that the specification gives to the return page (F56). */
export const returnCodes = { underReview: 200, paymentFailed: 201, orderUnknown: 404 } as const

/** Texts of the return page by code (F56, D13). */
export const paymentReturnLabels = {
  [returnCodes.underReview]: {
    title: 'Pedido em análise',
    text: formatReviewPromise(1, false),
  },
  [returnCodes.paymentFailed]: {
    title: 'Pagamento não processado',
    text: 'O pagamento não pôde ser processado. O pedido está guardado; tente novamente.',
  },
  [returnCodes.orderUnknown]: {
    title: 'Nenhuma informação encontrada',
    text: 'Não encontramos este pedido. Confira os seus pedidos ou fale conosco.',
  },
} as const satisfies Record<number, PageTexts>

export type ReturnCode = keyof typeof paymentReturnLabels

export function formatReviewPromise(photoCount: number, isFree: boolean): string {
  return `Pedido recebido. Vamos conferir ${formatSentPhotos(photoCount)} e responder em até ${reviewHours} horas, por e-mail. ${formatAfterReview(isFree)}`
}

export function parseReturnCode(text: string | null | undefined): ReturnCode {
  if (text === '200') return returnCodes.underReview
  return text === '201' ? returnCodes.paymentFailed : returnCodes.orderUnknown
}
