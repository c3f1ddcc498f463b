import type { ShippingOption, shipmentBox } from '#app/domain/checkout/shipping.ts'

/** A shipment to be quoted: eight-digit postal code, whole kilograms, the fixed box in centimetres. */
export type Shipment = { cep: string; weightKg: number; box: typeof shipmentBox }

/**
 * Somebody who carries shipments and says beforehand what it costs, cheapest first; an empty list means that it
 * does not carry this one there. Throws CarrierUnavailable when it could not be asked.
 */
export type Carrier = { quote(shipment: Shipment): Promise<ShippingOption[]> }

/** The carrier gave no usable answer; `reason` is a code that holds nothing of the shipment. */
export class CarrierUnavailable extends Error {
  override name = 'CarrierUnavailable'

  constructor(readonly reason: string) {
    super(`carrier unavailable: ${reason}`)
  }
}
