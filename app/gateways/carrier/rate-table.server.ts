import { chooseShippingOptions, type ShippingRate } from '#app/domain/checkout/shipping.ts'
import type { Carrier } from '#app/gateways/carrier/carrier.ts'

export function makeTableCarrier(findRates: (cep: string) => Promise<ShippingRate[]>): Carrier {
  return {
    async quote({ cep, weightKg }) {
      return chooseShippingOptions(await findRates(cep), weightKg)
    },
  }
}
