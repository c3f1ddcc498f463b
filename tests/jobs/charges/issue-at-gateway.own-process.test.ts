import { expect, test } from 'vitest'
import {
  db,
  fake,
  makeGatewayBoleto,
  processEvent,
  readOrderState,
  shop,
} from '#tests/support/fakes/gateway-shop.ts'

const { saveSetting } = await import('#app/models/settings/setting.server.ts')
const { cancelOrder, confirmPayment } = await import('#app/models/orders/order-status.server.ts')
const { renewBoleto } = await import('#app/models/payments/boleto-renewal.server.ts')
const { withTransaction } = await import('#app/models/platform/db.server.ts')

const pending = 1
const confirmed = 2
const cancelled = 3
const today = fake.state.today
const byHand = { actorUserId: null, source: 'shop' } as const
const runIssue = (orderId: number, attempt: number) =>
  shop.issueBoleto.run(String(orderId), { id: 1, attempt })
const makeOrder = async () => (await shop.makeOrder({ [await shop.makeDownload()]: 1 })).orderId
const listOpenCharges = () => fake.payments.filter(({ status, deleted }) => status === 'PENDING' && !deleted)

/** Creates the charge of an order at the gateway and loses the response. */
async function issueWithLostAnswer(orderId: number): Promise<string> {
  fake.fail('done-cut', { method: 'POST', path: /^\/payments/, times: 1 })
  await expect(runIssue(orderId, 1)).rejects.toThrow('unreachable')
  const [charge] = listOpenCharges()
  if (!charge) throw new Error('no charge was made')
  return charge.id
}

async function listBoletos(orderId: number) {
  return db
    .selectFrom('boletos')
    .select(['ordinal', 'current_of', 'issuer', 'state', 'external_id', 'withdrawal_reason'])
    .where('order_id', '=', orderId)
    .orderBy('ordinal')
    .execute()
}

test('records the charge of a lost response as the boleto on the next attempt', async () => {
  const orderId = await makeOrder()
  const externalId = await issueWithLostAnswer(orderId)
  await runIssue(orderId, 2)
  expect(await listBoletos(orderId)).toMatchObject([{ external_id: externalId, state: 'registered' }])
  expect(fake.payments).toHaveLength(1)
})

test.each(['asaas', 'own-bank'] as const)(
  'cancels the charge of a cancelled order once while the issuer is %s',
  async (issuer) => {
    const orderId = await makeOrder()
    await issueWithLostAnswer(orderId)
    await cancelOrder(orderId, byHand)
    await saveSetting('issuer', { issuer, agencyAndCode: '', wallet: '' })
    for (const attempt of [2, 3]) await runIssue(orderId, attempt)
    expect(listOpenCharges()).toEqual([])
    expect(fake.listRequests('DELETE', /./)).toHaveLength(1)
    expect(await readOrderState(orderId)).toMatchObject({ status: cancelled, boletos: [], payments: [] })
  },
)

test('confirms a cancelled order when its unrecorded charge was paid', async () => {
  const orderId = await makeOrder()
  const externalId = await issueWithLostAnswer(orderId)
  await cancelOrder(orderId, byHand)
  await fake.pay(externalId)
  for (const attempt of [2, 3]) await runIssue(orderId, attempt)
  expect(await readOrderState(orderId)).toMatchObject({
    status: confirmed,
    boletos: ['paid'],
    payments: [{ event_key: `asaas/${externalId}`, problem: null, source: 'gateway' }],
    mails: ['mail-payment-confirmed', 'mail-staff-payment'],
  })
  expect(await listBoletos(orderId)).toEqual([
    {
      ordinal: 0,
      current_of: orderId,
      issuer: 'asaas',
      state: 'paid',
      external_id: externalId,
      withdrawal_reason: 'order-cancelled',
    },
  ])
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_RECEIVED', externalId))).toBe('known')
})

test('matches a payment that was reported earlier and stayed unmatched for an hour', async () => {
  const orderId = await makeOrder()
  const externalId = await issueWithLostAnswer(orderId)
  await cancelOrder(orderId, byHand)
  const paymentEvent = await fake.pay(externalId)
  await expect(processEvent(paymentEvent)).rejects.toThrow(
    'the boleto of this webhook event is not recorded yet',
  )
  const moreThanAnHourAgo = new Date(Date.now() - 3_601_000)
  await db.updateTable('gateway_events').set({ received_at: moreThanAnHourAgo }).execute()
  expect(await processEvent(paymentEvent)).toBe('unmatched')
  await runIssue(orderId, 2)
  expect(await readOrderState(orderId)).toMatchObject({
    status: confirmed,
    boletos: ['paid'],
    payments: [{ problem: null }],
  })
})

test('confirms the order when its charge is paid during the cancellation', async () => {
  const orderId = await makeOrder()
  const externalId = await issueWithLostAnswer(orderId)
  await cancelOrder(orderId, byHand)
  fake.state.beforeDelete = () => void fake.pay(externalId)
  await runIssue(orderId, 2)
  expect(await readOrderState(orderId)).toMatchObject({ status: confirmed, boletos: ['paid'] })
})

test('records the payment of a charge whose order was marked paid manually, and queues no second mail', async () => {
  const orderId = await makeOrder()
  const externalId = await issueWithLostAnswer(orderId)
  await confirmPayment(orderId, byHand, today)
  await fake.pay(externalId)
  await runIssue(orderId, 2)
  expect(await readOrderState(orderId)).toMatchObject({
    status: confirmed,
    boletos: ['paid'],
    payments: [{ problem: null }],
    mails: ['mail-payment-confirmed'],
  })
  expect(await listBoletos(orderId)).toMatchObject([{ withdrawal_reason: 'order-paid' }])
})

test('leaves a payment to staff when the gateway no longer returns the numbers of its charge', async () => {
  const orderId = await makeOrder()
  const externalId = await issueWithLostAnswer(orderId)
  await cancelOrder(orderId, byHand)
  await fake.pay(externalId)
  fake.state.returnsLine = () => false
  await runIssue(orderId, 2)
  expect(await readOrderState(orderId)).toMatchObject({
    status: cancelled,
    boletos: [],
    payments: [{ event_key: `asaas/${externalId}`, problem: 'unmatched' }],
  })
})

test('leaves a payment whose amount differs from the order to staff', async () => {
  const orderId = await makeOrder()
  const externalId = await issueWithLostAnswer(orderId)
  await cancelOrder(orderId, byHand)
  await db
    .updateTable('orders')
    .set({ total_publications: 1_00, shipping_value: 0, total: 1_00 })
    .where('id', '=', orderId)
    .execute()
  await fake.pay(externalId)
  await runIssue(orderId, 2)
  expect(await readOrderState(orderId)).toMatchObject({
    status: cancelled,
    boletos: [],
    payments: [{ problem: 'unmatched' }],
  })
})

test('deletes a charge that the gateway created without numbers', async () => {
  const orderId = await makeOrder()
  fake.state.returnsLine = () => false
  await expect(runIssue(orderId, 1)).rejects.toMatchObject({ name: 'JobRefused' })
  expect(fake.payments).toMatchObject([{ deleted: true }])
  fake.state.returnsLine = () => true
  await runIssue(orderId, 2)
  expect(await readOrderState(orderId)).toMatchObject({ status: pending, boletos: ['registered'] })
  expect(listOpenCharges()).toHaveLength(1)
})

test('cancels only the unrecorded charge of a renewal when the first boleto is paid late', async () => {
  const { orderId, externalId } = await makeGatewayBoleto()
  await renewBoleto(orderId, {}, byHand)
  const secondChargeId = await issueSecondWithLostAnswer(orderId)
  expect(await processEvent(await fake.pay(externalId))).toBe('late')
  await runIssue(orderId, 2)
  expect(fake.listRequests('DELETE', /./).map(({ path }) => path)).toEqual([`/payments/${secondChargeId}`])
  expect(await readOrderState(orderId)).toMatchObject({ status: confirmed, boletos: ['paid'] })
})

/** Creates a second charge, for an order that already has one. */
async function issueSecondWithLostAnswer(orderId: number): Promise<string> {
  const earlierIds = listOpenCharges().map(({ id }) => id)
  fake.fail('done-cut', { method: 'POST', path: /^\/payments/, times: 1 })
  await expect(runIssue(orderId, 1)).rejects.toThrow('unreachable')
  return listOpenCharges().find(({ id }) => !earlierIds.includes(id))?.id ?? ''
}

test('cancels the gateway’s charge after a switch to the bank’s boleto', async () => {
  const orderId = await makeOrder()
  await issueWithLostAnswer(orderId)
  await saveSetting('issuer', { issuer: 'own-bank', agencyAndCode: '', wallet: '' })
  await runIssue(orderId, 2)
  expect(listOpenCharges()).toEqual([])
  expect(await listBoletos(orderId)).toMatchObject([
    { issuer: 'own-bank', state: 'made', withdrawal_reason: null },
  ])
})

test('confirms the order and withdraws the bank’s boleto when the gateway’s charge was paid', async () => {
  const orderId = await makeOrder()
  const externalId = await issueWithLostAnswer(orderId)
  await saveSetting('issuer', { issuer: 'own-bank', agencyAndCode: '', wallet: '' })
  await fake.pay(externalId)
  await runIssue(orderId, 2)
  expect(await listBoletos(orderId)).toMatchObject([
    { ordinal: 0, current_of: orderId, issuer: 'own-bank', withdrawal_reason: 'order-paid' },
    { ordinal: 1, current_of: null, issuer: 'asaas', state: 'paid', external_id: externalId },
  ])
  expect(await readOrderState(orderId)).toMatchObject({ status: confirmed, payments: [{ problem: null }] })
})

test('cancels a charge at once when the order was cancelled before the charge was recorded', async () => {
  const orderId = await makeOrder()
  const chargeCreated = new Promise<void>((resolve) => {
    fake.state.beforeCreate = resolve
  })
  const running = await withTransaction(async (trx) => {
    await trx.updateTable('orders').set({ status: cancelled }).where('id', '=', orderId).execute()
    const run = runIssue(orderId, 1)
    await chargeCreated
    return { run }
  })
  await running.run
  expect(fake.payments).toMatchObject([{ deleted: true }])
  expect(await listBoletos(orderId)).toEqual([])
})

test('leaves the charge to staff if the gateway refuses to cancel, and retries after no response', async () => {
  const orderId = await makeOrder()
  await issueWithLostAnswer(orderId)
  await cancelOrder(orderId, byHand)
  fake.fail('status-500', { times: 1 })
  await expect(runIssue(orderId, 2)).rejects.toThrow('status-500')
  fake.state.deletionRefusal = 'Cobrança em processamento.'
  await expect(runIssue(orderId, 3)).rejects.toMatchObject({ name: 'JobRefused' })
  expect(listOpenCharges()).toHaveLength(1)
})

test('queries the gateway only if an unrecorded charge is possible', async () => {
  const { orderId } = await makeGatewayBoleto()
  fake.requests.length = 0
  await runIssue(orderId, 1)
  expect(fake.requests).toEqual([])
  // Before a second attempt, the first may have left a charge of this boleto or of the next.
  await runIssue(orderId, 2)
  expect(fake.listRequests('GET', /^\/payments\?/)).toHaveLength(2)
  expect(fake.requests).toHaveLength(2)
  const otherOrderId = await makeOrder()
  await cancelOrder(otherOrderId, byHand)
  await runIssue(otherOrderId, 1)
  expect(fake.requests).toHaveLength(3)
  await saveSetting('issuer', { issuer: 'own-bank', agencyAndCode: '', wallet: '' })
  await runIssue(await makeOrder(), 1)
  const unknownOrderId = 4_000_000
  await runIssue(unknownOrderId, 2)
  expect(fake.requests).toHaveLength(3)
})

test('retries while the key is rejected, and then issues the boleto and mails the order once', async () => {
  const orderId = await makeOrder()
  fake.state.key = 'another'
  for (const attempt of [1, 2])
    await expect(runIssue(orderId, attempt)).rejects.toMatchObject({ name: 'RemoteFault', reason: 'access' })
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
  await runIssue(orderId, 3)
  expect(await readOrderState(orderId)).toMatchObject({ status: pending, boletos: ['registered'] })
  expect(await openMails()).toEqual([{ job: 'mail-order-received' }])
})
