import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import {
  findCurrentBoleto,
  recordBoletoFile,
  recordOwnBankBoleto,
} from '#app/models/charges/boleto.server.ts'
import { findNextBoleto, makeBoletoMark } from '#app/models/charges/boleto-reference.server.ts'
import { isOrderReference } from '#app/models/payments/gateway-boleto.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { listUnpublished } from '#app/models/platform/outbox.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { bankAgreement } from '#tests/factories/shop.ts'

async function loadNextBoleto(orderId: number) {
  const nextBoleto = await findNextBoleto(orderId)
  if (!nextBoleto) throw new Error('the order does not exist')
  return nextBoleto
}

async function recordBoleto(orderId: number, dueDate = '2026-11-26') {
  const boletoFields = { value: 80_00, documentDate: '2026-11-21', dueDate }
  return recordOwnBankBoleto(orderId, bankAgreement, { ...(await loadNextBoleto(orderId)), ...boletoFields })
}

test('recording a boleto queues its PDF and mail, and adds a history entry', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  expect(await recordBoleto(orderId)).toBe(true)
  const jobs = await db
    .selectFrom('outbox')
    .select('job')
    .where('done_at', 'is', null)
    .orderBy('id')
    .execute()
  expect(jobs.map((row) => row.job)).toEqual(['issue-boleto', 'render-boleto', 'mail-order-received'])
  expect((await listHistory('order', orderId)).map((entry) => entry.action)).toEqual([
    'placed',
    'boleto-issued',
  ])
  await recordBoletoFile((await findCurrentBoleto(orderId))?.id ?? 0, 'boletos/1.pdf')
  expect(await findCurrentBoleto(orderId)).toMatchObject({
    pdf_file: 'boletos/1.pdf',
    due_date: '2026-11-26',
    value: 80_00,
  })
})

test('the boleto mail waits at most a minute for the PDF', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await recordBoleto(orderId)
  const selectMail = () => db.selectFrom('outbox').where('job', '=', 'mail-order-received')
  const isMailOffered = async () => (await listUnpublished(['mail-order-received'], 10)).length === 1
  expect(await isMailOffered()).toBe(false)
  const [mailJob] = await selectMail().select(['created_at', 'not_before']).execute()
  expect((mailJob?.not_before?.getTime() ?? 0) - (mailJob?.created_at.getTime() ?? 0)).toBeCloseTo(60_000, -3)
  await db
    .updateTable('outbox')
    .set({ not_before: new Date(Date.now() - 1000) })
    .execute()
  expect(await isMailOffered(), 'after the minute').toBe(true)
  await db
    .updateTable('outbox')
    .set({ not_before: new Date(Date.now() + 3_600_000) })
    .execute()
  expect(await isMailOffered(), 'held back').toBe(false)
  await recordBoletoFile((await findCurrentBoleto(orderId))?.id ?? 0, 'boletos/1.pdf')
  expect(await isMailOffered(), 'printed').toBe(true)
})

test('stores only one boleto when twenty workers record one concurrently', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  const dates = Array.from({ length: 20 }, (_, index) => `2026-12-${String(index + 1).padStart(2, '0')}`)
  await Promise.all(dates.map((date) => recordBoleto(orderId, date)))
  expect(await db.selectFrom('boletos').select('id').execute()).toHaveLength(1)
  expect(
    await db.selectFrom('outbox').select('id').where('job', '=', 'mail-order-received').execute(),
  ).toHaveLength(1)
  expect(await listHistory('order', orderId)).toHaveLength(2)
})

test.each([orderStatus.confirmed, orderStatus.cancelled, orderStatus.underReview])(
  'records no boleto for an order in status %i',
  async (status) => {
    const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
    await db.updateTable('orders').set({ status }).where('id', '=', orderId).execute()
    expect(await recordBoleto(orderId)).toBe(false)
    expect(await findCurrentBoleto(orderId)).toBeUndefined()
  },
)

test('the reference contains the order’s number, an ordinal and a mark that differs if the number is reused', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  const firstBoleto = await loadNextBoleto(orderId)
  expect(firstBoleto.reference).toMatch(new RegExp(`^pedido-${orderId}-0-[0-9a-f]{6}$`))
  expect(await loadNextBoleto(orderId)).toEqual(firstBoleto)
  await recordBoleto(orderId)
  const mark = firstBoleto.reference.slice(-6)
  expect(await loadNextBoleto(orderId)).toEqual({ ordinal: 1, reference: `pedido-${orderId}-1-${mark}` })
  const unknownOrderId = 4_000_000
  expect(await findNextBoleto(unknownOrderId)).toBeUndefined()
})

test('recognizes only a complete reference with the number and the mark of an existing order', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  const { reference } = await loadNextBoleto(orderId)
  expect(await isOrderReference(reference)).toBe(true)
  const reusedReference = `pedido-${orderId}-0-${makeBoletoMark('f'.repeat(32))}`
  const unknownReference = reference.replace(String(orderId), '4000000')
  for (const foreignReference of [reusedReference, `pedido-${orderId}-0`, unknownReference, 'mesa-7', null])
    expect([foreignReference, await isOrderReference(foreignReference)]).toEqual([foreignReference, false])
})
