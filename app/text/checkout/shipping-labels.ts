import { shippingTypes, shownDeliveryDays } from '#app/domain/checkout/shipping.ts'
import { isTrackingCode } from '#app/domain/shipments/tracking.ts'

/** What the shop calls a shipping type or carrier's service. */
export function shippingName(type: string): string {
  if (type === shippingTypes.toBeAgreed) return 'À Combinar'
  if (type === shippingTypes.download) return 'Download'
  if (type === shippingTypes.internal) return 'Pedido Interno'
  return type
}

/** The delivery time a customer is told: the carrier's working days and those the shop adds (D8, F47). */
export function deliveryTime(option: { days: number | null }, handlingDays: number): string {
  const days = shownDeliveryDays(option, handlingDays)
  if (days === null) return 'Prazo e valor combinados por e-mail ou telefone'
  return `até ${days} dias úteis após a confirmação do pagamento`
}

/** Where the postal service shows a shipment, or null for a code that cannot be one of its own (F65). */
export function shipmentPage(code: string): string | null {
  return isTrackingCode(code)
    ? `https://rastreamento.correios.com.br/app/index.php?objetos=${encodeURIComponent(code)}`
    : null
}
