import { expect, test } from 'vitest'
import { calculateAccessKeyDigit } from '#app/domain/orders/invoices/access-key.ts'
import {
  cancelInvoice,
  listInvoices,
  listOwnInvoices,
  type RecordedInvoice,
  recordInvoice,
} from '#app/models/orders/invoices/invoice.server.ts'
import { listOrderFiles } from '#app/models/orders/order-file.server.ts'
import { cancelOrder } from '#app/models/orders/order-status.server.ts'
import { saveStaffOrder } from '#app/models/orders/staff-order.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder, makeShipment, trackCode } from '#tests/factories/shipments.ts'

function makeKey(number: number): string {
  const keyWithoutDigit = `35261111222333000181550010${String(number).padStart(8, '0')}148291037`
  return `${keyWithoutDigit}${calculateAccessKeyDigit(keyWithoutDigit)}`
}

function makeInvoice(orderId: number, changes: Partial<RecordedInvoice> = {}): RecordedInvoice {
  const nfeFields = { model: 'nfe', key: makeKey(123), series: '1', number: '123', protocol: null } as const
  const authorisedAt = new Date('2026-11-03T12:00:00Z')
  return { orderId, invoiceId: null, seenVersion: 0, ...nfeFields, authorisedAt, files: [], ...changes }
}

async function loadNfe(orderId: number) {
  const order = await db
    .selectFrom('orders')
    .select('nfe')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return order.nfe
}

test('recording an NF-e stores its file, shows it to the owner, and copies and locks the order’s number', async () => {
  const { orderId, profileId } = await makePaidOrder()
  const file = { file: 'orders/a', name: 'nota.xml', type: 'application/xml', bytes: 10 }
  const id = await recordInvoice(makeInvoice(orderId, { files: [file] }), byStaff)
  expect(id).toBeTypeOf('number')
  expect(await loadNfe(orderId)).toBe('123')
  expect(await listOrderFiles(orderId)).toMatchObject([{ kind: 'nfe', name: 'nota.xml', invoiceId: id }])
  expect(await listOwnInvoices(orderId, profileId)).toMatchObject([{ number: '123', key: makeKey(123) }])
  expect(await listOwnInvoices(orderId, profileId + 1)).toEqual([])
  const orderEdit = { note: null, nfe: '999', lock_version: 0 }
  expect(await saveStaffOrder(orderId, orderEdit, byStaff)).toBe('nfe-locked')
})

test('allows one valid invoice per model, and each key for one order', async () => {
  const { orderId } = await makePaidOrder()
  const otherOrder = await makePaidOrder()
  await recordInvoice(makeInvoice(orderId), byStaff)
  expect(await recordInvoice(makeInvoice(orderId, { key: makeKey(124), number: '124' }), byStaff)).toBe(
    'taken',
  )
  expect(await recordInvoice(makeInvoice(otherOrder.orderId), byStaff)).toEqual({ keyOf: orderId })
  const nfseFields = { model: 'nfse', key: null, series: null, number: '7' } as const
  expect(await recordInvoice(makeInvoice(orderId, nfseFields), byStaff)).toBeTypeOf('number')
  expect(await loadNfe(orderId)).toBe('123')
})

test('changing an NF-e to an NFS-e clears the NF-e number of its order', async () => {
  const { orderId } = await makePaidOrder()
  const invoiceId = Number(await recordInvoice(makeInvoice(orderId), byStaff))
  const nfseFields = {
    invoiceId,
    seenVersion: 0,
    model: 'nfse',
    key: null,
    series: null,
    number: '7',
  } as const
  expect(await recordInvoice(makeInvoice(orderId, nfseFields), byStaff)).toBe(invoiceId)
  expect(await loadNfe(orderId)).toBeNull()
})

test('a cancelled invoice can be replaced, and an invoice of a cancelled order can be cancelled', async () => {
  const { orderId } = await makePaidOrder()
  const id = Number(await recordInvoice(makeInvoice(orderId), byStaff))
  const cancellation = { orderId, invoiceId: id, seenVersion: 0, cancelledAt: new Date(), reason: 'Erro' }
  await expect(cancelInvoice({ ...cancellation, seenVersion: 3 }, byStaff)).rejects.toThrow(StaleRecordError)
  expect(await cancelInvoice(cancellation, byStaff)).toBe('cancelled')
  expect(await cancelInvoice({ ...cancellation, seenVersion: 1 }, byStaff)).toBe('over')
  expect(await loadNfe(orderId)).toBeNull()
  const replacementId = await recordInvoice(
    makeInvoice(orderId, { key: makeKey(124), number: '124' }),
    byStaff,
  )
  expect(replacementId).toBeTypeOf('number')
  await cancelOrder(orderId, byStaff)
  const secondCancellation = { ...cancellation, invoiceId: Number(replacementId), seenVersion: 0 }
  expect(await cancelInvoice(secondCancellation, byStaff)).toBe('cancelled')
  expect((await listInvoices(orderId)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  const actions = (await listHistoryForStaff('order', orderId)).map(({ action }) => action)
  expect(actions).toContain('invoice-recorded')
  expect(actions).toContain('invoice-cancelled')
})

test('records no invoice of a cancelled or unknown order', async () => {
  const { orderId } = await makePaidOrder()
  await cancelOrder(orderId, byStaff)
  expect(await recordInvoice(makeInvoice(orderId), byStaff)).toBe('not-paid')
  const unknownOrderId = orderId + 1000
  expect(await recordInvoice(makeInvoice(unknownOrderId), byStaff)).toBe('unknown-order')
})

test('rejects a dispatch until an invoice is recorded if the settings require one', async () => {
  const order = await makePaidOrder()
  const shipmentId = await makeShipment(order)
  const dispatch = { date: '2026-11-05', trackCode }
  await saveSetting('fiscal', { regime: 'simples', refusesDispatchWithoutKey: true })
  expect(await markSent(shipmentId, dispatch, byStaff)).toBe('invoice-missing')
  await recordInvoice(makeInvoice(order.orderId), byStaff)
  expect(await markSent(shipmentId, dispatch, byStaff)).toBe('changed')
})
