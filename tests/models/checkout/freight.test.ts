import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeCorreiosCarrier } from '#app/gateways/carrier/correios.server.ts'
import { makeFreightQuoter, quoteFreight } from '#app/http/checkout/freight.server.ts'
import { log } from '#app/log.server.ts'
import { findFreightQuote, storeFreightQuote } from '#app/models/checkout/shipping.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { openShop } from '#tests/factories/shop.ts'
import { account, startFakeCorreios } from '#tests/support/fakes/fake-correios.ts'

const quotedShipment = { cep: '18600000', weightKg: 2 }
const tableOptions = [
  { service: 'PAC', value: 35_90, days: 6, estimated: true },
  { service: 'SEDEX', value: 63_70, days: 2, estimated: true },
]
const correiosOptions = [
  { service: 'PAC', value: 29_92, days: 5, estimated: false },
  { service: 'SEDEX', value: 54_05, days: 1, estimated: false },
]
const services = [
  { code: '03220', name: 'SEDEX' },
  { code: '03298', name: 'PAC' },
]
const minuteMs = 60_000

let fakeCorreios: Awaited<ReturnType<typeof startFakeCorreios>>

beforeAll(async () => {
  fakeCorreios = await startFakeCorreios()
  return fakeCorreios.close
})

beforeEach(async () => {
  fakeCorreios.reset()
  fakeCorreios.state.offers = new Map([
    ['03220', { price: '54,05', days: 1 }],
    ['03298', { price: '29,92', days: 5 }],
  ])
  await openShop()
})

function makeQuoter() {
  const findOrigin = async () => '18600000'
  return makeFreightQuoter(
    makeCorreiosCarrier({ url: fakeCorreios.url, services, ...account }, { findOrigin }),
  )
}

/** Returns the minutes until the newest stored quote expires. */
async function countMinutesLeft(): Promise<number> {
  const { expires_at } = await db
    .selectFrom('shipping_quotes')
    .select('expires_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return Math.round((expires_at.getTime() - Date.now()) / minuteMs)
}

test('requests a quote from Correios once and stores it for a day', async () => {
  const quote = makeQuoter()
  expect(await quote('18600000', 2)).toEqual(correiosOptions)
  expect(await quote('18600000', 2)).toEqual(correiosOptions)
  expect(fakeCorreios.listRequests(/preco/)).toHaveLength(1)
  expect(await findFreightQuote(quotedShipment)).toEqual(correiosOptions)
  expect(await countMinutesLeft()).toBe(24 * 60)
})

test('without a Correios contract, stores a quote from the freight table for a day', async () => {
  expect(await quoteFreight('18600000', 2)).toEqual(tableOptions)
  expect(await countMinutesLeft()).toBe(24 * 60)
})

test('uses the freight table for 15 minutes while Correios fails, then quotes again', async () => {
  const quote = makeQuoter()
  fakeCorreios.fail('status-500', { times: 1 })
  expect(await quote('18600000', 2)).toEqual(tableOptions)
  expect(await quote('18600000', 2)).toEqual(tableOptions)
  expect(await countMinutesLeft()).toBe(15)
  await db
    .updateTable('shipping_quotes')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
  expect(await quote('18600000', 2)).toEqual(correiosOptions)
})

test('uses the freight table for 15 minutes when Correios offers no service', async () => {
  fakeCorreios.state.offers.clear()
  expect(await makeQuoter()('18600000', 2)).toEqual(tableOptions)
  expect(await countMinutesLeft()).toBe(15)
})

test('logs only the reason of a fallback to the freight table', async () => {
  const warn = vi.spyOn(log, 'warn')
  fakeCorreios.fail('status-429')
  await makeQuoter()('18600000', 2)
  expect(warn.mock.calls).toEqual([
    [{ reason: 'token-status-429' }, 'carrier unavailable, the table answers'],
  ])
  warn.mockRestore()
})

test('offers no service above thirty kilograms, despite the freight table or an older quote', async () => {
  await db
    .insertInto('shipping_rates')
    .values({ service: 'PAC', region: 'SE', max_weight_kg: 50, value: 99_00, days: 6 })
    .execute()
  await storeFreightQuote({ cep: '18600000', weightKg: 31 }, tableOptions)
  expect(await quoteFreight('18600000', 31)).toEqual([])
  expect(await makeQuoter()('18600000', 31)).toEqual([])
  expect(fakeCorreios.requests).toEqual([])
})

test('returns no freight for a postal code outside every state, and stores no quote', async () => {
  fakeCorreios.state.batchError = 'PRC-101: CEP de destino inexistente'
  expect(await quoteFreight('00000000', 1)).toEqual([])
  expect(await makeQuoter()('00000000', 1)).toEqual([])
  expect(await findFreightQuote({ cep: '00000000', weightKg: 1 })).toBeUndefined()
})
