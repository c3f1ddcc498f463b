import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { shipmentBox } from '#app/domain/checkout/shipping.ts'
import { createBreaker } from '#app/gateways/breaker.ts'
import { CarrierUnavailable } from '#app/gateways/carrier/carrier.ts'
import { makeCorreiosCarrier } from '#app/gateways/carrier/correios.server.ts'
import { log } from '#app/log.server.ts'
import { account, type Offer, startFakeCorreios } from '#tests/support/fakes/fake-correios.ts'
import type { Fault } from '#tests/support/fakes/fake-server.ts'

let fakeCorreios: Awaited<ReturnType<typeof startFakeCorreios>>

beforeAll(async () => {
  fakeCorreios = await startFakeCorreios()
  return fakeCorreios.close
})

beforeEach(() => {
  fakeCorreios.reset()
  fakeCorreios.expireTokens()
  Object.assign(fakeCorreios.state, {
    expiraEm: '2099-01-01T00:00:00',
    refusalStatus: 401,
    rejectsAllTokens: false,
    batchError: '',
  })
  setOffers({ '03220': { price: '54,05', days: 2 }, '03298': { price: '29,92', days: 6 } })
})

function setOffers(offers: Record<string, Offer>) {
  fakeCorreios.state.offers = new Map(Object.entries(offers))
}

const services = [
  { code: '03220', name: 'SEDEX' },
  { code: '03298', name: 'PAC' },
]
const shipment = { cep: '69005010', weightKg: 3, box: shipmentBox }
const sedexQuote = { service: 'SEDEX', value: 54_05, days: 2, estimated: false }
const pacQuote = { service: 'PAC', value: 29_92, days: 6, estimated: false }
const tokenPath = /^\/token\//
const pricePath = /^\/preco\//
const deliveryTimePath = /^\/prazo\//

type Options = Partial<Parameters<typeof makeCorreiosCarrier>[1]>

function makeCarrier(
  options: Options = {},
  overrides: Partial<typeof account & { services: typeof services }> = {},
) {
  const access = { url: fakeCorreios.url, services, ...account, ...overrides }
  return makeCorreiosCarrier(access, { findOrigin: async () => '18600000', ...options })
}

test('returns price and days of every service, cheapest first, from one request each for token, prices and days', async () => {
  expect(await makeCarrier().quote(shipment)).toEqual([pacQuote, sedexQuote])
  expect(fakeCorreios.requests.map(({ path }) => path).sort()).toEqual([
    '/prazo/v1/nacional',
    '/preco/v1/nacional',
    '/token/v1/autentica/cartaopostagem',
  ])
})

test('sends route, grams and box for prices, and the route alone for delivery times', async () => {
  await makeCarrier().quote(shipment)
  const route = { cepOrigem: '18600000', cepDestino: '69005010' }
  const box = {
    psObjeto: '3000',
    tpObjeto: '2',
    comprimento: '36',
    largura: '26',
    altura: '5',
    diametro: '36',
  }
  expect(JSON.parse(fakeCorreios.listRequests(pricePath)[0]?.body ?? '')).toEqual({
    idLote: '1',
    parametrosProduto: [
      { coProduto: '03220', nuRequisicao: '1', ...route, ...box },
      { coProduto: '03298', nuRequisicao: '2', ...route, ...box },
    ],
  })
  expect(JSON.parse(fakeCorreios.listRequests(deliveryTimePath)[0]?.body ?? '')).toEqual({
    idLote: '1',
    parametrosPrazo: [
      { coProduto: '03220', nuRequisicao: '1', ...route },
      { coProduto: '03298', nuRequisicao: '2', ...route },
    ],
  })
})

test('parses the carrier’s amounts above a thousand', async () => {
  setOffers({ '03220': { price: '1.234,56', days: 0 } })
  expect(await makeCarrier().quote(shipment)).toEqual([{ ...sedexQuote, value: 1234_56, days: 0 }])
})

test.each<[string, Offer]>([
  ['an error in the price', { priceError: 'PRC-101: CEP de destino inválido', days: 2 }],
  [
    'an error in the delivery time',
    { price: '54,05', termError: 'PRZ-008: Serviço indisponível para o trecho' },
  ],
  ['no price', { days: 2 }],
  ['no delivery time', { price: '54,05' }],
  ['a price of zero', { price: '0,00', days: 2 }],
  ['a price with a point', { price: '54.05', days: 2 }],
  ['a price that is a number', { price: 54.05, days: 2 }],
  ['a negative price', { price: '-54,05', days: 2 }],
  ['a delivery time that is text', { price: '54,05', days: 'dois' }],
  ['a delivery time beyond a year', { price: '54,05', days: 4000 }],
])('drops a service with %s and returns the other', async (_name, offer) => {
  setOffers({ '03220': offer, '03298': { price: '29,92', days: 6 } })
  expect(await makeCarrier().quote(shipment)).toEqual([pacQuote])
})

test('returns no services for a rejected batch, without a pause', async () => {
  fakeCorreios.state.batchError = 'PRC-124: nuContrato divergente do token'
  const carrier = makeCarrier()
  const moreThanBreakerAllows = 4
  for (let buyer = 0; buyer < moreThanBreakerAllows; buyer += 1)
    expect(await carrier.quote(shipment)).toEqual([])
  fakeCorreios.state.batchError = ''
  expect(await carrier.quote(shipment)).toEqual([pacQuote, sedexQuote])
})

test('sends no request above thirty kilograms, and returns quotes at thirty', async () => {
  expect(await makeCarrier().quote({ ...shipment, weightKg: 31 })).toEqual([])
  expect(fakeCorreios.requests).toEqual([])
  expect(await makeCarrier().quote({ ...shipment, weightKg: 30 })).toHaveLength(2)
})

test('sends no request before the shop has a postal code', async () => {
  const carrierWithoutOrigin = makeCarrier({ findOrigin: async () => undefined })
  await expect(carrierWithoutOrigin.quote(shipment)).rejects.toThrow('no-origin')
  expect(fakeCorreios.requests).toEqual([])
})

test('several freight quotes share one token of the carrier', async () => {
  const carrier = makeCarrier()
  await Promise.all(Array.from({ length: 5 }, () => carrier.quote(shipment)))
  await carrier.quote(shipment)
  expect(fakeCorreios.listRequests(tokenPath)).toHaveLength(1)
})

test('renews a token five minutes before it expires in Brasília time', async () => {
  fakeCorreios.state.expiraEm = '2026-11-21T12:00:00'
  // 11:54:59 in Brasília, five minutes and one second before the expiry.
  let now = Date.parse('2026-11-21T14:54:59Z')
  const carrier = makeCarrier({ now: () => now })
  await carrier.quote(shipment)
  await carrier.quote(shipment)
  expect(fakeCorreios.listRequests(tokenPath)).toHaveLength(1)
  now += 1_000
  await carrier.quote(shipment)
  expect(fakeCorreios.listRequests(tokenPath)).toHaveLength(2)
})

test('caches a token without a readable expiry for an hour', async () => {
  fakeCorreios.state.expiraEm = 'amanhã'
  let now = Date.parse('2026-11-21T12:00:00Z')
  const carrier = makeCarrier({ now: () => now })
  await carrier.quote(shipment)
  now += 3_599_999
  await carrier.quote(shipment)
  expect(fakeCorreios.listRequests(tokenPath)).toHaveLength(1)
  now += 1
  await carrier.quote(shipment)
  expect(fakeCorreios.listRequests(tokenPath)).toHaveLength(2)
})

test.each([401, 403])('renews a token rejected with %i once for all requests', async (status) => {
  fakeCorreios.state.refusalStatus = status
  const carrier = makeCarrier()
  await carrier.quote(shipment)
  fakeCorreios.expireTokens()
  const quotes = await Promise.all(Array.from({ length: 4 }, () => carrier.quote(shipment)))
  expect(quotes).toEqual(Array.from({ length: 4 }, () => [pacQuote, sedexQuote]))
  expect(fakeCorreios.listRequests(tokenPath)).toHaveLength(2)
})

test('throws when the new token is also rejected', async () => {
  fakeCorreios.state.rejectsAllTokens = true
  await expect(makeCarrier().quote(shipment)).rejects.toThrow(CarrierUnavailable)
  expect(fakeCorreios.listRequests(tokenPath)).toHaveLength(2)
  expect(fakeCorreios.listRequests(pricePath)).toHaveLength(2)
})

test.each([
  ['code', { accessCode: 'errado' }, 'token-status-401'],
  ['card', { card: '00000000' }, 'token-status-400'],
])('reports the carrier unavailable for a wrong %s', async (_name, credentials, reason) => {
  await expect(makeCarrier({}, credentials).quote(shipment)).rejects.toMatchObject({
    name: 'CarrierUnavailable',
    reason,
  })
})

test.each<[Fault, RegExp, string]>([
  ['status-500', tokenPath, 'token-status-500'],
  ['malformed', tokenPath, 'token-malformed'],
  ['html-400', tokenPath, 'token-status-400'],
  ['silent', tokenPath, 'timeout'],
  ['status-500', pricePath, 'status-500'],
  ['status-503', deliveryTimePath, 'status-503'],
  ['status-429', pricePath, 'status-429'],
  ['html-400', pricePath, 'status-400'],
  ['html-200', deliveryTimePath, 'malformed'],
  ['malformed', pricePath, 'malformed'],
  ['huge', deliveryTimePath, 'too-large'],
  ['redirect', pricePath, 'status-302'],
  ['cut', deliveryTimePath, 'unreachable'],
  ['silent', pricePath, 'timeout'],
  ['stops-halfway', deliveryTimePath, 'timeout'],
])('reports the carrier unavailable for a response that is %s at %s: %s', async (fault, path, reason) => {
  fakeCorreios.fail(fault, { path })
  const totalMs = reason === 'timeout' ? 300 : 5_000
  await expect(makeCarrier({ totalMs }).quote(shipment)).rejects.toMatchObject({
    name: 'CarrierUnavailable',
    reason,
  })
})

test('requests a token again after a failure', async () => {
  fakeCorreios.fail('status-500', { path: tokenPath, times: 1 })
  const carrier = makeCarrier()
  await expect(carrier.quote(shipment)).rejects.toThrow(CarrierUnavailable)
  expect(await carrier.quote(shipment)).toEqual([pacQuote, sedexQuote])
})

test('pauses after three outages in a row, and sends requests again after the pause', async () => {
  let nowMs = 0
  const carrier = makeCarrier({ breaker: createBreaker({ pauseMs: 30_000, now: () => nowMs }) })
  fakeCorreios.fail('status-500', { path: pricePath, times: 3 })
  for (let buyer = 0; buyer < 3; buyer += 1)
    await expect(carrier.quote(shipment)).rejects.toThrow('status-500')
  await expect(carrier.quote(shipment)).rejects.toThrow('paused')
  expect(fakeCorreios.listRequests(pricePath)).toHaveLength(3)
  nowMs = 30_000
  expect(await carrier.quote(shipment)).toEqual([pacQuote, sedexQuote])
})

test('logs only codes: no postal code, secret or response text', async () => {
  const warn = vi.spyOn(log, 'warn')
  const info = vi.spyOn(log, 'info')
  setOffers({ '03220': { priceError: 'PRC-101: CEP 69005010 inválido', days: 2 }, '03298': { days: 6 } })
  await makeCarrier().quote(shipment)
  fakeCorreios.state.batchError = 'PRC-124: 69005010'
  await makeCarrier().quote(shipment)
  const failure = await makeCarrier({}, { accessCode: 'errado' })
    .quote(shipment)
    .catch((error: unknown) => error)
  const loggedText = JSON.stringify([warn.mock.calls, info.mock.calls, String(failure)])
  expect(loggedText).toContain('PRC-101')
  expect(loggedText).toContain('PRC-124')
  expect(loggedText).not.toMatch(/69005010|errado|codigo-de-acesso|0067599079|Bearer|inválido/)
  warn.mockRestore()
  info.mockRestore()
})
