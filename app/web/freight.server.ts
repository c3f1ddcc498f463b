import { stateOfCep } from '#app/domain/cep.ts'
import { parcelBox, type ShippingOption } from '#app/domain/shipping.ts'
import { regionOf } from '#app/domain/states.ts'
import { tableCarrier } from '#app/gateways/carrier.server.ts'
import { findQuote, listShippingRates, storeQuote } from '#app/models/shipping.server.ts'

const carrier = tableCarrier(async (cep) => {
  const state = stateOfCep(cep)
  return state ? listShippingRates(regionOf(state)) : []
})

/**
 * The ways to send `weightKg` to a postal code: the stored quote of the last day, else a new one that is
 * stored (D7). Empty when nobody delivers there. The one gateway a page waits for; see docs/decisions.
 */
export async function quoteFreight(cep: string, weightKg: number): Promise<ShippingOption[]> {
  const stored = await findQuote({ cep, weightKg })
  if (stored) return stored
  const options = await carrier.quote({ cep, weightKg, box: parcelBox })
  if (options.length > 0) await storeQuote({ cep, weightKg }, options)
  return options
}
