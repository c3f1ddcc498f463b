import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noTerms } from '#app/domain/charges/boleto-terms.ts'
import { parsePix } from '#app/domain/charges/pix.ts'
import { makePixTxid } from '#app/domain/charges/pix-charge.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { createBreaker } from '#app/gateways/breaker.ts'
import { makeOwnBankPix } from '#app/gateways/pix/own-bank-pix.server.ts'
import { formatProblem } from '#app/gateways/pix/pix-answers.ts'
import { type PixChargeRequest, PixRefused } from '#app/gateways/pix/pix-bank.ts'
import { type FakePixBank, pixKey, startFakePixBank } from '#tests/support/fakes/fake-pix-bank.ts'
import type { Fault } from '#tests/support/fakes/fake-server.ts'

let fake: FakePixBank

beforeAll(async () => {
  fake = await startFakePixBank()
  return fake.close
})
beforeEach(() => fake.reset())

const today = toCivilDate(new Date())
const txid = makePixTxid(1052, 0, '0123456789abcdef0123456789abcdef')
const request: PixChargeRequest = {
  kind: 'cobv',
  txid,
  key: pixKey,
  value: 128_90,
  dueDate: addDays(today, 3),
  graceDays: 3,
  terms: noTerms,
  orderId: 1052,
  payer: {
    name: 'Ana Souza',
    document: '52998224725',
    street: 'Av. Exemplo, 100',
    city: 'Botucatu',
    state: 'SP',
    zipCode: '18603970',
  },
  receiver: { merchantName: 'Aeropub', merchantCity: 'Botucatu' },
}

type Options = Parameters<typeof makeOwnBankPix>[1]

function makeBank(options: Options = {}, access: Partial<typeof fake.access> = {}) {
  return makeOwnBankPix({ ...fake.access, ...access }, { breaker: createBreaker(), ...options })
}

async function catchFault(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'none',
    (error) => error,
  )
}

describe('creating a charge', () => {
  test('sends value, due date, key and payer, and returns the code of the charge', async () => {
    const charge = await makeBank().charge(request)
    expect(charge).toMatchObject({ txid, state: 'open', value: 128_90, payments: [] })
    expect(parsePix(charge.payload ?? '')).toMatchObject({
      valid: true,
      url: `pix.bank.example/qr/v2/cobv/${txid}`,
    })
    expect(fake.findCharge(txid).requestBody).toEqual({
      chave: pixKey,
      valor: { original: '128.90' },
      solicitacaoPagador: 'Pedido 1052',
      calendario: { dataDeVencimento: addDays(today, 3), validadeAposVencimento: 3 },
      devedor: {
        cpf: '52998224725',
        nome: 'Ana Souza',
        logradouro: 'Av. Exemplo, 100',
        cidade: 'Botucatu',
        uf: 'SP',
        cep: '18603970',
      },
    })
  })

  test('sends fine, interest and discount of its boleto', async () => {
    const terms = {
      ...noTerms,
      finePercent: 200,
      interestPercent: 100,
      interestPerDay: 4,
      discountValue: 5_00,
      discountUntil: '2026-11-27',
    }
    await makeBank().charge({ ...request, terms })
    expect(fake.findCharge(txid).requestBody).toMatchObject({
      valor: {
        original: '128.90',
        multa: { modalidade: 2, valorPerc: '2.00' },
        juros: { modalidade: 1, valorPerc: '0.04' },
        desconto: { modalidade: 1, descontoDataFixa: [{ data: '2026-11-27', valorPerc: '5.00' }] },
      },
    })
    fake.reset()
    await makeBank().charge({ ...request, terms: { ...noTerms, interestPercent: 100 } })
    expect(fake.findCharge(txid).requestBody).toMatchObject({
      valor: { original: '128.90', juros: { modalidade: 3, valorPerc: '1.00' } },
    })
  })

  test('leaves an immediate charge open through the days of grace, with document and name only', async () => {
    await makeBank({ today: () => new Date(`${today}T15:00:00Z`) }).charge({
      ...request,
      kind: 'cob',
      dueDate: today,
      payer: { ...request.payer, document: '12ABC34501DE35' },
    })
    expect(fake.findCharge(txid).requestBody).toMatchObject({
      // 15:00 UTC is noon in São Paulo.
      calendario: { expiracao: 3 * 86_400 + 12 * 3600 },
      devedor: { cnpj: '12ABC34501DE35', nome: 'Ana Souza' },
    })
  })

  test('builds the Pix code from the location when the bank returns none', async () => {
    fake.state.givesCode = false
    const { payload } = await makeBank().charge(request)
    expect(parsePix(payload ?? '')).toMatchObject({
      valid: true,
      url: `pix.bank.example/qr/v2/cobv/${txid}`,
      merchantName: 'Aeropub',
      merchantCity: 'Botucatu',
    })
  })

  test.each([1, 10, 1_15, 4_35, 1_005_01, 99_999_999_99])(
    'sends and returns %i centavos exactly',
    async (value) => {
      const bankClient = makeBank()
      await bankClient.charge({ ...request, value })
      expect((await bankClient.find('cobv', txid))?.value).toBe(value)
    },
  )

  test('returns an existing charge with its payments', async () => {
    const bankClient = makeBank()
    await bankClient.charge(request)
    const { endToEndId } = fake.pay(txid)
    expect(await bankClient.charge(request)).toMatchObject({
      state: 'paid',
      payments: [{ endToEndId, txid, value: 128_90, paidOn: today, refunds: [] }],
    })
    expect(fake.charges).toHaveLength(1)
  })

  test('rejects a foreign key permanently, without logging it', async () => {
    const fault = await catchFault(makeBank().charge({ ...request, key: '11999990000@exemplo.test' }))
    expect(fault).toBeInstanceOf(PixRefused)
    expect(fault).toMatchObject({
      message:
        'A requisição não respeita o schema. O campo chave corresponde a uma conta que não pertence a este usuário: …',
    })
  })

  test('shortens the bank’s rejection message', () => {
    const detail = `${'a'.repeat(1_000_000)} `
    expect(formatProblem({ detail })).toBe('a'.repeat(200))
    expect(formatProblem({ violacoes: [{ razao: 'ana@exemplo.test' }, { razao: detail }] })).toMatch(
      /^… a{198}$/,
    )
  })

  test('removes an open charge, never a paid one', async () => {
    const bankClient = makeBank()
    await bankClient.charge(request)
    await bankClient.remove('cobv', txid)
    expect((await bankClient.find('cobv', txid))?.state).toBe('removed')
    expect(await catchFault(bankClient.remove('cobv', txid))).toBeInstanceOf(PixRefused)
    expect(await bankClient.find('cobv', makePixTxid(1053, 0, 'f'.repeat(32)))).toBeUndefined()
  })
})

describe('access tokens', () => {
  test('requests one token with the shop’s certificate', async () => {
    const bankClient = makeBank()
    await Promise.all([
      bankClient.find('cobv', txid),
      bankClient.find('cobv', txid),
      bankClient.webhook(pixKey),
    ])
    expect(fake.listRequests('POST', /^\/oauth/)).toHaveLength(1)
    for (const { headers } of fake.requests) expect(headers['user-agent']).toBe('aeropub')
  })

  test('requests another token after a revoked one', async () => {
    const bankClient = makeBank()
    await bankClient.find('cobv', txid)
    fake.expireTokens()
    expect((await bankClient.charge(request)).state).toBe('open')
    expect(fake.listRequests('POST', /^\/oauth/)).toHaveLength(2)
  })

  test('renews the token in its last minute', async () => {
    let now = 0
    const bankClient = makeBank({ now: () => now })
    await bankClient.find('cobv', txid)
    now = 3_540_001
    await bankClient.find('cobv', txid)
    expect(fake.listRequests('POST', /^\/oauth/)).toHaveLength(2)
  })

  test('sends client and secret in the body if configured, and the bank’s headers', async () => {
    const bankClient = makeBank(
      {},
      { tokenAuth: 'body' as 'basic', headers: { 'x-application-key': 'of-the-bank' } },
    )
    await bankClient.find('cobv', txid)
    const [token, question] = fake.requests
    expect(token?.authorization).toBe('')
    expect(new URLSearchParams(token?.body).get('client_secret')).toBe(fake.access.clientSecret)
    expect(question?.headers['x-application-key']).toBe('of-the-bank')
  })

  test('preserves the query of the base address', async () => {
    await makeBank({}, { url: `${fake.access.url}?app-key=1` }).find('cobv', txid)
    expect(fake.listRequests('GET', /\?app-key=1$/)).toHaveLength(1)
  })

  test.each<[string, () => Partial<typeof fake.access>, string]>([
    ['a wrong secret', () => ({ clientSecret: 'another' }), 'bank-access'],
    ['a certificate unknown to the bank, which disconnects', () => fake.stranger, 'unreachable'],
    ['missing certificate files', () => ({ certFile: '/nowhere/cert.pem' }), 'certificate'],
    ['the key of another certificate', () => ({ keyFile: fake.stranger.keyFile }), 'certificate'],
    ['an untrusted server certificate', () => ({ caFile: fake.stranger.certFile }), 'certificate'],
  ])('allows a retry after %s', async (_what, access, reason) => {
    expect(await catchFault(makeBank({}, access()).find('cobv', txid))).toMatchObject({
      name: 'RemoteFault',
      reason,
    })
  })
})

describe('failures of the bank', () => {
  test.each<[Fault, string]>([
    ['silent', 'timeout'],
    ['cut', 'unreachable'],
    ['stops-halfway', 'timeout'],
    ['status-500', 'status-500'],
    ['status-503', 'status-503'],
    ['status-429', 'status-429'],
    ['malformed', 'malformed'],
    ['html-200', 'malformed'],
    ['redirect', 'status-302'],
    ['huge', 'too-large'],
  ])('allows a retry after %s: %s', async (fault, reason) => {
    fake.fail(fault, { path: /^\/api/ })
    const work = makeBank({ timeoutMs: 2_000 }).charge(request)
    expect(await catchFault(work)).toMatchObject({ name: 'RemoteFault', reason })
  })

  test.each<Fault>(['done-cut', 'done-silent'])(
    'creates one charge despite a failure after its creation (%s)',
    async (fault) => {
      const bankClient = makeBank({ timeoutMs: 2_000 })
      fake.fail(fault, { method: 'PUT', times: 1 })
      expect(await catchFault(bankClient.charge(request))).toMatchObject({ name: 'RemoteFault' })
      expect((await bankClient.charge(request)).state).toBe('open')
      expect(fake.charges).toHaveLength(1)
    },
  )

  test('pauses after repeated failures', async () => {
    let now = 0
    const bankClient = makeBank({ breaker: createBreaker({ failures: 2, pauseMs: 1000, now: () => now }) })
    fake.fail('status-503', { path: /^\/api/ })
    for (const _turn of [1, 2]) await catchFault(bankClient.find('cobv', txid))
    const before = fake.requests.length
    expect(await catchFault(bankClient.find('cobv', txid))).toMatchObject({ reason: 'paused' })
    expect(fake.requests).toHaveLength(before)
    fake.heal()
    now = 1001
    expect(await bankClient.find('cobv', txid)).toBeUndefined()
  })
})

describe('received Pix payments', () => {
  test('are read in pages for a period, each payment once', async () => {
    fake.state.pageSize = 2
    const hour = 3_600_000
    const now = Date.now()
    const made = Array.from({ length: 7 }, (_, index) =>
      fake.transfer('10.00', txid, new Date(now - index * 24 * hour)),
    )
    fake.transfer('99.00', undefined)
    const { payments } = await makeBank().payments(new Date(now - 8 * 24 * hour), new Date(now + hour))
    expect(payments.map(({ endToEndId }) => endToEndId).sort()).toEqual(
      made.map(({ endToEndId }) => endToEndId).sort(),
    )
  })

  test('are returned without unreadable ones, which are counted', async () => {
    fake.transfer('10.00', txid)
    const hour = 3_600_000
    fake.transfer('20,00', txid)
    fake.transfer('30.00', txid)
    const { payments, unreadCount } = await makeBank().payments(
      new Date(Date.now() - hour),
      new Date(Date.now() + hour),
    )
    expect(payments.map(({ value }) => value)).toEqual([10_00, 30_00])
    expect(unreadCount).toBe(1)
  })

  test('are refunded once per id, with any response', async () => {
    const bankClient = makeBank({ timeoutMs: 2_000 })
    const { endToEndId } = fake.transfer('50.00', txid)
    const id = 'a'.repeat(32)
    fake.fail('done-cut', { method: 'PUT', times: 1 })
    await catchFault(bankClient.refund(endToEndId, id, 20_00))
    expect(await bankClient.refund(endToEndId, id, 20_00)).toMatchObject({
      id,
      state: 'processing',
      value: 20_00,
    })
    expect(fake.payments[0]?.devolucoes).toHaveLength(1)
    expect(await catchFault(bankClient.refund(endToEndId, 'b'.repeat(32), 40_00))).toBeInstanceOf(PixRefused)
  })

  test('are empty for unknown charges', async () => {
    expect(await makeBank().payment('E'.repeat(32))).toBeUndefined()
  })
})

test('registers the webhook address for the key', async () => {
  const bankClient = makeBank()
  expect(await bankClient.webhook(pixKey)).toBeUndefined()
  await bankClient.setWebhook(pixKey, 'https://shop.example/webhooks/pix/token')
  expect(await bankClient.webhook(pixKey)).toBe('https://shop.example/webhooks/pix/token')
})
