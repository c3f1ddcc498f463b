import { expect, test } from 'vitest'
import { db, fake, makeBoleto, shop, stateOf, work } from '#tests/support/fakes/gateway-shop.ts'

const { saveSetting } = await import('#app/models/settings/setting.server.ts')
const { cancelOrder, confirmPayment } = await import('#app/models/orders/order-status.server.ts')
const { renewBoleto } = await import('#app/models/payments/boleto-renewal.server.ts')
const { withTransaction } = await import('#app/models/platform/db.server.ts')

const pending = 1
const confirmed = 2
const cancelled = 3
const today = fake.state.today
const byHand = { actorUserId: null, source: 'shop' } as const
const issue = (orderId: number, attempt: number) => shop.issueBoleto.run(String(orderId), { id: 1, attempt })
const makeOrder = async () => (await shop.makeOrder({ [await shop.makeDownload()]: 1 })).orderId
const open = () => fake.payments.filter(({ status, deleted }) => status === 'PENDING' && !deleted)

/** The gateway makes the charge of an order, and its answer is lost. */
async function loseAnswer(orderId: number): Promise<string> {
  fake.fail('done-cut', { method: 'POST', path: /^\/payments/, times: 1 })
  await expect(issue(orderId, 1)).rejects.toThrow('unreachable')
  const [charge] = open()
  if (!charge) throw new Error('no charge was made')
  return charge.id
}

async function boletosOf(orderId: number) {
  return db
    .selectFrom('boletos')
    .select(['ordinal', 'current_of', 'issuer', 'state', 'external_id', 'withdrawal_reason'])
    .where('order_id', '=', orderId)
    .orderBy('ordinal')
    .execute()
}

test('a charge whose answer was lost is the boleto at the next attempt', async () => {
  const orderId = await makeOrder()
  const externalId = await loseAnswer(orderId)
  await issue(orderId, 2)
  expect(await boletosOf(orderId)).toMatchObject([{ external_id: externalId, state: 'registered' }])
  expect(fake.payments).toHaveLength(1)
})

test.each(['asaas', 'own-bank'] as const)(
  'one for an order that was cancelled meanwhile is cancelled too, once, while new boletos are made by %s',
  async (issuer) => {
    const orderId = await makeOrder()
    await loseAnswer(orderId)
    await cancelOrder(orderId, byHand)
    await saveSetting('issuer', { issuer, agencyAndCode: '', wallet: '' })
    for (const attempt of [2, 3]) await issue(orderId, attempt)
    expect(open()).toEqual([])
    expect(fake.asked('DELETE', /./)).toHaveLength(1)
    expect(await stateOf(orderId)).toMatchObject({ status: cancelled, boletos: [], payments: [] })
  },
)

test('one that was paid after its order was cancelled brings its money: a late payment wins', async () => {
  const orderId = await makeOrder()
  const externalId = await loseAnswer(orderId)
  await cancelOrder(orderId, byHand)
  await fake.pay(externalId)
  for (const attempt of [2, 3]) await issue(orderId, attempt)
  expect(await stateOf(orderId)).toMatchObject({
    status: confirmed,
    boletos: ['paid'],
    payments: [{ event_key: `asaas/${externalId}`, problem: null, source: 'gateway' }],
    mails: ['mail-payment-confirmed', 'mail-staff-payment'],
  })
  expect(await boletosOf(orderId)).toEqual([
    {
      ordinal: 0,
      current_of: orderId,
      issuer: 'asaas',
      state: 'paid',
      external_id: externalId,
      withdrawal_reason: 'order-cancelled',
    },
  ])
  expect(await work(fake.webhookEvent('PAYMENT_RECEIVED', externalId))).toBe('known')
})

test('a payment of it reported before, and unmatched for an hour, still finds its order', async () => {
  const orderId = await makeOrder()
  const externalId = await loseAnswer(orderId)
  await cancelOrder(orderId, byHand)
  const sent = await fake.pay(externalId)
  await expect(work(sent)).rejects.toThrow('the boleto of this webhook event is not recorded yet')
  const before = new Date(Date.now() - 3_601_000)
  await db.updateTable('gateway_events').set({ received_at: before }).execute()
  expect(await work(sent)).toBe('unmatched')
  await issue(orderId, 2)
  expect(await stateOf(orderId)).toMatchObject({
    status: confirmed,
    boletos: ['paid'],
    payments: [{ problem: null }],
  })
})

test('one that is paid while it is being cancelled brings its money too', async () => {
  const orderId = await makeOrder()
  const externalId = await loseAnswer(orderId)
  await cancelOrder(orderId, byHand)
  fake.state.beforeDelete = () => void fake.pay(externalId)
  await issue(orderId, 2)
  expect(await stateOf(orderId)).toMatchObject({ status: confirmed, boletos: ['paid'] })
})

test('one for an order that was marked paid by hand is that order’s money, and nothing is queued twice', async () => {
  const orderId = await makeOrder()
  const externalId = await loseAnswer(orderId)
  await confirmPayment(orderId, byHand, today)
  await fake.pay(externalId)
  await issue(orderId, 2)
  expect(await stateOf(orderId)).toMatchObject({
    status: confirmed,
    boletos: ['paid'],
    payments: [{ problem: null }],
    mails: ['mail-payment-confirmed'],
  })
  expect(await boletosOf(orderId)).toMatchObject([{ withdrawal_reason: 'order-paid' }])
})

test('a payment whose charge no longer has its numbers is for the staff', async () => {
  const orderId = await makeOrder()
  const externalId = await loseAnswer(orderId)
  await cancelOrder(orderId, byHand)
  await fake.pay(externalId)
  fake.state.returnsLine = () => false
  await issue(orderId, 2)
  expect(await stateOf(orderId)).toMatchObject({
    status: cancelled,
    boletos: [],
    payments: [{ event_key: `asaas/${externalId}`, problem: 'unmatched' }],
  })
})

test('so is money over another amount than the order’s', async () => {
  const orderId = await makeOrder()
  const externalId = await loseAnswer(orderId)
  await cancelOrder(orderId, byHand)
  await db
    .updateTable('orders')
    .set({ total_publications: 1_00, shipping_value: 0, total: 1_00 })
    .where('id', '=', orderId)
    .execute()
  await fake.pay(externalId)
  await issue(orderId, 2)
  expect(await stateOf(orderId)).toMatchObject({
    status: cancelled,
    boletos: [],
    payments: [{ problem: 'unmatched' }],
  })
})

test('a charge the gateway makes without giving its numbers does not stay behind', async () => {
  const orderId = await makeOrder()
  fake.state.returnsLine = () => false
  await expect(issue(orderId, 1)).rejects.toMatchObject({ name: 'JobRefused' })
  expect(fake.payments).toMatchObject([{ deleted: true }])
  fake.state.returnsLine = () => true
  await issue(orderId, 2)
  expect(await stateOf(orderId)).toMatchObject({ status: pending, boletos: ['registered'] })
  expect(open()).toHaveLength(1)
})

test('a second copy under way when the first boleto is paid late is cancelled, the first is left alone', async () => {
  const { orderId, externalId } = await makeBoleto()
  await renewBoleto(orderId, {}, byHand)
  const second = await loseAnswerOf(orderId)
  expect(await work(await fake.pay(externalId))).toBe('late')
  await issue(orderId, 2)
  expect(fake.asked('DELETE', /./).map(({ path }) => path)).toEqual([`/payments/${second}`])
  expect(await stateOf(orderId)).toMatchObject({ status: confirmed, boletos: ['paid'] })
})

/** The same for a second copy, whose order has a charge already. */
async function loseAnswerOf(orderId: number): Promise<string> {
  const before = open().map(({ id }) => id)
  fake.fail('done-cut', { method: 'POST', path: /^\/payments/, times: 1 })
  await expect(issue(orderId, 1)).rejects.toThrow('unreachable')
  return open().find(({ id }) => !before.includes(id))?.id ?? ''
}

test('when the bank makes the boleto after all, the charge of the gateway is cancelled', async () => {
  const orderId = await makeOrder()
  await loseAnswer(orderId)
  await saveSetting('issuer', { issuer: 'own-bank', agencyAndCode: '', wallet: '' })
  await issue(orderId, 2)
  expect(open()).toEqual([])
  expect(await boletosOf(orderId)).toMatchObject([
    { issuer: 'own-bank', state: 'made', withdrawal_reason: null },
  ])
})

test('when that charge was paid, its money confirms the order and the bank’s boleto is withdrawn', async () => {
  const orderId = await makeOrder()
  const externalId = await loseAnswer(orderId)
  await saveSetting('issuer', { issuer: 'own-bank', agencyAndCode: '', wallet: '' })
  await fake.pay(externalId)
  await issue(orderId, 2)
  expect(await boletosOf(orderId)).toMatchObject([
    { ordinal: 0, current_of: orderId, issuer: 'own-bank', withdrawal_reason: 'order-paid' },
    { ordinal: 1, current_of: null, issuer: 'asaas', state: 'paid', external_id: externalId },
  ])
  expect(await stateOf(orderId)).toMatchObject({ status: confirmed, payments: [{ problem: null }] })
})

test('a charge whose order is cancelled before it is recorded is cancelled at once', async () => {
  const orderId = await makeOrder()
  const made = new Promise<void>((resolve) => {
    fake.state.beforeCreate = resolve
  })
  const running = await withTransaction(async (trx) => {
    await trx.updateTable('orders').set({ status: cancelled }).where('id', '=', orderId).execute()
    const run = issue(orderId, 1)
    await made
    return { run }
  })
  await running.run
  expect(fake.payments).toMatchObject([{ deleted: true }])
  expect(await boletosOf(orderId)).toEqual([])
})

test('a gateway that keeps such a charge is for a person, one that does not answer is asked again', async () => {
  const orderId = await makeOrder()
  await loseAnswer(orderId)
  await cancelOrder(orderId, byHand)
  fake.fail('status-500', { times: 1 })
  await expect(issue(orderId, 2)).rejects.toThrow('status-500')
  fake.state.keeps = 'Cobrança em processamento.'
  await expect(issue(orderId, 3)).rejects.toMatchObject({ name: 'JobRefused' })
  expect(open()).toHaveLength(1)
})

test('the gateway is asked only where such a charge can be', async () => {
  const { orderId } = await makeBoleto()
  fake.requests.length = 0
  await issue(orderId, 1)
  expect(fake.requests).toEqual([])
  await issue(orderId, 2)
  expect(fake.asked('GET', /^\/payments\?/)).toHaveLength(2)
  expect(fake.requests).toHaveLength(2)
  const other = await makeOrder()
  await cancelOrder(other, byHand)
  await issue(other, 1)
  expect(fake.requests).toHaveLength(3)
  await saveSetting('issuer', { issuer: 'own-bank', agencyAndCode: '', wallet: '' })
  await issue(await makeOrder(), 1)
  await issue(4_000_000, 2)
  expect(fake.requests).toHaveLength(3)
})

test('while the key is rejected the boleto is attempted again, and one mail confirms the order', async () => {
  const orderId = await makeOrder()
  fake.state.key = 'another'
  for (const attempt of [1, 2])
    await expect(issue(orderId, attempt)).rejects.toMatchObject({ name: 'RemoteFault', reason: 'access' })
  const openMails = () =>
    db
      .selectFrom('outbox')
      .select('job')
      .where('job', 'like', 'mail-%')
      .where('done_at', 'is', null)
      .orderBy('id')
      .execute()
  expect(await openMails()).toEqual([{ job: 'mail-order-without-boleto' }])
  fake.state.key = fake.environment.ASAAS_API_KEY
  await issue(orderId, 3)
  expect(await stateOf(orderId)).toMatchObject({ status: pending, boletos: ['registered'] })
  expect(await openMails()).toEqual([{ job: 'mail-order-received' }])
})
