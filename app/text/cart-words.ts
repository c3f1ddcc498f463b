import type { Hindrance } from '#app/domain/cart.ts'

/** Why the shop does not take an item to the checkout. */
export const hindranceWords: Record<Hindrance, string> = {
  inactive: 'Esta publicação saiu do catálogo. Remova-a para finalizar o pedido.',
  'needs-airplane-data':
    'Publicações com os dados da aeronave ainda não são vendidas por aqui. Fale conosco para comprar esta ou remova-a para finalizar o pedido.',
  'needs-photo':
    'Publicações que pedem uma foto ainda não são vendidas por aqui. Fale conosco para comprar esta ou remova-a para finalizar o pedido.',
}

/** Labels of a publication in lists (F29). */
export function kindLabels(publication: { isSignature: boolean; isDownload: boolean }): string[] {
  return [
    publication.isSignature ? 'Assinatura (um ano)' : 'Compra avulsa',
    publication.isDownload ? 'Download' : 'Impressa',
  ]
}
