import type { InternalPrice } from '#app/domain/orders/internal-order.ts'
import type { RenewalBlocker } from '#app/domain/subscriptions/subscription.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { renewalBlockerLabels } from '#app/text/subscriptions/renewal-labels.ts'

export const internalPriceLabels: Record<InternalPrice, string> = {
  normal: 'Normal',
  signature: 'Assinatura',
  free: 'Grátis',
}

type Refusal = {
  code: string
  price?: number
  minimum?: number
  blocker?: RenewalBlocker
  orderId?: number | null
}

export function formatInternalRefusal({ code, price, minimum, blocker, orderId }: Refusal): string {
  if (code === 'just-ordered' && orderId) return messages.justOrdered(orderId)
  if (code === 'price-changed' && price !== undefined) return messages.priceChanged(formatReais(price))
  if (code === 'not-renewable' && blocker) return renewalBlockerLabels[blocker]
  if (code === 'total-too-high') return messages.totalTooHigh
  if (code === 'below-minimum' && minimum !== undefined) return messages.belowMinimum(formatReais(minimum))
  if (code === 'not-sellable') return messages.notOnSale
  if (isClientIncomplete(code)) return 'O cadastro do cliente está incompleto.'
  return messages.pageStale
}

/** Returns true if only the client's address or document is missing. */
export function isClientIncomplete(code: string): boolean {
  return code === 'address-missing' || code === 'payer-incomplete'
}

export const itemLabels: Readonly<Record<string, string>> = {
  price: 'Preço',
  renews: 'Renova a assinatura',
  prefix: 'Prefixo',
  serial: 'Número de série',
  fuel: 'Combustível',
}
