import type { Hindrance } from '#app/domain/cart.ts'

/** Why the shop does not take an item to the checkout. */
export const hindranceWords: Record<Hindrance, string> = {
  inactive: 'Esta publicação saiu do catálogo. Remova-a para finalizar o pedido.',
  'needs-airplane-data':
    'Esta publicação é vendida com os dados da aeronave, que a loja ainda não recebe por aqui. Fale conosco para comprá-la ou remova-a para finalizar o pedido.',
  'needs-photo':
    'Esta publicação é vendida mediante o envio de uma foto, que a loja ainda não recebe por aqui. Fale conosco para comprá-la ou remova-a para finalizar o pedido.',
}

/** Labels of a publication in lists (F29). */
export function kindLabels(publication: { isSignature: boolean; isDownload: boolean }): string[] {
  return [
    publication.isSignature ? 'Assinatura (um ano)' : 'Compra avulsa',
    publication.isDownload ? 'Download' : 'Impressa',
  ]
}
