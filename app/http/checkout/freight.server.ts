import { findStateByCep, normaliseCep } from '#app/domain/accounts/cep.ts'
import { getRegion } from '#app/domain/accounts/states.ts'
import {
  calculateShipmentWeightKg,
  maxShipmentKg,
  needsShipping,
  type ShippingOption,
  shipmentBox,
  shippingTypes,
} from '#app/domain/checkout/shipping.ts'
import type { ShopRules } from '#app/domain/settings/shop.ts'
import { env } from '#app/env.server.ts'
import { type Carrier, CarrierUnavailable, type Shipment } from '#app/gateways/carrier/carrier.ts'
import { makeCorreiosCarrier } from '#app/gateways/carrier/correios.server.ts'
import { makeTableCarrier } from '#app/gateways/carrier/rate-table.server.ts'
import { log } from '#app/log.server.ts'
import type { CartItem } from '#app/models/checkout/cart-items.server.ts'
import {
  findFreightQuote,
  listShippingRates,
  storeFreightQuote,
} from '#app/models/checkout/shipping.server.ts'
import { cachedCompany } from '#app/models/settings/cached-settings.server.ts'

/** The lifetime of a stored quote from the table if the carrier failed. */
const stopgapLifetimeMs = 15 * 60_000

const tableCarrier = makeTableCarrier(async (cep) => {
  const state = findStateByCep(cep)
  return state ? listShippingRates(getRegion(state)) : []
})

const correios = env.CORREIOS && makeCorreiosCarrier(env.CORREIOS, { findOrigin })

export const hasCarrier = correios !== undefined

/** Returns the stored quote, else a quote of the carrier or the table, for a CEP (eight digits) and whole kilograms. */
export const quoteFreight = makeFreightQuoter(correios)

/** Returns freight options; null if no CEP or printed item is given. `isCarrierAway` is true if the table replaces it. */
export async function calculateFreight(
  fields: Record<string, string | undefined>,
  items: CartItem[],
  rules: ShopRules,
): Promise<{ freight: ShippingOption[] | null; isCarrierAway: boolean; handlingDays: number }> {
  const { handlingDays } = rules
  if (!needsShipping(items)) return { freight: null, isCarrierAway: false, handlingDays }
  const cepField = fields.ship_elsewhere === 'on' ? 'shipping.zip_code' : 'billing.zip_code'
  const cep = normaliseCep(fields[cepField] ?? '')
  if (cep === null) return { freight: null, isCarrierAway: false, handlingDays }
  const options = await quoteFreight(cep, calculateShipmentWeightKg(items))
  const toBeAgreed = { service: shippingTypes.toBeAgreed, value: 0, days: null, estimated: false }
  return {
    freight: rules.offersFreightToBeAgreed ? [...options, toBeAgreed] : options,
    isCarrierAway: hasCarrier && options.some((option) => option.estimated),
    handlingDays,
  }
}

export function makeFreightQuoter(carrier: Carrier | undefined) {
  return async (cep: string, weightKg: number): Promise<ShippingOption[]> => {
    if (weightKg > maxShipmentKg) return []
    const storedQuote = await findFreightQuote({ cep, weightKg })
    if (storedQuote) return storedQuote
    const shipment = { cep, weightKg, box: shipmentBox }
    const carrierOptions = carrier ? await quoteFromCarrier(carrier, shipment) : []
    const hasCarrierOptions = carrierOptions.length > 0
    const options = hasCarrierOptions ? carrierOptions : await tableCarrier.quote(shipment)
    const isStopgap = carrier !== undefined && !hasCarrierOptions
    const lifetimeMs = isStopgap ? stopgapLifetimeMs : undefined
    if (options.length > 0) await storeFreightQuote({ cep, weightKg }, options, lifetimeMs)
    return options
  }
}

async function quoteFromCarrier(carrier: Carrier, shipment: Shipment): Promise<ShippingOption[]> {
  try {
    return await carrier.quote(shipment)
  } catch (error) {
    if (!(error instanceof CarrierUnavailable)) throw error
    log.warn({ reason: error.reason }, 'carrier unavailable, the table answers')
    return []
  }
}

async function findOrigin(): Promise<string | undefined> {
  const company = await cachedCompany()
  return company?.zipCode
}
