import { z } from 'zod'
import {
  freightQuoteHours,
  type ShippingOption,
  type ShippingRate,
  shipmentBox,
} from '#app/domain/checkout/shipping.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'

const quoteLifetimeMs = freightQuoteHours * 3_600_000

const MAX_RATES = 1_000

const storedOptions = z.array(
  z.object({
    service: z.string(),
    value: z.number().int(),
    days: z.number().int().nullable(),
    estimated: z.boolean(),
  }),
)

export function listShippingRates(region: string): Promise<ShippingRate[]> {
  return db
    .selectFrom('shipping_rates')
    .select(['service', 'max_weight_kg', 'value', 'days'])
    .where('region', '=', region)
    .limit(MAX_RATES)
    .execute()
}

export async function findFreightQuote(
  shipment: { cep: string; weightKg: number },
  reader: DbOrTrx = db,
): Promise<ShippingOption[] | undefined> {
  const { cep, weightKg } = shipment
  const quote = await newestQuoteQuery.first(reader, { cep, weightKg, now: new Date() })
  return quote && storedOptions.parse(JSON.parse(quote.options))
}

const newestQuoteQuery = compileQuery((value: ValueSlots<{ cep: string; weightKg: number; now: Date }>) =>
  db
    .selectFrom('shipping_quotes')
    .select('options')
    .where('cep', '=', value('cep'))
    .where('weight_kg', '=', value('weightKg'))
    .where('expires_at', '>', value('now'))
    .orderBy('id', 'desc')
    .limit(1),
)

/** Stores a freight quote because an order must match the quote. */
export async function storeFreightQuote(
  shipment: { cep: string; weightKg: number },
  options: ShippingOption[],
  lifetimeMs = quoteLifetimeMs,
) {
  await db
    .insertInto('shipping_quotes')
    .values({
      cep: shipment.cep,
      weight_kg: shipment.weightKg,
      length_cm: shipmentBox.length,
      width_cm: shipmentBox.width,
      height_cm: shipmentBox.height,
      diameter_cm: shipmentBox.diameter,
      options: JSON.stringify(options),
      expires_at: new Date(Date.now() + lifetimeMs),
    })
    .execute()
}

export async function deleteExpiredFreightQuotes(now: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('shipping_quotes')
    .where('expires_at', '<', now)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}
