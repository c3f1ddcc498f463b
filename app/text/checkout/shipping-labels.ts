import { shippingTypes, shownDeliveryDays } from '#app/domain/checkout/shipping.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { carrierNames } from '#app/text/checkout/carriers/carriers.ts'
import { formatReais } from '#app/text/platform/format.ts'

export function shippingName(type: string): string {
  if (type === shippingTypes.toBeAgreed) return 'À Combinar'
  if (type === shippingTypes.download) return 'Download'
  if (type === shippingTypes.internal) return 'Pedido Interno'
  return type
}

/** Formats freight; freight to be agreed is not free (D2, D8). */
export function formatFreight({ type, value }: { type: string; value: Centavos }): string {
  return type === shippingTypes.toBeAgreed && value === 0 ? 'a combinar' : formatReais(value)
}

/** Working days: the carrier's plus the shop's (D8, F47). */
export function deliveryTime(option: { days: number | null }, handlingDays: number): string {
  const days = shownDeliveryDays(option, handlingDays)
  if (days === null) return 'Prazo e valor combinados por e-mail ou telefone'
  return `até ${days} dias úteis após a confirmação do pagamento`
}

export const carrierAway = `Não foi possível consultar ${carrierNames.name} agora.`
