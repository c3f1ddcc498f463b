import { formatDateTime } from '#app/text/platform/format.ts'

/** Texts for customers who correct an address themselves. */
export const ownDeliveryTexts = {
  link: 'Corrigir endereço',
  beforeDispatch: 'Endereço de entrega errado? Corrija antes do envio',
  corrected: 'Endereço de entrega corrigido. A confirmação vai por e-mail, com o antigo e o novo.',
  notPossible: 'O endereço não pode mais ser corrigido por aqui: o envio já saiu, ou o pedido mudou.',
  unchanged: 'É o endereço que já está no pedido',
  outdated: 'O pedido mudou enquanto isso. Confira o endereço e envie de novo.',
  atOnce:
    'Se o frete for o mesmo, a correção vale na hora. Se for outro, a nossa equipe responde por e-mail.',
  asked:
    'Este pedido já tem nota fiscal ou voltou do envio: a nossa equipe faz a correção e responde por e-mail.',
} as const

export function formatDeliveryRequested(protocol: number): string {
  return `Recebemos o pedido de correção, protocolo ${protocol}. A nossa equipe vai conferir o frete e responder por e-mail antes do envio.`
}

type DeliveryWish = { orderId: number; from: string; to: string; isFreightSame: boolean }

/** Returns the message for staff to answer. */
export function formatDeliveryWish({ orderId, from, to, isFreightSame }: DeliveryWish): string {
  return [
    `Correção do endereço de entrega do pedido nº ${orderId}.`,
    `De: ${from}`,
    `Para: ${to}`,
    isFreightSame ? 'O frete é o mesmo.' : 'O frete para o novo endereço é outro: confira e combine.',
  ].join('\n')
}

type DeliveryCorrection = { by: 'reader' | 'account' | 'staff' | { colleague: string }; at: Date }

/** Returns 'Corrigido por você em 25/11/2026 às 12:40'. */
export function formatDeliveryChange({ by, at }: DeliveryCorrection): string {
  return `Corrigido ${formatCorrector(by)} em ${formatDateTime(at)}`
}

function formatCorrector(by: DeliveryCorrection['by']): string {
  if (by === 'reader') return 'por você'
  if (by === 'account') return 'pela conta da empresa'
  return by === 'staff' ? 'pela nossa equipe' : `por ${by.colleague}`
}

export function formatDeliveryRequest(requestedAt: Date, address: string): string {
  return `Correção pedida em ${formatDateTime(requestedAt)}, para ${address}. A resposta vai por e-mail.`
}
