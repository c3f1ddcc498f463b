import { beforeAll, beforeEach, expect, test } from 'vitest'
import { makeBrasilApiProvider } from '#app/gateways/postal-code/brasil-api.server.ts'
import { makePostalCodeLookup } from '#app/gateways/postal-code/lookup.server.ts'
import { makeViaCepProvider } from '#app/gateways/postal-code/via-cep.server.ts'
import { lookUpCep, makeCachedLookup } from '#app/http/checkout/postal-code.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { cachePostalCode, findPostalCode } from '#app/models/platform/postal-code.server.ts'
import { startFakeBrasilApi, startFakeViaCep } from '#tests/support/fakes/fake-postal-codes.ts'

const knownAddress = {
  cep: '01001000',
  street: 'Praça da Sé',
  province: 'Sé',
  city: 'São Paulo',
  state: 'SP',
}
const cachedAt = new Date('2026-11-21T12:00:00Z')
const dayMs = 24 * 3_600_000
const getTimeAfterCaching = (ms: number) => new Date(cachedAt.getTime() + ms)

let viaCep: Awaited<ReturnType<typeof startFakeViaCep>>
let brasilApi: Awaited<ReturnType<typeof startFakeBrasilApi>>

beforeAll(async () => {
  viaCep = await startFakeViaCep()
  brasilApi = await startFakeBrasilApi()
  return async () => {
    await Promise.all([viaCep.close(), brasilApi.close()])
  }
})

beforeEach(() => {
  viaCep.reset()
  brasilApi.reset()
})

function makeLookup() {
  return makeCachedLookup(
    makePostalCodeLookup([makeViaCepProvider(viaCep.url), makeBrasilApiProvider(brasilApi.url)]),
  )
}

test('caches an address for ninety days and an unknown code for one day', async () => {
  expect(await findPostalCode('01001000', cachedAt)).toBeUndefined()
  await cachePostalCode('01001000', knownAddress, cachedAt)
  await cachePostalCode('99999999', 'unknown', cachedAt)
  expect(await findPostalCode('01001000', getTimeAfterCaching(90 * dayMs - 1))).toMatchObject(knownAddress)
  expect(await findPostalCode('01001000', getTimeAfterCaching(90 * dayMs))).toBeUndefined()
  expect(await findPostalCode('99999999', getTimeAfterCaching(dayMs - 1))).toBe('unknown')
  expect(await findPostalCode('99999999', getTimeAfterCaching(dayMs))).toBeUndefined()
})

test('a later response replaces the cached one', async () => {
  await cachePostalCode('01001000', 'unknown', cachedAt)
  await cachePostalCode('01001000', knownAddress, getTimeAfterCaching(dayMs))
  expect(await findPostalCode('01001000', getTimeAfterCaching(2 * dayMs))).toMatchObject(knownAddress)
  await cachePostalCode('01001000', 'unknown', getTimeAfterCaching(3 * dayMs))
  expect(await findPostalCode('01001000', getTimeAfterCaching(3 * dayMs))).toBe('unknown')
})

test('stores one row for concurrent responses', async () => {
  await Promise.all(Array.from({ length: 8 }, () => cachePostalCode('01001000', knownAddress, cachedAt)))
  expect(await db.selectFrom('postal_codes').select('cep').execute()).toEqual([{ cep: '01001000' }])
})

test('requests each code only once, whether known or unknown and in any notation', async () => {
  const lookUp = makeLookup()
  expect(await lookUp('01001-000')).toMatchObject(knownAddress)
  expect(await lookUp('01.001-000')).toMatchObject(knownAddress)
  expect(await lookUp('99999999')).toBe('unknown')
  expect(await lookUp('99999999')).toBe('unknown')
  expect(viaCep.requests).toHaveLength(2)
})

test('treats an invalid postal code as unknown without a request', async () => {
  const lookUp = makeLookup()
  for (const typedCode of ['', '0100100', '010010000', '../../x', '01001000/json/?', 'abcdefgh'])
    expect(await lookUp(typedCode)).toBe('unknown')
  expect(viaCep.requests).toEqual([])
})

test('an outage of the postal code provider is not cached', async () => {
  const lookUp = makeLookup()
  viaCep.fail('status-500', { times: 1 })
  brasilApi.fail('status-429', { times: 1 })
  expect(await lookUp('01001000')).toBe('unavailable')
  expect(await lookUp('01001000')).toMatchObject(knownAddress)
})

test('uses the cache during an outage', async () => {
  const lookUp = makeLookup()
  await lookUp('01001000')
  viaCep.fail('cut')
  brasilApi.fail('cut')
  expect(await lookUp('01001000')).toMatchObject(knownAddress)
})

test('the shop uses no postal code provider in tests', async () => {
  expect(await lookUpCep('01001000')).toBe('unavailable')
})
