import { shippingTypes, shownDeliveryDays } from '#app/domain/checkout/shipping.ts'
import { isTrackingCode } from '#app/domain/shipments/tracking.ts'

export function shippingName(type: string): string {
  if (type === shippingTypes.toBeAgreed) return 'À Combinar'
  if (type === shippingTypes.download) return 'Download'
  if (type === shippingTypes.internal) return 'Pedido Interno'
  return type
}

/** Working days: the carrier's plus the shop's (D8, F47). */
export function deliveryTime(option: { days: number | null }, handlingDays: number): string {
  const days = shownDeliveryDays(option, handlingDays)
  if (days === null) return 'Prazo e valor combinados por e-mail ou telefone'
  return `até ${days} dias úteis após a confirmação do pagamento`
}

/** Null for a code that is not Correios' (F65). */
export function shipmentPage(code: string): string | null {
  return isTrackingCode(code)
    ? `https://rastreamento.correios.com.br/app/index.php?objetos=${encodeURIComponent(code)}`
    : null
}
