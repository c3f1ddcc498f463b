import { expect, test, vi } from 'vitest'
import { db, fake, makeSlip, reconcilePayments, stateOf, work } from '#tests/support/gateway-shop.ts'

const { log } = await import('#app/log.server.ts')

const pending = 1
const confirmed = 2
const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
const asked = () => fake.asked('GET', /^\/payments\/\w+$/).map(({ path }) => path.split('/').at(-1))

test('a payment nobody told of is found, once, and noted as such', async () => {
  const { orderId, externalId, value } = await makeSlip()
  await fake.pay(externalId)
  expect(await reconcilePayments.run(now)).toEqual({ slipsChecked: 1, slipsPaid: 1, slipsFailed: 0 })
  expect(await reconcilePayments.run(now)).toEqual({ slipsChecked: 0, slipsPaid: 0, slipsFailed: 0 })
  expect(await stateOf(orderId)).toEqual({
    status: confirmed,
    slips: ['paid'],
    payments: [{ event_key: `asaas/${externalId}`, value, problem: null, source: 'reconciliation' }],
    told: ['tell-payment-confirmed'],
  })
})

test('the notice that comes after it changes nothing', async () => {
  const { orderId, externalId } = await makeSlip()
  const late = await fake.pay(externalId)
  await reconcilePayments.run(now)
  const before = await stateOf(orderId)
  expect(await work(late)).toBe('known')
  expect(await stateOf(orderId)).toEqual(before)
})

test('an open slip stays open, one cancelled there is written off', async () => {
  const open = await makeSlip()
  const gone = await makeSlip()
  await fake.deleteThere(gone.externalId)
  expect(await reconcilePayments.run(now)).toEqual({ slipsChecked: 2, slipsPaid: 0, slipsFailed: 0 })
  expect(await stateOf(open.orderId)).toMatchObject({ status: pending, slips: ['registered'] })
  expect(await stateOf(gone.orderId)).toMatchObject({ status: pending, slips: ['written-off'] })
})

test('those longest not asked about come first', async () => {
  const slips = [await makeSlip(), await makeSlip(), await makeSlip()]
  const [first, second, third] = slips.map(({ externalId }) => externalId)
  const check = (externalId: string | undefined, checkedAt: Date) =>
    db
      .updateTable('boletos')
      .set({ checked_at: checkedAt })
      .where('external_id', '=', externalId ?? '')
      .execute()
  await check(first, daysAgo(1))
  await check(second, daysAgo(2))
  fake.requests.length = 0
  await reconcilePayments.run(now)
  expect(asked()).toEqual([third, second, first])
})

test('slips given up are asked about for sixty days, as a late payment wins', async () => {
  const lately = await makeSlip()
  const longAgo = await makeSlip()
  const over = { retired_why: 'expired', state: 'written-off' } as const
  for (const [{ slipId }, day] of [
    [lately, daysAgo(59)],
    [longAgo, daysAgo(61)],
  ] as const)
    await db
      .updateTable('boletos')
      .set({ ...over, retired_at: day, state_at: day })
      .where('id', '=', slipId)
      .execute()
  await fake.pay(lately.externalId)
  await fake.pay(longAgo.externalId)
  expect(await reconcilePayments.run(now)).toEqual({ slipsChecked: 1, slipsPaid: 1, slipsFailed: 0 })
  expect(await stateOf(lately.orderId)).toMatchObject({ status: confirmed, slips: ['paid'] })
  expect(await stateOf(longAgo.orderId)).toMatchObject({ status: pending, slips: ['written-off'] })
})

test('one that fails stops no other', async () => {
  const bad = await makeSlip()
  const good = await makeSlip()
  await fake.pay(bad.externalId)
  await fake.pay(good.externalId)
  fake.fail('malformed', { path: new RegExp(`/${bad.externalId}$`), times: 1 })
  expect(await reconcilePayments.run(now)).toEqual({ slipsChecked: 2, slipsPaid: 1, slipsFailed: 1 })
  expect(await reconcilePayments.run(now)).toEqual({ slipsChecked: 1, slipsPaid: 1, slipsFailed: 0 })
})

test('a slip the gateway does not know counts as failed, and somebody is alerted', async () => {
  const { orderId, slipId } = await makeSlip()
  fake.payments.length = 0
  const error = vi.spyOn(log, 'error')
  expect(await reconcilePayments.run(now)).toEqual({ slipsChecked: 1, slipsPaid: 0, slipsFailed: 1 })
  expect(error).toHaveBeenCalledWith({ boleto: slipId }, 'alert: the gateway does not know a slip it made')
  error.mockRestore()
  expect(await stateOf(orderId)).toMatchObject({ status: pending, slips: ['registered'] })
})

test('a key that is not taken ends the run', async () => {
  for (const _ of [1, 2]) await makeSlip()
  fake.requests.length = 0
  fake.state.key = 'another'
  await expect(reconcilePayments.run(now)).rejects.toThrow('the gateway takes no questions now')
  expect(asked()).toHaveLength(1)
})

test('a gateway that wants to be left alone ends the run, which is tried again', async () => {
  const slips = [await makeSlip(), await makeSlip(), await makeSlip()]
  for (const { externalId } of slips) await fake.pay(externalId)
  fake.requests.length = 0
  fake.fail('status-429', { path: new RegExp(`/${slips[1]?.externalId}$`), times: 1 })
  await expect(reconcilePayments.run(now)).rejects.toThrow('the gateway takes no questions now')
  expect(asked()).toHaveLength(2)
  expect(await reconcilePayments.run(now)).toEqual({ slipsChecked: 2, slipsPaid: 2, slipsFailed: 0 })
})

test('no more than five hundred are asked about in a run', async () => {
  const { slipId } = await makeSlip()
  const slip = await db.selectFrom('boletos').selectAll().where('id', '=', slipId).executeTakeFirstOrThrow()
  const { id: _, ...row } = slip
  const copies = Array.from({ length: 500 }, (_, at) => ({
    ...row,
    current_of: null,
    ordinal: 1 + (at % 250),
    order_id: row.order_id,
    reference: `copy-${at}`,
    external_id: `pay_copy_${at}`,
    our_number: `9${at}`,
  }))
  const second = await makeSlip()
  const rows = copies.map((each, at) => (at < 250 ? each : { ...each, order_id: second.orderId }))
  await db.insertInto('boletos').values(rows).execute()
  fake.requests.length = 0
  expect(await reconcilePayments.run(now)).toMatchObject({ slipsChecked: 500 })
})
