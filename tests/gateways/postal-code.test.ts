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
let via: Awaited<ReturnType<typeof startFakeViaCep>>
let brasil: Awaited<ReturnType<typeof startFakeBrasilApi>>

beforeAll(async () => {
  via = await startFakeViaCep()
  brasil = await startFakeBrasilApi(sources)
  return async () => {
    await Promise.all([via.close(), brasil.close()])
  }
})

beforeEach(() => {
  via.reset()
  brasil.reset()
  sources.refusals = notFoundBySources
})

const timeouts = 5_000
const square = {
  cep: '01001000',
  street: 'Praça da Sé',
  province: 'Sé',
  city: 'São Paulo',
  state: 'SP',
}
const town = { cep: '18690000', street: '', province: '', city: 'Itatinga', state: 'SP' }

/** Returns the look-up with both providers in the shop's order; `limits` replaces its timeouts. */
function makeLookup(limits: Parameters<typeof makePostalCodeLookup>[1] = {}) {
  return makePostalCodeLookup([makeViaCepProvider(via.url), makeBrasilApiProvider(brasil.url)], limits)
}

test.each([
  ['ViaCEP', () => makeViaCepProvider(via.url), { square: '3550308', town: '3523503' }],
  ['BrasilAPI', () => makeBrasilApiProvider(brasil.url), { square: undefined, town: undefined }],
])(
  '%s returns the address of a street and of a town, and reports unknown codes',
  async (_name, provider, cityCodes) => {
    expect(await provider().lookUp('01001000', timeouts)).toEqual({ ...square, cityCode: cityCodes.square })
    expect(await provider().lookUp('18690000', timeouts)).toEqual({ ...town, cityCode: cityCodes.town })
    expect(await provider().lookUp('99999999', timeouts)).toBe('unknown')
  },
)

test('accepts ViaCEP’s older mark of an unknown code', async () => {
  const older = await startFakeViaCep(true)
  try {
    expect(await makeViaCepProvider(older.url).lookUp('99999999', timeouts)).toBe('unknown')
  } finally {
    await older.close()
  }
})

test('treats BrasilAPI’s 404 as an outage unless a source reports "not found"', async () => {
  sources.refusals = failedSources
  await expect(makeBrasilApiProvider(brasil.url).lookUp('99999999', timeouts)).rejects.toThrow('status-404')
  sources.refusals = []
  await expect(makeBrasilApiProvider(brasil.url).lookUp('99999999', timeouts)).rejects.toThrow(RemoteFault)
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
  via.fail(fault)
  brasil.fail(fault)
  const timeoutMs = reason === 'timeout' ? 100 : timeouts
  await expect(makeViaCepProvider(via.url).lookUp('01001000', timeoutMs)).rejects.toThrow(reason)
  await expect(makeBrasilApiProvider(brasil.url).lookUp('01001000', timeoutMs)).rejects.toThrow(reason)
  expect([...via.requests, ...brasil.requests].map(({ path }) => path)).not.toContain('/elsewhere')
})

const street = { cep: '01001-000', logradouro: 'Rua', bairro: 'Sé', localidade: 'São Paulo', uf: 'SP' }

test.each<[string, object]>([
  ['another code', { ...street, cep: '01001-001' }],
  ['no code', { ...street, cep: undefined }],
  ['an invalid state', { ...street, uf: 'XX' }],
  ['no city', { ...street, localidade: '' }],
  ['a street longer than any field', { ...street, logradouro: 'x'.repeat(151) }],
  ['control characters', { ...street, bairro: 'Sé\u0000\u001b[2J' }],
  ['a street that is no text', { ...street, logradouro: { toString: 'Rua' } }],
  ['a false error flag', { erro: 'false' }],
  ['a list', [street]],
])('ignores an answer with %s', async (_name, body) => {
  const oddProvider = await startFakeServer(() => ({ body }))
  try {
    await expect(makeViaCepProvider(oddProvider.url).lookUp('01001000', timeouts)).rejects.toThrow(
      'malformed',
    )
  } finally {
    await oddProvider.close()
  }
})

test('does not call the second provider while the first responds', async () => {
  expect(await makeLookup()('01001000')).toMatchObject(square)
  expect(await makeLookup()('99999999')).toBe('unknown')
  expect(brasil.requests).toEqual([])
})

test.each<Fault>(['status-500', 'status-429', 'malformed', 'html-200', 'cut'])(
  'calls the second provider while the first is %s',
  async (fault) => {
    via.fail(fault)
    expect(await makeLookup()('01001000')).toMatchObject(square)
    expect(await makeLookup()('99999999')).toBe('unknown')
  },
)

test('waits for an unresponsive first provider only up to its limit', async () => {
  via.fail('silent')
  expect(await makeLookup({ providerMs: 300 })('18690000')).toEqual(town)
})

test('stops at the total time limit, and does not count the request that it ends as a failure', async () => {
  via.fail('silent')
  brasil.fail('silent')
  const failureCounts: { count: number }[] = []
  const makeBreaker = () => {
    const failures = { count: 0 }
    failureCounts.push(failures)
    const countFailure = () => {
      failures.count += 1
    }
    return { ...createBreaker(), failed: countFailure }
  }
  expect(await makeLookup({ providerMs: 300, totalMs: 450, makeBreaker })('01001000')).toBe('unavailable')
  expect(failureCounts).toEqual([{ count: 1 }, { count: 0 }])
})

test('returns no address without providers', async () => {
  expect(await makePostalCodeLookup([])('01001000')).toBe('unavailable')
})

test('skips a provider after three failures in a row, tries it once after the pause, then uses it again', async () => {
  let time = 0
  const ask = makeLookup({ makeBreaker: () => createBreaker({ pauseMs: 30_000, now: () => time }) })
  via.fail('status-500', { times: 3 })
  for (let buyer = 0; buyer < 5; buyer += 1) expect(await ask('01001000')).toMatchObject(square)
  expect([via.requests.length, brasil.requests.length]).toEqual([3, 5])
  time = 30_000
  for (let buyer = 0; buyer < 2; buyer += 1) expect(await ask('01001000')).toMatchObject(square)
  expect([via.requests.length, brasil.requests.length]).toEqual([5, 5])
})

test('logs provider and reason without the postal code', async () => {
  const warn = vi.spyOn(log, 'warn')
  via.fail('status-500')
  brasil.fail('malformed')
  expect(await makeLookup()('01001000')).toBe('unavailable')
  expect(warn.mock.calls).toEqual([
    [{ provider: 'viacep', reason: 'status-500' }, 'postal codes: no answer'],
    [{ provider: 'brasilapi', reason: 'malformed' }, 'postal codes: no answer'],
  ])
  warn.mockRestore()
})
