import type { RequiredPhoto } from '#app/domain/catalogue/photo-subject.ts'
import type { Blocker } from '#app/domain/checkout/cart.ts'
import { reviewHours } from '#app/domain/orders/photo-review.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { getPhotoSubjectPhrase } from '#app/text/catalogue/photo-guide-labels.ts'
import { formatReais, formatWeight } from '#app/text/platform/format.ts'
import { renewalBlockerLabels } from '#app/text/subscriptions/renewal-labels.ts'

export const blockerLabels: Record<Blocker, string> = {
  inactive: 'Esta publicação saiu do catálogo. Remova-a para finalizar o pedido.',
  ...renewalBlockerLabels,
}

export const mechanicPurchaseNotice =
  'Como mecânico você não compra em nome da empresa. Peça a publicação a quem faz as compras dela.'

/** Formats the price of each further year. */
export function formatYearlyPrice(renewal: Centavos): string {
  return `renovação ${formatReais(renewal)}/ano`
}

export function listKindLabels(publication: { isSignature: boolean; isDownload: boolean }): string[] {
  return [
    publication.isSignature ? 'Assinatura (um ano)' : 'Compra avulsa',
    publication.isDownload ? 'Download' : 'Impressa',
  ]
}

/** Describes how a copy reaches the customer. `weight` is in grams, 0 for a download. */
export function formatDelivery({ weight, isDownload }: { weight: number; isDownload: boolean }): string[] {
  if (isDownload) return ['Para baixar assim que o pagamento for confirmado']
  return weight > 0 ? [`${formatWeight(weight)}; frete e prazo de entrega pelo seu CEP, no pedido`] : []
}

/** Returns the data and photos that the checkout requires (F40, F43). */
export function formatRequestedData(
  publication: RequiredPhoto & { hasAirplaneInfo: boolean; hasPhotoUpload: boolean },
): string[] {
  const { hasAirplaneInfo, hasPhotoUpload } = publication
  const aircraft = hasAirplaneInfo ? ['Tenha à mão a matrícula e o número de série da aeronave.'] : []
  if (!hasPhotoUpload) return aircraft
  const photo = `Esta publicação pede o envio de uma foto${getPhotoSubjectPhrase(publication)}, que vamos conferir em até ${reviewHours} horas.`
  return [...aircraft, photo]
}

type BoughtAgain = {
  addedCount: number
  missingCount: number
  needsPhoto: boolean
  renewals: number
  skippedRenewals: number
}

export function formatBuyAgain(boughtAgain: BoughtAgain): string {
  const { needsPhoto, renewals, skippedRenewals } = boughtAgain
  return [
    formatPublicationsAgain(boughtAgain),
    ...(needsPhoto ? ['As fotos precisam ser enviadas de novo.'] : []),
    ...(renewals > 0 ? ['As renovações do pedido também estão no carrinho.'] : []),
    ...(skippedRenewals > 0
      ? [
          renewals > 0
            ? 'As demais renovações: faça em Minhas publicações.'
            : 'Renovações: faça em Minhas publicações.',
        ]
      : []),
  ].join(' ')
}

function formatPublicationsAgain({ addedCount, missingCount }: BoughtAgain): string {
  if (addedCount === 0) return 'As publicações do pedido saíram do catálogo.'
  return missingCount === 0
    ? 'As publicações do pedido estão no carrinho.'
    : 'O que ainda está à venda foi para o carrinho; o resto saiu do catálogo.'
}
