import { optionsFromRates, type ShippingRate } from '#app/domain/checkout/shipping.ts'
import type { Carrier } from '#app/gateways/carrier/carrier.ts'

export function tableCarrier(findRates: (cep: string) => Promise<ShippingRate[]>): Carrier {
  return {
    async quote({ cep, weightKg }) {
      return optionsFromRates(await findRates(cep), weightKg)
    },
  }
}
