import { expect, test } from 'vitest'
import { quoteFreight } from '#app/http/checkout/freight.server.ts'
import {
  findFreightQuote,
  listShippingRates,
  storeFreightQuote,
} from '#app/models/checkout/shipping.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { pac } from '#tests/factories/rows/orders.ts'
import { openShop } from '#tests/factories/shop.ts'

const quotedShipment = { cep: '18600000', weightKg: 2 }

test('finds the newest unexpired quote for exactly this postal code and weight', async () => {
  expect(await findFreightQuote(quotedShipment)).toBeUndefined()
  await storeFreightQuote(quotedShipment, [pac])
  await storeFreightQuote(quotedShipment, [{ ...pac, value: 30_00 }])
  expect(await findFreightQuote(quotedShipment)).toEqual([{ ...pac, value: 30_00 }])
  expect(await findFreightQuote({ ...quotedShipment, weightKg: 3 })).toBeUndefined()
  expect(await findFreightQuote({ ...quotedShipment, cep: '18600001' })).toBeUndefined()
  await db
    .updateTable('shipping_quotes')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
  expect(await findFreightQuote(quotedShipment)).toBeUndefined()
})

test('quotes from the freight table and stores the quote, but offers nothing outside its regions or weights', async () => {
  await openShop()
  expect(await listShippingRates('SE')).toHaveLength(4)
  expect(await quoteFreight('18600000', 2)).toEqual([
    { service: 'PAC', value: 35_90, days: 6, estimated: true },
    { service: 'SEDEX', value: 63_70, days: 2, estimated: true },
  ])
  expect(await findFreightQuote(quotedShipment)).toHaveLength(2)
  expect(await quoteFreight('69000000', 2)).toEqual([])
  expect(await quoteFreight('18600000', 31)).toEqual([])
})
