import { calculateDeliveryDays, shippingTypes } from '#app/domain/checkout/shipping.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { carrierNames } from '#app/text/checkout/carriers.ts'
import { formatReais } from '#app/text/platform/format.ts'

export function getShippingName(type: string): string {
  if (type === shippingTypes.toBeAgreed) return 'À Combinar'
  if (type === shippingTypes.download) return 'Download'
  if (type === shippingTypes.internal) return 'Pedido Interno'
  return type
}

/** In reais; marks freight that the order does not charge. */
export const freightMarker = 0.01

type Freight = { shipping_type: string; shipping_value: Centavos }

/** Returns freight for API and webhooks: the name, and reais, or the marker if none is charged. */
export function toWireFreight({ shipping_type, shipping_value }: Freight) {
  const isUncharged = shipping_type === shippingTypes.toBeAgreed || shipping_type === shippingTypes.internal
  return {
    shipping_type: getShippingName(shipping_type),
    shipping_value: isUncharged ? freightMarker : shipping_value / 100,
  }
}

/** Formats a price. Freight to be agreed never appears as free. */
export function formatFreight({ type, value }: { type: string; value: Centavos }): string {
  return type === shippingTypes.toBeAgreed && value === 0 ? 'a combinar' : formatReais(value)
}

/** Returns the carrier's days plus the shop's working days, as text. */
export function formatDeliveryTime(option: { days: number | null }, handlingDays: number): string {
  const days = calculateDeliveryDays(option, handlingDays)
  if (days === null) return 'Prazo e valor combinados por e-mail ou telefone'
  return `até ${days} dias úteis após a confirmação do pagamento`
}

export const carrierUnavailableText = `Não foi possível consultar ${carrierNames.name} agora.`
