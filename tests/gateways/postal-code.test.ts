import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createBreaker } from '#app/gateways/breaker.ts'
import { makeBrasilApiProvider } from '#app/gateways/postal-code/brasil-api.server.ts'
import { makePostalCodeLookup } from '#app/gateways/postal-code/lookup.server.ts'
import { makeViaCepProvider } from '#app/gateways/postal-code/via-cep.server.ts'
import { RemoteFault } from '#app/gateways/request-json.server.ts'
import { log } from '#app/log.server.ts'
import {
  failedSources,
  notFoundBySources,
  startFakeBrasilApi,
  startFakeViaCep,
} from '#tests/support/fakes/fake-postal-codes.ts'
import { type Fault, startFakeServer } from '#tests/support/fakes/fake-server.ts'

const sources = { refusals: notFoundBySources }
let fakeViaCep: Awaited<ReturnType<typeof startFakeViaCep>>
let fakeBrasilApi: Awaited<ReturnType<typeof startFakeBrasilApi>>

beforeAll(async () => {
  fakeViaCep = await startFakeViaCep()
  fakeBrasilApi = await startFakeBrasilApi(sources)
  return async () => {
    await Promise.all([fakeViaCep.close(), fakeBrasilApi.close()])
  }
})

beforeEach(() => {
  fakeViaCep.reset()
  fakeBrasilApi.reset()
  sources.refusals = notFoundBySources
})

const TIMEOUT_MS = 5_000
const squareAddress = {
  cep: '01001000',
  street: 'Praça da Sé',
  province: 'Sé',
  city: 'São Paulo',
  state: 'SP',
}
const townAddress = { cep: '18690000', street: '', province: '', city: 'Itatinga', state: 'SP' }

/** Returns the look-up with both providers in the shop's order; `limits` replaces its timeouts. */
function makeLookup(limits: Parameters<typeof makePostalCodeLookup>[1] = {}) {
  return makePostalCodeLookup(
    [makeViaCepProvider(fakeViaCep.url), makeBrasilApiProvider(fakeBrasilApi.url)],
    limits,
  )
}

test.each([
  ['ViaCEP', () => makeViaCepProvider(fakeViaCep.url), { square: '3550308', town: '3523503' }],
  ['BrasilAPI', () => makeBrasilApiProvider(fakeBrasilApi.url), { square: undefined, town: undefined }],
])(
  '%s returns the address of a street and of a town, and reports unknown codes',
  async (_name, provider, cityCodes) => {
    expect(await provider().lookUp('01001000', TIMEOUT_MS)).toEqual({
      ...squareAddress,
      cityCode: cityCodes.square,
    })
    expect(await provider().lookUp('18690000', TIMEOUT_MS)).toEqual({
      ...townAddress,
      cityCode: cityCodes.town,
    })
    expect(await provider().lookUp('99999999', TIMEOUT_MS)).toBe('unknown')
  },
)

test('accepts ViaCEP’s older mark of an unknown code', async () => {
  const olderViaCep = await startFakeViaCep(true)
  try {
    expect(await makeViaCepProvider(olderViaCep.url).lookUp('99999999', TIMEOUT_MS)).toBe('unknown')
  } finally {
    await olderViaCep.close()
  }
})

test('treats BrasilAPI’s 404 as an outage unless a source reports "not found"', async () => {
  sources.refusals = failedSources
  await expect(makeBrasilApiProvider(fakeBrasilApi.url).lookUp('99999999', TIMEOUT_MS)).rejects.toThrow(
    'status-404',
  )
  sources.refusals = []
  await expect(makeBrasilApiProvider(fakeBrasilApi.url).lookUp('99999999', TIMEOUT_MS)).rejects.toThrow(
    RemoteFault,
  )
})

test.each<[Fault, string]>([
  ['silent', 'timeout'],
  ['stops-halfway', 'timeout'],
  ['cut', 'unreachable'],
  ['status-500', 'status-500'],
  ['status-429', 'status-429'],
  ['html-400', 'status-400'],
  ['html-200', 'malformed'],
  ['malformed', 'malformed'],
  ['redirect', 'status-302'],
  ['huge', 'too-large'],
])('reports a provider that is %s as %s', async (fault, reason) => {
  fakeViaCep.fail(fault)
  fakeBrasilApi.fail(fault)
  const timeoutMs = reason === 'timeout' ? 100 : TIMEOUT_MS
  await expect(makeViaCepProvider(fakeViaCep.url).lookUp('01001000', timeoutMs)).rejects.toThrow(reason)
  await expect(makeBrasilApiProvider(fakeBrasilApi.url).lookUp('01001000', timeoutMs)).rejects.toThrow(reason)
  expect([...fakeViaCep.requests, ...fakeBrasilApi.requests].map(({ path }) => path)).not.toContain(
    '/elsewhere',
  )
})

const streetAnswer = { cep: '01001-000', logradouro: 'Rua', bairro: 'Sé', localidade: 'São Paulo', uf: 'SP' }

test.each<[string, object]>([
  ['another code', { ...streetAnswer, cep: '01001-001' }],
  ['no code', { ...streetAnswer, cep: undefined }],
  ['an invalid state', { ...streetAnswer, uf: 'XX' }],
  ['no city', { ...streetAnswer, localidade: '' }],
  ['a street longer than any field', { ...streetAnswer, logradouro: 'x'.repeat(151) }],
  ['control characters', { ...streetAnswer, bairro: 'Sé\u0000\u001b[2J' }],
  ['a street that is no text', { ...streetAnswer, logradouro: { toString: 'Rua' } }],
  ['a false error flag', { erro: 'false' }],
  ['a list', [streetAnswer]],
])('rejects an answer with %s as malformed', async (_name, body) => {
  const oddProvider = await startFakeServer(() => ({ body }))
  try {
    await expect(makeViaCepProvider(oddProvider.url).lookUp('01001000', TIMEOUT_MS)).rejects.toThrow(
      'malformed',
    )
  } finally {
    await oddProvider.close()
  }
})

test('does not call the second provider while the first responds', async () => {
  expect(await makeLookup()('01001000')).toMatchObject(squareAddress)
  expect(await makeLookup()('99999999')).toBe('unknown')
  expect(fakeBrasilApi.requests).toEqual([])
})

test.each<Fault>(['status-500', 'status-429', 'malformed', 'html-200', 'cut'])(
  'calls the second provider while the first is %s',
  async (fault) => {
    fakeViaCep.fail(fault)
    expect(await makeLookup()('01001000')).toMatchObject(squareAddress)
    expect(await makeLookup()('99999999')).toBe('unknown')
  },
)

test('waits for an unresponsive first provider only up to its limit', async () => {
  fakeViaCep.fail('silent')
  expect(await makeLookup({ providerMs: 300 })('18690000')).toEqual(townAddress)
})

test('stops at the total time limit, and does not count the aborted request as a failure', async () => {
  fakeViaCep.fail('silent')
  fakeBrasilApi.fail('silent')
  const failureCounts: { count: number }[] = []
  const makeBreaker = () => {
    const failures = { count: 0 }
    failureCounts.push(failures)
    const countFailure = () => {
      failures.count += 1
    }
    return { ...createBreaker(), failed: countFailure }
  }
  // The first provider fails at its limit of 300 ms, and the second is aborted 150 ms later.
  expect(await makeLookup({ providerMs: 300, totalMs: 450, makeBreaker })('01001000')).toBe('unavailable')
  expect(failureCounts).toEqual([{ count: 1 }, { count: 0 }])
})

test('returns no address without providers', async () => {
  expect(await makePostalCodeLookup([])('01001000')).toBe('unavailable')
})

test('skips a provider after three failures in a row, tries it once after the pause, then uses it again', async () => {
  let nowMs = 0
  const lookUp = makeLookup({ makeBreaker: () => createBreaker({ pauseMs: 30_000, now: () => nowMs }) })
  fakeViaCep.fail('status-500', { times: 3 })
  for (let buyer = 0; buyer < 5; buyer += 1) expect(await lookUp('01001000')).toMatchObject(squareAddress)
  expect([fakeViaCep.requests.length, fakeBrasilApi.requests.length]).toEqual([3, 5])
  nowMs = 30_000
  for (let buyer = 0; buyer < 2; buyer += 1) expect(await lookUp('01001000')).toMatchObject(squareAddress)
  expect([fakeViaCep.requests.length, fakeBrasilApi.requests.length]).toEqual([5, 5])
})

test('logs provider and reason without the postal code', async () => {
  const warn = vi.spyOn(log, 'warn')
  fakeViaCep.fail('status-500')
  fakeBrasilApi.fail('malformed')
  expect(await makeLookup()('01001000')).toBe('unavailable')
  expect(warn.mock.calls).toEqual([
    [{ provider: 'viacep', reason: 'status-500' }, 'postal codes: no answer'],
    [{ provider: 'brasilapi', reason: 'malformed' }, 'postal codes: no answer'],
  ])
  warn.mockRestore()
})
