import { expect, test, vi } from 'vitest'
import {
  db,
  fake,
  makeGatewayBoleto,
  processEvent,
  readOrderState,
  reconcilePayments,
} from '#tests/support/fakes/gateway-shop.ts'

const { log } = await import('#app/log.server.ts')

const pending = 1
const confirmed = 2
const now = new Date()
const getDaysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
const listQueriedCharges = () =>
  fake.listRequests('GET', /^\/payments\/\w+$/).map(({ path }) => path.split('/').at(-1))

test('records a payment without a webhook event once, with reconciliation as its source', async () => {
  const { orderId, externalId, value } = await makeGatewayBoleto()
  await fake.pay(externalId)
  expect(await reconcilePayments.run(now)).toMatchObject({
    boletosChecked: 1,
    boletosPaid: 1,
    boletosFailed: 0,
  })
  expect(await reconcilePayments.run(now)).toMatchObject({
    boletosChecked: 0,
    boletosPaid: 0,
    boletosFailed: 0,
  })
  expect(await readOrderState(orderId)).toEqual({
    status: confirmed,
    boletos: ['paid'],
    payments: [{ event_key: `asaas/${externalId}`, value, problem: null, source: 'reconciliation' }],
    mails: ['mail-payment-confirmed'],
  })
})

test('a later webhook event of a reconciled payment changes nothing', async () => {
  const { orderId, externalId } = await makeGatewayBoleto()
  const lateEvent = await fake.pay(externalId)
  await reconcilePayments.run(now)
  const stateBefore = await readOrderState(orderId)
  expect(await processEvent(lateEvent)).toBe('known')
  expect(await readOrderState(orderId)).toEqual(stateBefore)
})

test('leaves an open boleto open and writes off one cancelled at the gateway', async () => {
  const openGatewayBoleto = await makeGatewayBoleto()
  const deletedBoleto = await makeGatewayBoleto()
  await fake.deleteInGateway(deletedBoleto.externalId)
  expect(await reconcilePayments.run(now)).toMatchObject({
    boletosChecked: 2,
    boletosPaid: 0,
    boletosFailed: 0,
  })
  expect(await readOrderState(openGatewayBoleto.orderId)).toMatchObject({
    status: pending,
    boletos: ['registered'],
  })
  expect(await readOrderState(deletedBoleto.orderId)).toMatchObject({
    status: pending,
    boletos: ['written-off'],
  })
})

test('checks the boletos with the oldest check first', async () => {
  const boletos = [await makeGatewayBoleto(), await makeGatewayBoleto(), await makeGatewayBoleto()]
  const [first, second, third] = boletos.map(({ externalId }) => externalId)
  const setCheckedAt = (externalId: string | undefined, checkedAt: Date) =>
    db
      .updateTable('boletos')
      .set({ checked_at: checkedAt })
      .where('external_id', '=', externalId ?? '')
      .execute()
  await setCheckedAt(first, getDaysAgo(1))
  await setCheckedAt(second, getDaysAgo(2))
  fake.requests.length = 0
  await reconcilePayments.run(now)
  expect(listQueriedCharges()).toEqual([third, second, first])
})

test('checks withdrawn boletos for sixty days and accepts their late payment', async () => {
  const recentlyWithdrawn = await makeGatewayBoleto()
  const longWithdrawn = await makeGatewayBoleto()
  const expiredFields = { withdrawal_reason: 'expired', state: 'written-off' } as const
  for (const [{ boletoId }, day] of [
    [recentlyWithdrawn, getDaysAgo(59)],
    [longWithdrawn, getDaysAgo(61)],
  ] as const)
    await db
      .updateTable('boletos')
      .set({ ...expiredFields, withdrawn_at: day, state_at: day })
      .where('id', '=', boletoId)
      .execute()
  await fake.pay(recentlyWithdrawn.externalId)
  await fake.pay(longWithdrawn.externalId)
  expect(await reconcilePayments.run(now)).toMatchObject({
    boletosChecked: 1,
    boletosPaid: 1,
    boletosFailed: 0,
  })
  expect(await readOrderState(recentlyWithdrawn.orderId)).toMatchObject({
    status: confirmed,
    boletos: ['paid'],
  })
  expect(await readOrderState(longWithdrawn.orderId)).toMatchObject({
    status: pending,
    boletos: ['written-off'],
  })
})

test('continues after a boleto that fails', async () => {
  const failingBoleto = await makeGatewayBoleto()
  const knownBoleto = await makeGatewayBoleto()
  await fake.pay(failingBoleto.externalId)
  await fake.pay(knownBoleto.externalId)
  fake.fail('malformed', { path: new RegExp(`/${failingBoleto.externalId}$`), times: 1 })
  expect(await reconcilePayments.run(now)).toMatchObject({
    boletosChecked: 2,
    boletosPaid: 1,
    boletosFailed: 1,
  })
  expect(await reconcilePayments.run(now)).toMatchObject({
    boletosChecked: 1,
    boletosPaid: 1,
    boletosFailed: 0,
  })
})

test('counts a boleto unknown to the gateway as failed and logs an alert', async () => {
  const { orderId, boletoId } = await makeGatewayBoleto()
  fake.payments.length = 0
  const error = vi.spyOn(log, 'error')
  expect(await reconcilePayments.run(now)).toMatchObject({
    boletosChecked: 1,
    boletosPaid: 0,
    boletosFailed: 1,
  })
  expect(error).toHaveBeenCalledWith(
    { boleto: boletoId },
    'alert: the gateway does not know a boleto it made',
  )
  error.mockRestore()
  expect(await readOrderState(orderId)).toMatchObject({ status: pending, boletos: ['registered'] })
})

test('a rejected key ends the run', async () => {
  for (const _ of [1, 2]) await makeGatewayBoleto()
  fake.requests.length = 0
  fake.state.key = 'another'
  await expect(reconcilePayments.run(now)).rejects.toThrow('the gateway takes no questions now')
  expect(listQueriedCharges()).toHaveLength(1)
})

test('a rate limit of the gateway ends the run, and the next run continues', async () => {
  const boletos = [await makeGatewayBoleto(), await makeGatewayBoleto(), await makeGatewayBoleto()]
  for (const { externalId } of boletos) await fake.pay(externalId)
  fake.requests.length = 0
  fake.fail('status-429', { path: new RegExp(`/${boletos[1]?.externalId}$`), times: 1 })
  await expect(reconcilePayments.run(now)).rejects.toThrow('the gateway takes no questions now')
  expect(listQueriedCharges()).toHaveLength(2)
  expect(await reconcilePayments.run(now)).toMatchObject({
    boletosChecked: 2,
    boletosPaid: 2,
    boletosFailed: 0,
  })
})

test('checks at most five hundred boletos in a run', async () => {
  const { boletoId } = await makeGatewayBoleto()
  const boleto = await db
    .selectFrom('boletos')
    .selectAll()
    .where('id', '=', boletoId)
    .executeTakeFirstOrThrow()
  const { id: _, ...row } = boleto
  const boletosPerOrder = 250
  const copies = Array.from({ length: 2 * boletosPerOrder }, (_, index) => ({
    ...row,
    current_of: null,
    ordinal: 1 + (index % boletosPerOrder),
    order_id: row.order_id,
    reference: `copy-${index}`,
    external_id: `pay_copy_${index}`,
    our_number: `9${index}`,
  }))
  const { orderId: secondOrderId } = await makeGatewayBoleto()
  const rows = copies.map((copy, index) =>
    index < boletosPerOrder ? copy : { ...copy, order_id: secondOrderId },
  )
  await db.insertInto('boletos').values(rows).execute()
  fake.requests.length = 0
  expect(await reconcilePayments.run(now)).toMatchObject({ boletosChecked: 500 })
})

const getDaysLater = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000)
const formatKey = (payment: { externalId: string }) => `asaas/${payment.externalId}`

test('queries a paid charge daily, then weekly, until its payment can no longer be reversed', async () => {
  const { externalId } = await makeGatewayBoleto()
  await processEvent(await fake.pay(externalId))
  const reads = []
  for (let day = 0; day <= 100; day += 1) {
    fake.requests.length = 0
    await reconcilePayments.run(getDaysLater(day))
    if (listQueriedCharges().length > 0) reads.push(day)
  }
  expect(reads.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(reads.slice(10)).toEqual([17, 24, 31, 38, 45, 52, 59, 66, 73, 80, 87])
})

test('finds the credit date of a payment without a webhook event', async () => {
  const { externalId } = await makeGatewayBoleto()
  await processEvent(await fake.pay(externalId, { status: 'CONFIRMED' }))
  await fake.pay(externalId, { creditedOn: '2026-12-04' })
  expect(await reconcilePayments.run(getDaysLater(1))).toMatchObject({ paymentsChecked: 1 })
  expect(await db.selectFrom('payments').select('credited_on').execute()).toEqual([
    { credited_on: '2026-12-04' },
  ])
})

test('finds a chargeback of the second charge of a boleto', async () => {
  const { boletoId, externalId } = await makeGatewayBoleto()
  await processEvent(await fake.pay(externalId))
  const [firstCharge] = fake.payments
  if (firstCharge) fake.payments.unshift({ ...firstCharge, id: 'pay_second' })
  await processEvent(fake.makeWebhookEvent('PAYMENT_RECEIVED', 'pay_second'))
  await fake.chargeBack('pay_second')
  await reconcilePayments.run(getDaysLater(1))
  const reversals = await db
    .selectFrom('payments')
    .select(['event_key', 'boleto_id'])
    .where('problem', '=', 'reversed')
    .execute()
  expect(reversals).toEqual([{ event_key: 'asaas/pay_second/reversed', boleto_id: boletoId }])
})

test('finds an undone cash payment without a webhook event', async () => {
  const gatewayBoleto = await makeGatewayBoleto()
  await processEvent(await fake.pay(gatewayBoleto.externalId, { status: 'RECEIVED_IN_CASH' }))
  await fake.undoCashReceipt(gatewayBoleto.externalId)
  await reconcilePayments.run(getDaysLater(1))
  const reversal = await db
    .selectFrom('payments')
    .select('event_key')
    .where('problem', '=', 'reversed')
    .execute()
  expect(reversal).toEqual([{ event_key: `${formatKey(gatewayBoleto)}/elsewhere/reversed` }])
})

test('reports a differing charge to staff once, by mail, and again when it changes', async () => {
  const { externalId } = await makeGatewayBoleto()
  await processEvent(await fake.pay(externalId))
  const charge = fake.payments[0]
  if (charge) charge.status = 'PENDING'
  for (const day of [1, 2, 3]) await reconcilePayments.run(getDaysLater(day))
  const listWaiting = () =>
    db.selectFrom('gateway_events').select('id').where('attention', 'is not', null).execute()
  const [event] = await listWaiting()
  expect(await listWaiting()).toHaveLength(1)
  const mails = await db
    .selectFrom('outbox')
    .select('subject')
    .where('job', '=', 'mail-staff-gateway-event')
    .execute()
  expect(mails).toEqual([{ subject: String(event?.id) }])
  await fake.deleteInGateway(externalId)
  await reconcilePayments.run(getDaysLater(4))
  expect(await listWaiting()).toHaveLength(2)
})
