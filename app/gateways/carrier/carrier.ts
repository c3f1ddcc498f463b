import type { ShippingOption, shipmentBox } from '#app/domain/checkout/shipping.ts'

/** `cep` has eight digits, the weight is in whole kilograms, the box in centimetres. */
export type Shipment = { cep: string; weightKg: number; box: typeof shipmentBox }

/** Returns options, cheapest first, or none without delivery to that place. Throws CarrierUnavailable. */
export type Carrier = { quote(shipment: Shipment): Promise<ShippingOption[]> }

/** `reason` is a code without shipment data, so that it can be logged. */
export class CarrierUnavailable extends Error {
  override name = 'CarrierUnavailable'

  constructor(readonly reason: string) {
    super(`carrier unavailable: ${reason}`)
  }
}
