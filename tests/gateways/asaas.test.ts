import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseLine } from '#app/domain/charges/boleto.ts'
import { defaultChargeRules, noTerms } from '#app/domain/charges/boleto-terms.ts'
import { buildStaticPix, parsePix } from '#app/domain/charges/pix.ts'
import { addBusinessDays, addDays, countDaysBetween } from '#app/domain/platform/calendar.ts'
import { makeAsaasIssuer } from '#app/gateways/boleto-issuer/asaas.server.ts'
import { type BoletoRequest, IssuerRefused } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { createBreaker } from '#app/gateways/breaker.ts'
import { RemoteFault } from '#app/gateways/request-json.server.ts'
import { log } from '#app/log.server.ts'
import { formatFailure } from '#app/text/platform/failure-labels.ts'
import { asaasKey, type FakeAsaas, startFakeAsaas } from '#tests/support/fakes/fake-asaas.ts'
import type { Fault } from '#tests/support/fakes/fake-server.ts'

let fakeAsaas: FakeAsaas

beforeAll(async () => {
  fakeAsaas = await startFakeAsaas()
  return fakeAsaas.close
})
beforeEach(() => fakeAsaas.reset())

const today = '2026-11-23'
const dueDate = addDays(today, 3)
const payer = {
  reference: 'perfil-42',
  name: 'Ana Souza',
  document: '52998224725',
  email: 'ana@exemplo.test',
  phone: '12998765432',
  address: {
    zipCode: '18603970',
    street: 'Av. Exemplo',
    number: '100',
    complement: 'sala 2',
    province: 'Centro',
    city: 'Botucatu',
    state: 'SP',
  },
}
const boletoRequest: BoletoRequest = {
  reference: 'pedido-7-0',
  orderId: 7,
  ordinal: 0,
  value: 128_90,
  documentDate: today,
  dueDate,
  payer,
}
const printedFields = { agencyAndCode: '0001 / 1234', wallet: '' }

type Options = Parameters<typeof makeAsaasIssuer>[2]

const anyRequest = /./

function makeIssuer(options: Options = {}, apiKey = asaasKey) {
  const getNow = () => new Date(`${today}T15:00:00Z`)
  const access = { url: fakeAsaas.url, apiKey }
  return makeAsaasIssuer(access, printedFields, { breaker: createBreaker(), now: getNow, ...options })
}

function getPayment() {
  const [payment] = fakeAsaas.payments
  if (!payment) throw new Error('no charge was made')
  return payment
}

/** Returns the error with which a promise rejects, or 'none'. */
async function catchFault(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'none',
    (error) => error,
  )
}

describe('a boleto with terms', () => {
  const rules = {
    ...defaultChargeRules,
    finePercent: 200,
    interestPercent: 100,
    discountValue: 5_00,
    discountDays: 1,
    acceptanceDays: 15,
    protestDays: 0,
  }
  const terms = {
    ...noTerms,
    finePercent: 200,
    interestPercent: 100,
    discountValue: 5_00,
    discountUntil: '2026-11-25',
    acceptanceDays: 15,
  }
  const readChargeBody = () => JSON.parse(fakeAsaas.listRequests('POST', /^\/payments/)[0]?.body ?? '{}')

  test('creates one charge with its terms for two calls, and reads the registered terms back', async () => {
    fakeAsaas.state.today = today
    const boleto = await makeIssuer().issue({ ...boletoRequest, rules })
    expect(boleto.terms).toEqual(terms)
    expect(readChargeBody()).toMatchObject({
      fine: { value: 2, type: 'PERCENTAGE' },
      interest: { value: 1 },
      discount: { value: 5, dueDateLimitDays: 1, type: 'FIXED' },
      daysAfterDueDateToRegistrationCancellation: 15,
    })
    const repeatedBoleto = await makeIssuer().issue({ ...boletoRequest, rules })
    expect(repeatedBoleto.externalId).toBe(boleto.externalId)
    // The gateway's response does not contain the days of acceptance.
    expect(await makeIssuer().remote.describe(getPayment().id, boletoRequest)).toMatchObject({
      terms: { ...terms, acceptanceDays: null },
    })
  })

  test('replaces the charge of an earlier attempt that has other terms', async () => {
    fakeAsaas.state.today = today
    const firstBoleto = await makeIssuer().issue({ ...boletoRequest, rules: { ...rules, finePercent: 100 } })
    const secondBoleto = await makeIssuer().issue({ ...boletoRequest, rules })
    expect(secondBoleto.externalId).not.toBe(firstBoleto.externalId)
    expect(fakeAsaas.listCharges(boletoRequest.reference).map(({ id }) => id)).toEqual([
      secondBoleto.externalId,
    ])
  })

  test('sends only the days of grace without terms, and returns a fine that the account adds', async () => {
    fakeAsaas.state.today = today
    expect((await makeIssuer().issue(boletoRequest)).terms).toEqual(noTerms)
    for (const field of ['fine', 'interest', 'discount']) expect(readChargeBody()).not.toHaveProperty(field)
    const graceDays = countDaysBetween(boletoRequest.dueDate, addBusinessDays(boletoRequest.dueDate, 3))
    expect(readChargeBody().daysAfterDueDateToRegistrationCancellation).toBe(graceDays)
    getPayment().fine = { value: 1, type: 'PERCENTAGE' }
    expect((await makeIssuer().issue(boletoRequest)).terms).toEqual({ ...noTerms, finePercent: 100 })
  })

  test('drops a discount that leaves less than the minimum', async () => {
    fakeAsaas.state.today = today
    const halfPriceRequest = {
      ...boletoRequest,
      value: 8_00,
      rules: { ...defaultChargeRules, discountPercent: 5000 },
      minimum: 5_00,
    }
    expect((await makeIssuer().issue(halfPriceRequest)).terms).toEqual(noTerms)
    expect(readChargeBody()).toMatchObject({ value: 8 })
    expect(readChargeBody()).not.toHaveProperty('discount')
  })

  test.each([
    ['fine', {}],
    ['interest', {}],
    ['fine', { finePercent: 200 }],
  ] as const)(
    'rejects a fixed %s that the account adds to the rules %o, with a message for staff',
    async (field, ownRules) => {
      fakeAsaas.state.today = today
      fakeAsaas.state.addedByAccount = { [field]: { value: 2.5, type: 'FIXED' } }
      const requestWithTerms = { ...boletoRequest, rules: { ...defaultChargeRules, ...ownRules } }
      for (const step of ['creates the charge', 'finds the charge of the first attempt'])
        await expect(makeIssuer().issue(requestWithTerms), step).rejects.toThrow(
          'the gateway adds a fixed fine',
        )
      fakeAsaas.state.addedByAccount = {}
      expect(formatFailure('the gateway adds a fixed fine').text).toContain('multa ou juros em reais')
    },
  )

  test('returns the value of the boleto and the higher amount that was paid late', async () => {
    fakeAsaas.state.today = today
    const { externalId } = await makeIssuer().issue({ ...boletoRequest, rules })
    await fakeAsaas.pay(externalId ?? '', { value: 131.51, paidOn: addDays(dueDate, 1) })
    expect(getPayment().interestValue).toBe(2.61)
    expect(await makeIssuer().remote.read(externalId ?? '')).toMatchObject({
      value: 128_90,
      payment: { value: 131_51, paidOn: addDays(dueDate, 1) },
    })
  })
})

describe('issueBoleto', () => {
  test('registers a boleto with matching line, bar code and Pix', async () => {
    fakeAsaas.state.today = today
    const boleto = await makeIssuer().issue(boletoRequest)
    expect(boleto).toMatchObject({
      issuer: 'asaas',
      state: 'registered',
      reference: 'pedido-7-0',
      ordinal: 0,
      externalId: getPayment().id,
      bank: '461',
      agencyAndCode: '0001 / 1234',
      wallet: '',
      ourNumber: getPayment().nossoNumero,
      documentNumber: '7',
      documentDate: today,
      dueDate,
      value: 128_90,
    })
    expect(parseLine(boleto.line, today)).toMatchObject({ valid: true, valueCents: 128_90, dueDate })
    expect(parsePix(boleto.pixPayload ?? '')).toMatchObject({ valid: true, pointOfInitiation: '12' })
  })

  test('sends reais, the shop’s reference and the whole address, and turns off the gateway’s mails', async () => {
    fakeAsaas.state.today = today
    await makeIssuer().issue(boletoRequest)
    const bodies = fakeAsaas.listRequests('POST', anyRequest).map(({ body }) => JSON.parse(body))
    const [customer, payment] = bodies
    expect(customer).toEqual({
      name: 'Ana Souza',
      cpfCnpj: '52998224725',
      email: 'ana@exemplo.test',
      mobilePhone: '12998765432',
      postalCode: '18603970',
      address: 'Av. Exemplo',
      addressNumber: '100',
      complement: 'sala 2',
      province: 'Centro',
      externalReference: 'perfil-42',
      notificationDisabled: true,
    })
    expect(payment).toMatchObject({
      customer: fakeAsaas.customers[0]?.id,
      billingType: 'BOLETO',
      value: 128.9,
      dueDate,
      externalReference: 'pedido-7-0',
    })
  })

  test('sends a user agent and the key with every request, and no body with GET', async () => {
    fakeAsaas.state.today = today
    await makeIssuer().issue(boletoRequest)
    expect(fakeAsaas.requests.length).toBeGreaterThan(4)
    for (const { headers, method, body } of fakeAsaas.requests) {
      expect(headers).toMatchObject({ 'user-agent': 'aeropub', access_token: asaasKey })
      if (method === 'GET') expect(body).toBe('')
    }
  })

  test.each([1, 10, 29, 1_15, 4_35, 19_99, 1_005_01, 99_999_999_99])(
    'sends and returns %i centavos exactly',
    async (value) => {
      Object.assign(fakeAsaas.state, { today, minimumReais: 0 })
      const issuer = makeIssuer()
      const { externalId } = await issuer.issue({ ...boletoRequest, value })
      expect((await issuer.remote.read(externalId ?? ''))?.value).toBe(value)
    },
  )
})

describe('a payer', () => {
  beforeEach(() => {
    fakeAsaas.state.today = today
  })

  test('reuses one customer for all boletos', async () => {
    await makeIssuer().issue(boletoRequest)
    await makeIssuer().issue({ ...boletoRequest, reference: 'pedido-8-0', orderId: 8 })
    expect(fakeAsaas.customers).toHaveLength(1)
  })

  test.each([
    ['has moved', { address: { ...payer.address, zipCode: '01001000' } }],
    ['has another name', { name: 'Ana de Souza' }],
    ['lives in another street', { address: { ...payer.address, street: 'Rua Nova' } }],
    ['has another document', { document: '12ABC34501DE35' }],
    ['is another profile', { reference: 'perfil-43' }],
  ])('does not reuse a customer who %s', async (_name, change) => {
    await makeIssuer().issue(boletoRequest)
    await makeIssuer().issue({ ...boletoRequest, reference: 'pedido-8-0', payer: { ...payer, ...change } })
    expect(fakeAsaas.customers).toHaveLength(2)
  })

  test('creates another customer in place of one who receives mails from the gateway', async () => {
    await makeIssuer().issue(boletoRequest)
    Object.assign(fakeAsaas.customers[0] ?? {}, { notificationDisabled: false })
    await makeIssuer().issue({ ...boletoRequest, reference: 'pedido-8-0' })
    expect(fakeAsaas.customers.map(({ notificationDisabled }) => notificationDisabled)).toEqual([true, false])
  })

  test('sends the payer without a phone number that the gateway rejects', async () => {
    const repeatedDigitPhone = '12999999999'
    await makeIssuer().issue({ ...boletoRequest, payer: { ...payer, phone: repeatedDigitPhone } })
    expect(fakeAsaas.customers).toMatchObject([{ mobilePhone: null, phone: null, name: 'Ana Souza' }])
  })

  test('rejects a wrong document with the gateway’s message alone, and creates no charge', async () => {
    const rejection = await catchFault(
      makeIssuer().issue({ ...boletoRequest, payer: { ...payer, document: '52998224724' } }),
    )
    expect(rejection).toBeInstanceOf(IssuerRefused)
    expect(rejection).toMatchObject({ message: 'O CPF/CNPJ informado é inválido.' })
    expect(fakeAsaas.payments).toEqual([])
  })
})

describe('charges that exist at the gateway', () => {
  beforeEach(() => {
    fakeAsaas.state.today = today
  })

  test('reuses the charge instead of creating another', async () => {
    const firstBoleto = await makeIssuer().issue(boletoRequest)
    expect(await makeIssuer().issue(boletoRequest)).toEqual(firstBoleto)
    expect(fakeAsaas.payments).toHaveLength(1)
    expect(fakeAsaas.listRequests('POST', /^\/payments/)).toHaveLength(1)
  })

  test.each<Fault>(['done-silent', 'done-cut'])(
    'finds the charge of a lost response (%s) before creating one',
    async (fault) => {
      const issuer = makeIssuer({ timeoutMs: 500 })
      fakeAsaas.fail(fault, { path: /^\/payments$/, method: 'POST', times: 1 })
      expect(await catchFault(issuer.issue(boletoRequest))).toBeInstanceOf(RemoteFault)
      expect(fakeAsaas.listCharges('pedido-7-0')).toHaveLength(1)
      const boleto = await issuer.issue(boletoRequest)
      expect(boleto.externalId).toBe(fakeAsaas.listCharges('pedido-7-0')[0]?.id)
      expect(fakeAsaas.payments).toHaveLength(1)
    },
  )

  test('retains the oldest of several charges and cancels the others', async () => {
    const firstBoleto = await makeIssuer().issue(boletoRequest)
    const oldest = getPayment()
    fakeAsaas.payments.unshift(
      { ...oldest, id: 'pay_3', nossoNumero: '3' },
      { ...oldest, id: 'pay_2', nossoNumero: '2' },
    )
    expect(await makeIssuer().issue(boletoRequest)).toEqual(firstBoleto)
    expect(fakeAsaas.listCharges('pedido-7-0')).toEqual([oldest])
  })

  test('returns the charge of a concurrent worker instead of a second one', async () => {
    await makeIssuer().issue({ ...boletoRequest, reference: 'pedido-1-0' })
    const rivalCharge = {
      ...getPayment(),
      id: 'pay_rival',
      externalReference: boletoRequest.reference,
      nossoNumero: '9',
    }
    fakeAsaas.state.beforeCreate = () => fakeAsaas.payments.unshift(rivalCharge)
    expect((await makeIssuer().issue(boletoRequest)).externalId).toBe('pay_rival')
    expect(fakeAsaas.listCharges('pedido-7-0')).toEqual([rivalCharge])
  })

  test.each([
    ['another value', { value: 128_91 }],
    ['another due date', { dueDate: addDays(dueDate, 1) }],
  ])('replaces a charge with %s', async (_name, change) => {
    await makeIssuer().issue(boletoRequest)
    const boleto = await makeIssuer().issue({ ...boletoRequest, ...change })
    expect(boleto).toMatchObject(change)
    expect(fakeAsaas.listCharges('pedido-7-0').map(({ id }) => id)).toEqual([boleto.externalId])
  })

  test('reuses a paid charge with any due date', async () => {
    const firstBoleto = await makeIssuer().issue(boletoRequest)
    await fakeAsaas.pay(getPayment().id)
    expect(await makeIssuer().issue({ ...boletoRequest, dueDate: addDays(dueDate, 1) })).toEqual(firstBoleto)
    expect(fakeAsaas.payments).toHaveLength(1)
  })

  test('rejects a request whose charge was paid with another value', async () => {
    await makeIssuer().issue(boletoRequest)
    await fakeAsaas.pay(getPayment().id)
    const secondIssue = makeIssuer().issue({ ...boletoRequest, value: 1_00 })
    await expect(secondIssue).rejects.toThrow('paid with another value')
    await expect(secondIssue).rejects.toBeInstanceOf(IssuerRefused)
  })

  test('creates another charge after the first was deleted', async () => {
    const firstBoleto = await makeIssuer().issue(boletoRequest)
    await fakeAsaas.deleteInGateway(getPayment().id)
    expect((await makeIssuer().issue(boletoRequest)).externalId).not.toBe(firstBoleto.externalId)
  })
})

describe('validation of the response', () => {
  beforeEach(() => {
    fakeAsaas.state.today = today
  })

  const digitIndexes = { firstCheckDigit: 9, freeField: 25, thirdCheckDigit: 31, dueDate: 36, value: 46 }
  const changeDigit = (digits: string, index: number) =>
    digits.slice(0, index) + ((Number(digits[index]) + 1) % 10) + digits.slice(index + 1)

  test.each([
    ['a wrong check digit', (line: string) => changeDigit(line, digitIndexes.firstCheckDigit)],
    ['another value', (line: string) => changeDigit(line, digitIndexes.value)],
    ['another due date', (line: string) => changeDigit(line, digitIndexes.dueDate)],
    ['too few digits', (line: string) => line.slice(1)],
    [
      'a line of another boleto',
      (line: string) => changeDigit(changeDigit(line, digitIndexes.freeField), digitIndexes.thirdCheckDigit),
    ],
    ['no digits', () => '<script>'],
  ])('rejects a line with %s', async (_name, alterText) => {
    fakeAsaas.state.line = alterText
    const fault = await catchFault(makeIssuer().issue(boletoRequest))
    expect(fault).toBeInstanceOf(RemoteFault)
    expect(fault).toMatchObject({ reason: 'malformed' })
  })

  test.each([
    ['a wrong checksum', (pix: string) => `${pix.slice(0, -4)}0000`],
    ['no fields', () => 'PIX'],
    [
      'a key instead of a charge',
      () =>
        buildStaticPix({
          key: '52998224725',
          amount: 128_90,
          txid: null,
          merchantName: 'A',
          merchantCity: 'B',
        }),
    ],
  ])('drops a Pix code with %s and retains the boleto', async (_name, alterText) => {
    const warn = vi.spyOn(log, 'warn')
    fakeAsaas.state.pix = alterText
    expect(await makeIssuer().issue(boletoRequest)).toMatchObject({ pixPayload: null, value: 128_90 })
    expect(warn).toHaveBeenCalledWith({ externalId: getPayment().id }, 'gateway: Pix code not usable')
    warn.mockRestore()
  })

  test('issues boletos without Pix when the account has no Pix key', async () => {
    fakeAsaas.state.hasPixKey = false
    expect((await makeIssuer().issue(boletoRequest)).pixPayload).toBeNull()
  })
})

const faults: [Fault, string][] = [
  ['silent', 'timeout'],
  ['cut', 'unreachable'],
  ['stops-halfway', 'timeout'],
  ['status-429', 'status-429'],
  ['status-500', 'status-500'],
  ['status-503', 'status-503'],
  ['html-400', 'status-400'],
  ['html-200', 'malformed'],
  ['redirect', 'status-302'],
  ['malformed', 'malformed'],
  ['huge', 'too-large'],
]

describe.each([
  ['the look-up', 'GET', /^\/payments\?/],
  ['the customer', 'POST', /^\/customers/],
  ['the charge', 'POST', /^\/payments/],
  ['the line', 'GET', /identificationField/],
  ['the Pix code', 'GET', /pixQrCode/],
] as const)('failures at %s', (_name, method, path) => {
  test.each(faults)('%s allows a retry, which creates one boleto', async (fault, reason) => {
    fakeAsaas.state.today = today
    const issuer = makeIssuer({ timeoutMs: 500 })
    fakeAsaas.fail(fault, { method, path, times: 1 })
    const failure = await catchFault(issuer.issue(boletoRequest))
    expect(failure).toBeInstanceOf(RemoteFault)
    expect(failure).toMatchObject({ reason })
    expect(await issuer.issue(boletoRequest)).toMatchObject({ value: 128_90, state: 'registered' })
    expect(fakeAsaas.listCharges('pedido-7-0')).toHaveLength(1)
  })
})

test('throws a retryable fault for a rejected key, and logs an alert', async () => {
  const error = vi.spyOn(log, 'error')
  const fault = await catchFault(makeIssuer({}, 'wrong').issue(boletoRequest))
  expect(fault).toBeInstanceOf(RemoteFault)
  expect(fault).toMatchObject({ reason: 'access' })
  expect(error).toHaveBeenCalledWith({ status: 401 }, 'alert: the gateway does not take the key of the shop')
  error.mockRestore()
})

test('creates no charge when the address of the gateway is wrong', async () => {
  const fault = await catchFault(
    makeAsaasIssuer({ url: `${fakeAsaas.url}/elsewhere`, apiKey: asaasKey }, printedFields).issue(
      boletoRequest,
    ),
  )
  expect(fault).toMatchObject({ name: 'RemoteFault', reason: 'status-404' })
  expect(fakeAsaas.listRequests('POST', /./)).toEqual([])
})

test('pauses after two failures in a row, and sends requests again after the pause', async () => {
  let now = 0
  fakeAsaas.state.today = today
  const issuer = makeIssuer({ breaker: createBreaker({ failures: 2, pauseMs: 1_000, now: () => now }) })
  fakeAsaas.fail('status-500', { times: 2 })
  for (const _ of [1, 2]) await expect(issuer.issue(boletoRequest)).rejects.toThrow('status-500')
  await expect(issuer.issue(boletoRequest)).rejects.toThrow('paused')
  expect(fakeAsaas.requests).toHaveLength(2)
  now += 1_000
  expect(await issuer.issue(boletoRequest)).toMatchObject({ state: 'registered' })
})

describe('charges under a reference', () => {
  beforeEach(() => {
    fakeAsaas.state.today = today
  })

  test('returns the charges of a reference without deleted and foreign ones', async () => {
    const boleto = await makeIssuer().issue(boletoRequest)
    await makeIssuer().issue({ ...boletoRequest, reference: 'pedido-8-0' })
    expect(await makeIssuer().remote.find(boletoRequest.reference)).toMatchObject([
      { externalId: boleto.externalId, reference: boletoRequest.reference, state: 'open', value: 128_90 },
    ])
    await fakeAsaas.deleteInGateway(boleto.externalId ?? '')
    expect(await makeIssuer().remote.find(boletoRequest.reference)).toEqual([])
  })

  test('returns each charge as a boleto with the given reference', async () => {
    const boleto = await makeIssuer().issue(boletoRequest)
    const boletoNames = {
      orderId: 7,
      ordinal: 1,
      reference: 'pedido-7-1',
      documentDate: boletoRequest.documentDate,
    }
    expect(await makeIssuer().remote.describe(boleto.externalId ?? '', boletoNames)).toEqual({
      ...boleto,
      ordinal: 1,
      reference: 'pedido-7-1',
    })
    await expect(makeIssuer().remote.describe('pay_unknown', boletoNames)).rejects.toThrow('status-404')
  })
})

describe('a boleto read back', () => {
  beforeEach(() => {
    fakeAsaas.state.today = today
  })

  async function issueBoletoRemotely() {
    const issuer = makeIssuer()
    const { externalId } = await issuer.issue(boletoRequest)
    return { ...issuer.remote, externalId: externalId ?? '' }
  }

  const openBoleto = {
    reference: 'pedido-7-0',
    state: 'open',
    value: 128_90,
    payment: null,
    refunds: [],
    reversal: null,
  }

  test('returns open before the payment, even when overdue', async () => {
    const { read, externalId } = await issueBoletoRemotely()
    expect(await read(externalId)).toEqual({ ...openBoleto, externalId })
    await fakeAsaas.overdue(externalId)
    expect(await read(externalId)).toEqual({ ...openBoleto, externalId })
  })

  test.each(['CONFIRMED', 'RECEIVED', 'RECEIVED_IN_CASH'] as const)(
    'returns paid with dates, fee and way of payment when %s',
    async (status) => {
      const { read, externalId } = await issueBoletoRemotely()
      await fakeAsaas.pay(externalId, { status, paidOn: '2026-11-24', creditedOn: '2026-11-25' })
      const creditedOn = status === 'RECEIVED' ? '2026-11-25' : null
      const isPaidManually = status === 'RECEIVED_IN_CASH'
      const expectedFields = isPaidManually
        ? { fee: null, way: 'by-hand' }
        : { fee: 1_99, way: 'gateway-boleto' }
      const payment = { value: 128_90, paidOn: '2026-11-24', creditedOn, ...expectedFields }
      expect(await read(externalId)).toEqual({ ...openBoleto, externalId, state: 'paid', payment })
    },
  )

  test('returns the value of the boleto and a higher amount paid', async () => {
    const { read, externalId } = await issueBoletoRemotely()
    await fakeAsaas.pay(externalId, { value: 131.47 })
    expect(await read(externalId)).toMatchObject({ value: 128_90, payment: { value: 131_47, paidOn: today } })
  })

  test('uses today for a payment without a date', async () => {
    const { read, externalId } = await issueBoletoRemotely()
    getPayment().status = 'RECEIVED'
    expect(await read(externalId)).toMatchObject({
      state: 'paid',
      payment: { paidOn: today, creditedOn: null },
    })
  })

  test.each(['REFUNDED', 'REFUND_REQUESTED', 'CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE'])(
    'returns reversed when %s',
    async (status) => {
      const { read, externalId } = await issueBoletoRemotely()
      await fakeAsaas.pay(externalId)
      getPayment().status = status
      expect(await read(externalId)).toMatchObject({
        state: 'reversed',
        payment: { value: 128_90 },
        reversal: { date: null, parts: [] },
      })
    },
  )

  test('treats the last refund as the reversal of a refunded charge, and as a part before a chargeback', async () => {
    const { read, externalId } = await issueBoletoRemotely()
    await fakeAsaas.pay(externalId)
    await fakeAsaas.refundPart(externalId, { value: 100, effectiveDate: '2026-11-20 10:00:00' })
    await fakeAsaas.refundPart(externalId, { value: 28.9, effectiveDate: '2026-11-22 10:00:00' })
    getPayment().status = 'REFUNDED'
    expect((await read(externalId))?.reversal).toMatchObject({
      kind: 'refund',
      date: '2026-11-22',
      parts: [{ value: 100_00, date: '2026-11-20' }],
    })
    Object.assign(getPayment(), {
      status: 'CHARGEBACK_DISPUTE',
      chargeback: { disputeStartDate: '2026-11-24' },
    })
    expect((await read(externalId))?.reversal).toMatchObject({
      kind: 'chargeback',
      date: '2026-11-24',
      parts: [{ value: 100_00 }, { value: 28_90 }],
    })
  })

  test('returns date, amount and a stable key of each finished refund', async () => {
    const { read, externalId } = await issueBoletoRemotely()
    await fakeAsaas.pay(externalId, { byPix: true })
    for (const status of ['DONE', 'PENDING', 'CANCELLED'] as const)
      await fakeAsaas.refundPart(externalId, { value: 2.5, status, dateCreated: '2026-11-25 23:59:59' })
    const keyPrefix = `asaas/${externalId}/2026-11-25 23:59:59/250`
    expect((await read(externalId))?.refunds).toEqual([
      { key: `${keyPrefix}/1`, value: 2_50, date: today, document: `D${externalId}` },
    ])
    for (const refund of getPayment().refunds ?? [])
      Object.assign(refund, { status: 'DONE', effectiveDate: null })
    const keys = (await read(externalId))?.refunds.map(({ key, date }) => [key, date])
    expect(keys).toEqual([1, 2, 3].map((number) => [`${keyPrefix}/${number}`, '2026-11-25']))
  })

  test("rejects amounts below the minimum with the gateway's message", async () => {
    const rejectedIssue = makeIssuer().issue({ ...boletoRequest, value: 4_99 })
    await expect(rejectedIssue).rejects.toBeInstanceOf(IssuerRefused)
    await expect(rejectedIssue).rejects.toThrow('não pode ser menor que R$ 5,00')
  })

  test('treats an unknown status as open and logs a warning', async () => {
    const warn = vi.spyOn(log, 'warn')
    const { read, externalId } = await issueBoletoRemotely()
    getPayment().status = 'SOMETHING_NEW'
    expect(await read(externalId)).toMatchObject({ state: 'open' })
    expect(warn).toHaveBeenCalledWith({ externalId, status: 'SOMETHING_NEW' }, 'gateway: status not known')
    warn.mockRestore()
  })

  test('returns cancelled for a deleted charge, and paid after a payment of that charge', async () => {
    const { read, externalId } = await issueBoletoRemotely()
    await fakeAsaas.deleteInGateway(externalId)
    expect(await read(externalId)).toMatchObject({ state: 'cancelled' })
    await fakeAsaas.pay(externalId)
    expect(await read(externalId)).toMatchObject({ state: 'paid' })
  })

  test('returns no boleto for an unknown charge, and never puts an invalid id into an address', async () => {
    const { read } = await issueBoletoRemotely()
    expect(await read('pay_999')).toBeUndefined()
    fakeAsaas.requests.length = 0
    for (const invalidId of ['..', 'a/b', '', '?x=1', 'x'.repeat(61)])
      expect(await read(invalidId)).toBeUndefined()
    expect(fakeAsaas.requests).toEqual([])
  })

  test.each<Record<string, unknown>>([
    { value: 128.901 },
    { value: '128,90' },
    { id: 'pay_other' },
    { dueDate: '2026-02-30' },
    { status: null },
  ])('rejects a response with %o', async (change) => {
    const { read, externalId } = await issueBoletoRemotely()
    const payment = getPayment()
    Object.assign(payment, change)
    // Only the second read returns another id, because the fake first finds the charge by its id.
    if (change.id)
      Object.defineProperty(payment, 'id', { get: changeAfterFirstRead(externalId, 'pay_other') })
    await expect(read(externalId)).rejects.toThrow('malformed')
  })

  function changeAfterFirstRead(firstValue: string, laterValue: string) {
    let readCount = 0
    return () => {
      readCount += 1
      return readCount === 1 ? firstValue : laterValue
    }
  }
})

describe('cancelling a boleto', () => {
  beforeEach(() => {
    fakeAsaas.state.today = today
  })

  test('deletes the charge, and accepts a second call', async () => {
    const issuer = makeIssuer()
    const { externalId } = await issuer.issue(boletoRequest)
    for (const _ of [1, 2]) await issuer.remote.cancel(externalId ?? '')
    expect(getPayment().deleted).toBe(true)
    expect(fakeAsaas.listRequests('DELETE', /./)).toHaveLength(2)
  })

  test('accepts that the gateway does not find the charge', async () => {
    await expect(makeIssuer().remote.cancel('pay_999')).resolves.toBeUndefined()
  })

  test('rejects the cancellation of a paid charge, which is not deleted', async () => {
    const issuer = makeIssuer()
    const { externalId } = await issuer.issue(boletoRequest)
    await fakeAsaas.pay(externalId ?? '')
    const cancelled = issuer.remote.cancel(externalId ?? '')
    await expect(cancelled).rejects.toThrow('paid')
    await expect(cancelled).rejects.toBeInstanceOf(IssuerRefused)
    expect(getPayment().deleted).toBe(false)
  })

  test('accepts a second call after the response of the first was lost', async () => {
    const issuer = makeIssuer({ timeoutMs: 500 })
    const { externalId } = await issuer.issue(boletoRequest)
    fakeAsaas.fail('done-silent', { method: 'DELETE', times: 1 })
    await expect(issuer.remote.cancel(externalId ?? '')).rejects.toThrow('timeout')
    await issuer.remote.cancel(externalId ?? '')
    expect(getPayment().deleted).toBe(true)
  })
})
