import type { ShippingOption, shipmentBox } from '#app/domain/checkout/shipping.ts'

/** Eight-digit postal code, whole kilograms, box in centimetres. */
export type Shipment = { cep: string; weightKg: number; box: typeof shipmentBox }

/** Quotes the cheapest first; empty when it does not deliver there. Throws CarrierUnavailable. */
export type Carrier = { quote(shipment: Shipment): Promise<ShippingOption[]> }

/** `reason` is a code without shipment data, so that it can be logged. */
export class CarrierUnavailable extends Error {
  override name = 'CarrierUnavailable'

  constructor(readonly reason: string) {
    super(`carrier unavailable: ${reason}`)
  }
}
