import {
  applyPercentage,
  type Percentage,
  type PriceFault,
  type Prices,
  samplePrice,
} from '#app/domain/catalogue/price-change.ts'
import { formatAmount, formatReais } from '#app/text/platform/format.ts'

/** The specification's text, unchanged. */
export const priceChangeQuestion = 'CUIDADO! Tem certeza que deseja reajustar todos os valores?'

export const priceChangeMessages = {
  percentageWrong: 'Percentual incorreto: use de 1 a 1000, com até duas casas depois da vírgula, como 112,5',
  nothingToDo: '100% não muda nenhum preço: nada a alterar',
  pricesMoved:
    'Os preços mudaram depois que esta página foi aberta, e nada foi reajustado agora. Confira os preços abaixo e confirme de novo.',
  impossible: 'Estes preços não podem ser reajustados assim. Veja o motivo abaixo.',
  done: 'Os preços foram reajustados.',
  undone: 'O reajuste foi desfeito: os preços voltaram ao que eram antes dele.',
  wasUndone: 'Este reajuste já estava desfeito.',
  notUndone: 'O reajuste não foi desfeito, e nenhum preço mudou agora.',
} as const

const faultLabels: Record<PriceFault, string> = {
  free: 'ficaria de graça',
  'too-high': 'passaria de R$ 999.999,99',
}

export function formatPriceFault(fault: PriceFault): string {
  return faultLabels[fault]
}

export function formatPercentage(percentage: Percentage): string {
  return `${toPercentageText(percentage)}%`
}

/** Returns the percentage as text: '112,5' for 11250. */
export function toPercentageText(percentage: Percentage): string {
  return formatAmount(percentage).replace('.', '').replace(/,?0+$/, '')
}

/** Returns the sample price before and after the change: 'R$ 80,00 → R$ 88,00'. */
export function formatPriceSample(percentage: Percentage): string {
  return `${formatReais(samplePrice)} → ${formatReais(applyPercentage(samplePrice, percentage))}`
}

/** Returns both prices as text: 'R$ 88,00 (renovação R$ 66,00)'. */
export function formatPrices({ price, renewal }: Prices): string {
  return renewal === null ? formatReais(price) : `${formatReais(price)} (renovação ${formatReais(renewal)})`
}
