import type { ShippingOption, shipmentBox } from '#app/domain/checkout/shipping.ts'

/** A shipment to quote. `cep` has eight digits; the weight is in whole kilograms, the box in cm. */
export type Shipment = { cep: string; weightKg: number; box: typeof shipmentBox }

/** A carrier. Returns options, cheapest first, or none if it does not deliver there. Throws CarrierUnavailable. */
export type Carrier = { quote(shipment: Shipment): Promise<ShippingOption[]> }

/** Thrown by a carrier; `reason` is a code without shipment data, so that it can be logged. */
export class CarrierUnavailable extends Error {
  override name = 'CarrierUnavailable'

  constructor(readonly reason: string) {
    super(`carrier unavailable: ${reason}`)
  }
}
