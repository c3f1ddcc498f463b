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

let fakeBank: FakePixBank

beforeAll(async () => {
  fakeBank = await startFakePixBank()
  return fakeBank.close
})
beforeEach(() => fakeBank.reset())

const today = toCivilDate(new Date())
const txid = makePixTxid(1052, 0, '0123456789abcdef0123456789abcdef')
const chargeRequest: PixChargeRequest = {
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

function makeBank(options: Options = {}, accessChanges: Partial<typeof fakeBank.access> = {}) {
  return makeOwnBankPix({ ...fakeBank.access, ...accessChanges }, { breaker: createBreaker(), ...options })
}

/** Returns the error with which a promise rejects, or 'none'. */
async function catchFault(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'none',
    (error) => error,
  )
}

describe('creating a charge', () => {
  test('sends value, due date, key and payer, and returns the code of the charge', async () => {
    const charge = await makeBank().createCharge(chargeRequest)
    expect(charge).toMatchObject({ txid, state: 'open', value: 128_90, payments: [] })
    expect(parsePix(charge.payload ?? '')).toMatchObject({
      valid: true,
      url: `pix.bank.example/qr/v2/cobv/${txid}`,
    })
    expect(fakeBank.findCharge(txid).requestBody).toEqual({
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

  test('sends fine, daily or monthly interest and discount of the boleto', async () => {
    const terms = {
      ...noTerms,
      finePercent: 200,
      interestPercent: 100,
      interestPerDay: 4,
      discountValue: 5_00,
      discountUntil: '2026-11-27',
    }
    await makeBank().createCharge({ ...chargeRequest, terms })
    expect(fakeBank.findCharge(txid).requestBody).toMatchObject({
      valor: {
        original: '128.90',
        multa: { modalidade: 2, valorPerc: '2.00' },
        juros: { modalidade: 1, valorPerc: '0.04' },
        desconto: { modalidade: 1, descontoDataFixa: [{ data: '2026-11-27', valorPerc: '5.00' }] },
      },
    })
    fakeBank.reset()
    await makeBank().createCharge({ ...chargeRequest, terms: { ...noTerms, interestPercent: 100 } })
    expect(fakeBank.findCharge(txid).requestBody).toMatchObject({
      valor: { original: '128.90', juros: { modalidade: 3, valorPerc: '1.00' } },
    })
  })

  test('leaves an immediate charge open through the days of grace, and sends the payer’s document and name', async () => {
    await makeBank({ today: () => new Date(`${today}T15:00:00Z`) }).createCharge({
      ...chargeRequest,
      kind: 'cob',
      dueDate: today,
      payer: { ...chargeRequest.payer, document: '12ABC34501DE35' },
    })
    expect(fakeBank.findCharge(txid).requestBody).toMatchObject({
      // 15:00 UTC is noon in São Paulo.
      calendario: { expiracao: 3 * 86_400 + 12 * 3600 },
      devedor: { cnpj: '12ABC34501DE35', nome: 'Ana Souza' },
    })
  })

  test('builds the Pix code from the location when the bank returns none', async () => {
    fakeBank.state.returnsCode = false
    const { payload } = await makeBank().createCharge(chargeRequest)
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
      await bankClient.createCharge({ ...chargeRequest, value })
      expect((await bankClient.findCharge('cobv', txid))?.value).toBe(value)
    },
  )

  test('returns an existing charge with its payments instead of creating another', async () => {
    const bankClient = makeBank()
    await bankClient.createCharge(chargeRequest)
    const { endToEndId } = fakeBank.pay(txid)
    expect(await bankClient.createCharge(chargeRequest)).toMatchObject({
      state: 'paid',
      payments: [{ endToEndId, txid, value: 128_90, paidOn: today, refunds: [] }],
    })
    expect(fakeBank.charges).toHaveLength(1)
  })

  test('throws the bank’s rejection of a foreign key, without the key', async () => {
    const fault = await catchFault(
      makeBank().createCharge({ ...chargeRequest, key: '11999990000@exemplo.test' }),
    )
    expect(fault).toBeInstanceOf(PixRefused)
    expect(fault).toMatchObject({
      message:
        'A requisição não respeita o schema. O campo chave corresponde a uma conta que não pertence a este usuário: …',
    })
  })

  test('shortens the bank’s rejection message to 200 characters, without e-mail addresses', () => {
    const longText = `${'a'.repeat(1_000_000)} `
    expect(formatProblem({ detail: longText })).toBe('a'.repeat(200))
    expect(formatProblem({ violacoes: [{ razao: 'ana@exemplo.test' }, { razao: longText }] })).toMatch(
      /^… a{198}$/,
    )
  })

  test('removes an open charge once, and finds no unknown charge', async () => {
    const bankClient = makeBank()
    await bankClient.createCharge(chargeRequest)
    await bankClient.removeCharge('cobv', txid)
    expect((await bankClient.findCharge('cobv', txid))?.state).toBe('removed')
    expect(await catchFault(bankClient.removeCharge('cobv', txid))).toBeInstanceOf(PixRefused)
    expect(await bankClient.findCharge('cobv', makePixTxid(1053, 0, 'f'.repeat(32)))).toBeUndefined()
  })
})

describe('access tokens', () => {
  test('requests one token for concurrent requests, and sends the user agent with each', async () => {
    const bankClient = makeBank()
    await Promise.all([
      bankClient.findCharge('cobv', txid),
      bankClient.findCharge('cobv', txid),
      bankClient.findWebhook(pixKey),
    ])
    expect(fakeBank.listRequests('POST', /^\/oauth/)).toHaveLength(1)
    for (const { headers } of fakeBank.requests) expect(headers['user-agent']).toBe('aeropub')
  })

  test('requests another token after a revoked one', async () => {
    const bankClient = makeBank()
    await bankClient.findCharge('cobv', txid)
    fakeBank.expireTokens()
    expect((await bankClient.createCharge(chargeRequest)).state).toBe('open')
    expect(fakeBank.listRequests('POST', /^\/oauth/)).toHaveLength(2)
  })

  test('renews a token of one hour in its last minute', async () => {
    let nowMs = 0
    const bankClient = makeBank({ now: () => nowMs })
    await bankClient.findCharge('cobv', txid)
    // 59 minutes and one millisecond.
    nowMs = 3_540_001
    await bankClient.findCharge('cobv', txid)
    expect(fakeBank.listRequests('POST', /^\/oauth/)).toHaveLength(2)
  })

  test('sends client and secret in the body if configured, and the bank’s headers', async () => {
    const bankClient = makeBank(
      {},
      { tokenAuth: 'body' as 'basic', headers: { 'x-application-key': 'of-the-bank' } },
    )
    await bankClient.findCharge('cobv', txid)
    const [tokenRequest, findRequest] = fakeBank.requests
    expect(tokenRequest?.authorization).toBe('')
    expect(new URLSearchParams(tokenRequest?.body).get('client_secret')).toBe(fakeBank.access.clientSecret)
    expect(findRequest?.headers['x-application-key']).toBe('of-the-bank')
  })

  test('preserves the query of the base address', async () => {
    await makeBank({}, { url: `${fakeBank.access.url}?app-key=1` }).findCharge('cobv', txid)
    expect(fakeBank.listRequests('GET', /\?app-key=1$/)).toHaveLength(1)
  })

  test.each<[string, () => Partial<typeof fakeBank.access>, string]>([
    ['a wrong secret', () => ({ clientSecret: 'another' }), 'bank-access'],
    ['a certificate unknown to the bank, which disconnects', () => fakeBank.stranger, 'unreachable'],
    ['missing certificate files', () => ({ certFile: '/nowhere/cert.pem' }), 'certificate'],
    ['the key of another certificate', () => ({ keyFile: fakeBank.stranger.keyFile }), 'certificate'],
    ['an untrusted server certificate', () => ({ caFile: fakeBank.stranger.certFile }), 'certificate'],
  ])('throws a retryable fault for %s', async (_name, access, reason) => {
    expect(await catchFault(makeBank({}, access()).findCharge('cobv', txid))).toMatchObject({
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
  ])('throws a retryable fault for %s: %s', async (fault, reason) => {
    fakeBank.fail(fault, { path: /^\/api/ })
    const work = makeBank({ timeoutMs: 2_000 }).createCharge(chargeRequest)
    expect(await catchFault(work)).toMatchObject({ name: 'RemoteFault', reason })
  })

  test.each<Fault>(['done-cut', 'done-silent'])(
    'creates one charge despite a failure after its creation (%s)',
    async (fault) => {
      const bankClient = makeBank({ timeoutMs: 2_000 })
      fakeBank.fail(fault, { method: 'PUT', times: 1 })
      expect(await catchFault(bankClient.createCharge(chargeRequest))).toMatchObject({ name: 'RemoteFault' })
      expect((await bankClient.createCharge(chargeRequest)).state).toBe('open')
      expect(fakeBank.charges).toHaveLength(1)
    },
  )

  test('pauses after two failures, and sends requests again after the pause', async () => {
    let nowMs = 0
    const bankClient = makeBank({ breaker: createBreaker({ failures: 2, pauseMs: 1000, now: () => nowMs }) })
    fakeBank.fail('status-503', { path: /^\/api/ })
    for (const _turn of [1, 2]) await catchFault(bankClient.findCharge('cobv', txid))
    const requestCountBefore = fakeBank.requests.length
    expect(await catchFault(bankClient.findCharge('cobv', txid))).toMatchObject({ reason: 'paused' })
    expect(fakeBank.requests).toHaveLength(requestCountBefore)
    fakeBank.heal()
    nowMs = 1001
    expect(await bankClient.findCharge('cobv', txid)).toBeUndefined()
  })
})

describe('received Pix payments', () => {
  test('are read from all pages of eight days, without payments that belong to no charge', async () => {
    fakeBank.state.pageSize = 2
    const hour = 3_600_000
    const now = Date.now()
    const transfers = Array.from({ length: 7 }, (_, index) =>
      fakeBank.transfer('10.00', txid, new Date(now - index * 24 * hour)),
    )
    const noTxid = undefined
    fakeBank.transfer('99.00', noTxid)
    const { payments } = await makeBank().listPayments(new Date(now - 8 * 24 * hour), new Date(now + hour))
    expect(payments.map(({ endToEndId }) => endToEndId).sort()).toEqual(
      transfers.map(({ endToEndId }) => endToEndId).sort(),
    )
  })

  test('are returned without unreadable ones, which are counted', async () => {
    fakeBank.transfer('10.00', txid)
    const hour = 3_600_000
    const unreadableAmount = '20,00'
    fakeBank.transfer(unreadableAmount, txid)
    fakeBank.transfer('30.00', txid)
    const { payments, unreadCount } = await makeBank().listPayments(
      new Date(Date.now() - hour),
      new Date(Date.now() + hour),
    )
    expect(payments.map(({ value }) => value)).toEqual([10_00, 30_00])
    expect(unreadCount).toBe(1)
  })

  test('are refunded once per id after a lost response, and never beyond their value', async () => {
    const bankClient = makeBank({ timeoutMs: 2_000 })
    const { endToEndId } = fakeBank.transfer('50.00', txid)
    const [refundId, otherRefundId] = ['a'.repeat(32), 'b'.repeat(32)]
    fakeBank.fail('done-cut', { method: 'PUT', times: 1 })
    await catchFault(bankClient.requestRefund(endToEndId, refundId, 20_00))
    expect(await bankClient.requestRefund(endToEndId, refundId, 20_00)).toMatchObject({
      id: refundId,
      state: 'processing',
      value: 20_00,
    })
    expect(fakeBank.payments[0]?.devolucoes).toHaveLength(1)
    expect(await catchFault(bankClient.requestRefund(endToEndId, otherRefundId, 40_00))).toBeInstanceOf(
      PixRefused,
    )
  })

  test('are not found by an unknown id', async () => {
    expect(await makeBank().findPayment('E'.repeat(32))).toBeUndefined()
  })
})

test('registers the webhook address for the key', async () => {
  const bankClient = makeBank()
  expect(await bankClient.findWebhook(pixKey)).toBeUndefined()
  await bankClient.setWebhook(pixKey, 'https://shop.example/webhooks/pix/token')
  expect(await bankClient.findWebhook(pixKey)).toBe('https://shop.example/webhooks/pix/token')
})
