import { expect, test } from 'vitest'
import { ownBankIssuer } from '#app/gateways/boleto-issuer/own-bank.server.ts'
import { findBoleto, recordBoleto, recordSlipFile } from '#app/models/boleto.server.ts'
import { db } from '#app/models/db.server.ts'
import { listHistory } from '#app/models/history.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { bankAgreement } from '#tests/factories/shop.ts'

async function issueFor(orderId: number, dueDate = '2026-11-26') {
  return ownBankIssuer(bankAgreement).issue({
    orderId,
    ordinal: 0,
    reference: `pedido-${orderId}-0`,
    value: 80_00,
    documentDate: '2026-11-21',
    dueDate,
  })
}

test('the slip brings its PDF and its mail, and the order’s history says so', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  expect(await recordBoleto(orderId, await issueFor(orderId))).toBe(true)
  const jobs = await db.selectFrom('outbox').select('job').orderBy('id').execute()
  expect(jobs.map((row) => row.job)).toEqual(['issue-boleto', 'render-slip', 'tell-order-received'])
  expect((await listHistory('order', orderId)).map((entry) => entry.action)).toEqual([
    'placed',
    'boleto-issued',
  ])
  await recordSlipFile((await findBoleto(orderId))?.id ?? 0, 'slips/1.pdf')
  expect(await findBoleto(orderId)).toMatchObject({
    slip_file: 'slips/1.pdf',
    due_date: '2026-11-26',
    value: 80_00,
  })
})

test('however many workers record at once, an order has one slip: the first', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  const dates = Array.from({ length: 20 }, (_, index) => `2026-12-${String(index + 1).padStart(2, '0')}`)
  await Promise.all(dates.map(async (date) => recordBoleto(orderId, await issueFor(orderId, date))))
  expect(await db.selectFrom('boletos').select('id').execute()).toHaveLength(1)
  expect(
    await db.selectFrom('outbox').select('id').where('job', '=', 'tell-order-received').execute(),
  ).toHaveLength(1)
  expect(await listHistory('order', orderId)).toHaveLength(2)
})

test.each([2, 3, 4])('an order in status %i gets no slip', async (status) => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await db.updateTable('orders').set({ status }).where('id', '=', orderId).execute()
  expect(await recordBoleto(orderId, await issueFor(orderId))).toBe(false)
  expect(await findBoleto(orderId)).toBeUndefined()
})
