import { expect, test, vi } from 'vitest'
import { scaleRounds } from '#tests/support/attacks/chance.ts'
import {
  db,
  fake,
  makeGatewayBoleto,
  processEvent,
  processWebhookEvent,
  readOrderState,
  shop,
  storeEvent,
} from '#tests/support/fakes/gateway-shop.ts'

const { log } = await import('#app/log.server.ts')

const pending = 1
const confirmed = 2
const makePaidState = (externalId: string, value: number) => ({
  status: confirmed,
  boletos: ['paid'],
  payments: [{ event_key: `asaas/${externalId}`, value, problem: null, source: 'gateway' }],
  mails: ['mail-payment-confirmed'],
})

test('loads a payment from the gateway and confirms its order', async () => {
  const { orderId, externalId, value } = await makeGatewayBoleto()
  expect(await processEvent(await fake.pay(externalId))).toBe('confirmed')
  expect(await readOrderState(orderId)).toEqual(makePaidState(externalId, value))
})

test('charges, receives and counts R$ 99.999.999,99 to the centavo (D136)', async () => {
  const highest = 99_999_999_99
  const { orderId, externalId, value } = await makeGatewayBoleto(highest)
  expect(value).toBe(highest)
  expect(await processEvent(await fake.pay(externalId))).toBe('confirmed')
  expect(await readOrderState(orderId)).toEqual(makePaidState(externalId, highest))
})

test('ignores the content of a webhook event: an unpaid charge pays nothing', async () => {
  const { orderId, externalId } = await makeGatewayBoleto()
  const forgedEvent = fake.makeWebhookEvent('PAYMENT_RECEIVED', externalId)
  forgedEvent.payment.status = 'RECEIVED'
  expect(await processEvent(forgedEvent)).toBe('open')
  expect(await readOrderState(orderId)).toMatchObject({
    status: pending,
    boletos: ['registered'],
    payments: [],
  })
})

test('a hundred copies of a webhook event and its related events pay once', async () => {
  const { orderId, externalId, value } = await makeGatewayBoleto()
  const paymentEvent = await fake.pay(externalId)
  const relatedEvents = [
    fake.makeWebhookEvent('PAYMENT_CONFIRMED', externalId),
    fake.makeWebhookEvent('PAYMENT_RECEIVED', externalId),
  ]
  const ids = new Set(await Promise.all(Array.from({ length: 100 }, () => storeEvent(paymentEvent))))
  expect(ids.size).toBe(1)
  const runIds = [...ids, ...ids, ...ids]
  await Promise.all(runIds.map((id) => processWebhookEvent.run(String(id), { id: 1 })))
  for (const event of relatedEvents) expect(await processEvent(event)).toBe('known')
  expect(await readOrderState(orderId)).toEqual(makePaidState(externalId, value))
})

const events = ['created', 'confirmed', 'received', 'overdue', 'deleted'] as const
type Event = (typeof events)[number]

function listPermutations(events: readonly Event[]): Event[][] {
  if (events.length === 0) return [[]]
  return events.flatMap((first) =>
    listPermutations(events.filter((each) => each !== first)).map((permutation) => [first, ...permutation]),
  )
}

test('webhook events of a paid boleto have the same result in any order', {
  timeout: 300_000,
  meta: { slow: 'pays an order for up to 120 orders of the events' },
}, async () => {
  const { orderId, externalId, value } = await makeGatewayBoleto()
  const names = { created: 'PAYMENT_CREATED', confirmed: 'PAYMENT_CONFIRMED', received: 'PAYMENT_RECEIVED' }
  const others = { overdue: 'PAYMENT_OVERDUE', deleted: 'PAYMENT_DELETED' }
  await fake.pay(externalId)
  const permutations = listPermutations(events)
  const blockSize = permutations.length / scaleRounds(permutations.length)
  // The position within a block moves on, because the same position would repeat the same order of the last events.
  const isSampled = (index: number) => index % blockSize === Math.floor(index / blockSize) % blockSize
  for (const order of permutations.filter((_, index) => isSampled(index))) {
    await resetPayment(orderId)
    for (const event of order)
      await processEvent(fake.makeWebhookEvent({ ...names, ...others }[event], externalId))
    expect([order, await readOrderState(orderId)]).toEqual([order, makePaidState(externalId, value)])
  }
})

/** Resets the order to waiting for payment and deletes its payments. */
async function resetPayment(orderId: number) {
  await db.deleteFrom('outbox').where('job', 'in', ['mail-payment-confirmed', 'mail-staff-payment']).execute()
  await db.deleteFrom('payments').execute()
  await db.deleteFrom('subscriptions').execute()
  await db.updateTable('boletos').set({ state: 'registered' }).execute()
  await db.updateTable('orders').set({ status: pending, paid_on: null }).where('id', '=', orderId).execute()
}

const changes: Record<Event, (externalId: string) => Promise<unknown>> = {
  created: async () => {},
  confirmed: (id) => fake.pay(id, { status: 'CONFIRMED' }),
  received: (id) => fake.pay(id),
  overdue: (id) => fake.overdue(id),
  deleted: (id) => fake.deleteInGateway(id),
}

test.each<[Event[], number, string]>([
  [['created', 'overdue', 'confirmed', 'received'], confirmed, 'paid'],
  [['overdue', 'received'], confirmed, 'paid'],
  [['overdue', 'deleted'], pending, 'written-off'],
  [['deleted', 'received'], confirmed, 'paid'],
  [['confirmed', 'deleted'], confirmed, 'paid'],
  [['confirmed', 'overdue'], confirmed, 'paid'],
])('the gateway’s changes %j result in order status %i and boleto %s', async (happened, status, state) => {
  const { orderId, externalId } = await makeGatewayBoleto()
  for (const event of happened) {
    await changes[event](externalId)
    await processEvent(fake.makeWebhookEvent('PAYMENT_UPDATED', externalId))
  }
  expect(await readOrderState(orderId)).toMatchObject({ status, boletos: [state] })
})

test('a webhook event delivered again after a week changes nothing', async () => {
  const { orderId, externalId, value } = await makeGatewayBoleto()
  const paymentEvent = await fake.pay(externalId)
  await processEvent(paymentEvent)
  const weekAgo = new Date(Date.now() - 7 * 24 * 3_600_000)
  await db.updateTable('gateway_events').set({ received_at: weekAgo, processed_at: weekAgo }).execute()
  expect(await processEvent(paymentEvent)).toBe('confirmed')
  expect(await processEvent({ ...paymentEvent, id: 'evt_other' })).toBe('known')
  expect(await readOrderState(orderId)).toEqual(makePaidState(externalId, value))
})

test('leaves a different amount to staff and does not change the order', async () => {
  const { orderId, externalId, value } = await makeGatewayBoleto()
  expect(await processEvent(await fake.pay(externalId, { value: (value - 1_00) / 100 }))).toBe(
    'amount-differs',
  )
  expect(await readOrderState(orderId)).toMatchObject({
    status: pending,
    payments: [{ value: value - 1_00, problem: 'amount-differs' }],
    mails: ['mail-staff-payment'],
  })
})

test('reports a refunded payment to staff once; the order stays paid', async () => {
  const { orderId, externalId } = await makeGatewayBoleto()
  await processEvent(await fake.pay(externalId))
  expect(await processEvent(await fake.refund(externalId))).toBe('reversed')
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_REFUNDED', externalId))).toBe('known')
  expect(await readOrderState(orderId)).toMatchObject({
    status: confirmed,
    boletos: ['paid'],
    payments: [{ problem: null }, { event_key: `asaas/${externalId}/reversed`, problem: 'reversed' }],
    mails: ['mail-payment-confirmed', 'mail-staff-payment'],
  })
})

test('writes off the boleto of a payment refunded before its report; the order stays open', async () => {
  const { orderId, externalId } = await makeGatewayBoleto()
  await fake.pay(externalId)
  expect(await processEvent(await fake.refund(externalId))).toBe('reversed')
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_REFUNDED', externalId))).toBe('known')
  expect(await readOrderState(orderId)).toMatchObject({
    status: pending,
    boletos: ['written-off'],
    payments: [
      { event_key: `asaas/${externalId}`, problem: null },
      { event_key: `asaas/${externalId}/reversed`, problem: 'reversed' },
    ],
    mails: ['mail-staff-payment'],
  })
})

test('writes off a boleto deleted in the gateway’s own pages; the order stays open', async () => {
  const { orderId, externalId } = await makeGatewayBoleto()
  expect(await processEvent(await fake.deleteInGateway(externalId))).toBe('cancelled')
  expect(await readOrderState(orderId)).toMatchObject({
    status: pending,
    boletos: ['written-off'],
    payments: [],
  })
})

test('retries a payment reported before its boleto is recorded', async () => {
  const { orderId } = await shop.makeOrder({ [await shop.makeDownload()]: 1 })
  await shop.issueBoleto.run(String(orderId), { id: 1 })
  const [payment] = fake.payments
  await db.deleteFrom('boletos').execute()
  const paymentEvent = await fake.pay(payment?.id ?? '')
  await expect(processEvent(paymentEvent)).rejects.toThrow(
    'the boleto of this webhook event is not recorded yet',
  )
  expect(await readOrderState(orderId)).toMatchObject({ status: pending, payments: [] })
  await shop.issueBoleto.run(String(orderId), { id: 1 })
  expect(await processEvent(paymentEvent)).toBe('confirmed')
  expect(await readOrderState(orderId)).toMatchObject({ status: confirmed, boletos: ['paid'] })
})

test('leaves a payment without a boleto to staff after an hour', async () => {
  const { orderId, externalId } = await makeGatewayBoleto()
  await db.deleteFrom('boletos').execute()
  const id = await storeEvent(await fake.pay(externalId))
  const moreThanAnHourAgo = new Date(Date.now() - 3_601_000)
  await db.updateTable('gateway_events').set({ received_at: moreThanAnHourAgo }).execute()
  await processWebhookEvent.run(String(id), { id: 1 })
  expect(await readOrderState(orderId)).toMatchObject({
    status: pending,
    payments: [{ event_key: `asaas/${externalId}`, problem: 'unmatched' }],
    mails: ['mail-staff-payment'],
  })
})

test('leaves a payment for a foreign charge to staff at once', async () => {
  const { externalId, value } = await makeGatewayBoleto()
  const [charge] = fake.payments
  if (!charge) throw new Error('no charge')
  fake.payments.push({ ...charge, id: 'pay_foreign', externalReference: 'mesa-7', value: value / 100 })
  expect(await processEvent(await fake.pay('pay_foreign'))).toBe('unmatched')
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_UPDATED', externalId))).toBe('open')
})

test('ignores the deletion of a second charge and counts its payment', async () => {
  const { orderId } = await makeGatewayBoleto()
  const [charge] = fake.payments
  if (!charge) throw new Error('no charge')
  fake.payments.push({ ...charge, id: 'pay_twin' })
  await fake.deleteInGateway('pay_twin')
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_DELETED', 'pay_twin'))).toBe('known')
  expect(await readOrderState(orderId)).toMatchObject({ status: pending, boletos: ['registered'] })
  expect(await processEvent(await fake.pay('pay_twin'))).toBe('confirmed')
  expect(await readOrderState(orderId)).toMatchObject({ status: confirmed, boletos: ['paid'] })
})

test('retries an own charge unknown to the gateway, and leaves it to staff after an hour', async () => {
  const { orderId, externalId } = await makeGatewayBoleto()
  const paymentEvent = await fake.pay(externalId)
  const [charge] = fake.payments.splice(0)
  await expect(processEvent(paymentEvent)).rejects.toMatchObject({
    name: 'Error',
    message: 'the gateway does not know this boleto',
  })
  await db.deleteFrom('boletos').execute()
  await expect(processEvent(paymentEvent)).rejects.toThrow('the gateway does not know this boleto')
  const moreThanAnHourAgo = new Date(Date.now() - 3_601_000)
  await db.updateTable('gateway_events').set({ received_at: moreThanAnHourAgo }).execute()
  await expect(processEvent(paymentEvent)).rejects.toMatchObject({ name: 'JobRefused' })
  await shop.issueBoleto.run(String(orderId), { id: 1 })
  fake.payments.length = 0
  if (charge) fake.payments.push(charge)
  expect(await processEvent(paymentEvent)).toBe('confirmed')
})

test('ignores an unknown charge and a webhook event without a charge', async () => {
  const { externalId } = await makeGatewayBoleto()
  const paymentEvent = fake.makeWebhookEvent('PAYMENT_RECEIVED', externalId)
  paymentEvent.payment.id = 'pay_foreign'
  paymentEvent.payment.externalReference = 'mesa-7'
  expect(await processEvent(paymentEvent)).toBe('gone')
  const unprocessedWithoutCharge = { external_id: null, processed_at: null }
  await db.updateTable('gateway_events').set(unprocessedWithoutCharge).execute()
  expect(await processEvent(paymentEvent)).toBe('ignored')
})

test('retries when the gateway does not respond', async () => {
  const { orderId, externalId } = await makeGatewayBoleto()
  const paymentEvent = await fake.pay(externalId)
  fake.fail('status-500', { times: 1 })
  await expect(processEvent(paymentEvent)).rejects.toThrow('status-500')
  expect(await readOrderState(orderId)).toMatchObject({ status: pending })
  expect(await processEvent(paymentEvent)).toBe('confirmed')
})

test('retries and logs an alert when the gateway rejects the key', async () => {
  const { externalId } = await makeGatewayBoleto()
  const paymentEvent = await fake.pay(externalId)
  const error = vi.spyOn(log, 'error')
  fake.state.key = 'another'
  await expect(processEvent(paymentEvent)).rejects.toMatchObject({ name: 'RemoteFault', message: 'access' })
  expect(error).toHaveBeenCalledWith({ status: 401 }, 'alert: the gateway does not take the key of the shop')
  error.mockRestore()
  fake.state.key = fake.environment.ASAAS_API_KEY
  expect(await processEvent(paymentEvent)).toBe('confirmed')
})
