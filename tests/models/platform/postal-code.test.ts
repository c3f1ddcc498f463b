import { beforeAll, beforeEach, expect, test } from 'vitest'
import { makeBrasilApiProvider } from '#app/gateways/postal-code/brasil-api.server.ts'
import { makePostalCodeLookup } from '#app/gateways/postal-code/lookup.server.ts'
import { makeViaCepProvider } from '#app/gateways/postal-code/via-cep.server.ts'
import { lookUpCep, makeCachedLookup } from '#app/http/checkout/postal-code.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { cachePostalCode, findPostalCode } from '#app/models/platform/postal-code.server.ts'
import { startFakeBrasilApi, startFakeViaCep } from '#tests/support/fakes/fake-postal-codes.ts'

const square = {
  cep: '01001000',
  street: 'Praça da Sé',
  province: 'Sé',
  city: 'São Paulo',
  state: 'SP',
}
const cachedAt = new Date('2026-11-21T12:00:00Z')
const day = 24 * 3_600_000
const getTimeAfterCaching = (ms: number) => new Date(cachedAt.getTime() + ms)

let via: Awaited<ReturnType<typeof startFakeViaCep>>
let brasil: Awaited<ReturnType<typeof startFakeBrasilApi>>

beforeAll(async () => {
  via = await startFakeViaCep()
  brasil = await startFakeBrasilApi()
  return async () => {
    await Promise.all([via.close(), brasil.close()])
  }
})

beforeEach(() => {
  via.reset()
  brasil.reset()
})

function makeLookup() {
  return makeCachedLookup(
    makePostalCodeLookup([makeViaCepProvider(via.url), makeBrasilApiProvider(brasil.url)]),
  )
}

test('caches an address for ninety days and an unknown code for one', async () => {
  expect(await findPostalCode('01001000', cachedAt)).toBeUndefined()
  await cachePostalCode('01001000', square, cachedAt)
  await cachePostalCode('99999999', 'unknown', cachedAt)
  expect(await findPostalCode('01001000', getTimeAfterCaching(90 * day - 1))).toMatchObject(square)
  expect(await findPostalCode('01001000', getTimeAfterCaching(90 * day))).toBeUndefined()
  expect(await findPostalCode('99999999', getTimeAfterCaching(day - 1))).toBe('unknown')
  expect(await findPostalCode('99999999', getTimeAfterCaching(day))).toBeUndefined()
})

test('a later response replaces the cached one', async () => {
  await cachePostalCode('01001000', 'unknown', cachedAt)
  await cachePostalCode('01001000', square, getTimeAfterCaching(day))
  expect(await findPostalCode('01001000', getTimeAfterCaching(2 * day))).toMatchObject(square)
  await cachePostalCode('01001000', 'unknown', getTimeAfterCaching(3 * day))
  expect(await findPostalCode('01001000', getTimeAfterCaching(3 * day))).toBe('unknown')
})

test('stores one row for concurrent responses', async () => {
  await Promise.all(Array.from({ length: 8 }, () => cachePostalCode('01001000', square, cachedAt)))
  expect(await db.selectFrom('postal_codes').select('cep').execute()).toEqual([{ cep: '01001000' }])
})

test('requests a code once, in any notation', async () => {
  const ask = makeLookup()
  expect(await ask('01001-000')).toMatchObject(square)
  expect(await ask('01.001-000')).toMatchObject(square)
  expect(await ask('99999999')).toBe('unknown')
  expect(await ask('99999999')).toBe('unknown')
  expect(via.requests).toHaveLength(2)
})

test('treats an invalid postal code as unknown without a request', async () => {
  const ask = makeLookup()
  for (const typedCode of ['', '0100100', '010010000', '../../x', '01001000/json/?', 'abcdefgh'])
    expect(await ask(typedCode)).toBe('unknown')
  expect(via.requests).toEqual([])
})

test('does not cache an outage of the postal code provider', async () => {
  const ask = makeLookup()
  via.fail('status-500', { times: 1 })
  brasil.fail('status-429', { times: 1 })
  expect(await ask('01001000')).toBe('unavailable')
  expect(await ask('01001000')).toMatchObject(square)
})

test('uses the cache during an outage', async () => {
  const ask = makeLookup()
  await ask('01001000')
  via.fail('cut')
  brasil.fail('cut')
  expect(await ask('01001000')).toMatchObject(square)
})

test('the shop uses no postal code provider in tests', async () => {
  expect(await lookUpCep('01001000')).toBe('unavailable')
})
