import type { QuoteChange } from '#app/domain/checkout/price-quote.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatDeliveryTime, getShippingName } from '#app/text/checkout/shipping-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

/** Texts of a price quote that page and PDF share. */
export const quoteLabels = {
  promise: (day: CivilDate) => `Os preços valem até ${formatDate(day)} para compras feitas por este link.`,
  printing: 'O PDF está sendo preparado; esta página se atualiza sozinha.',
  notPrinted:
    'O PDF não pôde ser feito agora. O orçamento vale do mesmo modo: guarde ou imprima esta página.',
  freightUnknown: 'Frete a calcular no pedido, pelo CEP de entrega.',
  freightOfDay: 'O frete é recalculado no pedido.',
} as const

/** Returns 'Manual: de R$ 80,00 para R$ 90,00'. */
export function formatQuoteChange(change: QuoteChange): string {
  switch (change.kind) {
    case 'off-sale':
      return `${change.name}: não está mais à venda`
    case 'price':
      return `${change.name}: de ${formatReais(change.from)} para ${formatReais(change.to)}`
    case 'version':
      return `${change.name}: agora na versão ${change.to}`
  }
}

type Freight = { type: string; days: number | null; handlingDays: number }

/** Returns 'PAC, até 11 dias úteis após a confirmação do pagamento'. */
export function formatQuotedFreight({ type, days, handlingDays }: Freight): string {
  return `${getShippingName(type)}, ${formatDeliveryTime({ days }, handlingDays)}`
}
