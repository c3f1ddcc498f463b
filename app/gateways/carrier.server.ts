import {
  optionsFromRates,
  type parcelBox,
  type ShippingOption,
  type ShippingRate,
} from '#app/domain/shipping.ts'

/** A parcel to be quoted: eight-digit postal code, whole kilograms, the fixed box in centimetres. */
export type Parcel = { cep: string; weightKg: number; box: typeof parcelBox }

/** Somebody who carries parcels and says beforehand what it costs. */
export type Carrier = { quote(parcel: Parcel): Promise<ShippingOption[]> }

/** The carrier of the offline weight × region table; its prices are estimates. */
export function tableCarrier(findRates: (cep: string) => Promise<ShippingRate[]>): Carrier {
  return {
    async quote({ cep, weightKg }) {
      return optionsFromRates(await findRates(cep), weightKg)
    },
  }
}
