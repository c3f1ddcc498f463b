import { beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { indexUser } from '#app/models/accounts/person-words.server.ts'
import { addOrderFile, deleteOrderFileRow, listOwnOrderFiles } from '#app/models/orders/order-file.server.ts'
import { cancelOrder, confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { listEndingUnits, listStaffOrders, saveStaffOrder } from '#app/models/orders/staff-order.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { getProfileId, makeOrder } from '#tests/factories/orders.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeStaff } from '#tests/factories/shipments.ts'

const listQuery = { search: '', status: undefined, sort: 'id', direction: 'descending' } as const

beforeEach(async () => {
  await db.deleteFrom('order_files').execute()
})

async function findIds(search: string) {
  const { rows } = await listStaffOrders({ ...listQuery, search }, 1, 100)
  return rows.map((row) => row.id)
}

test('finds an order by number, NF-e, client, e-mail and registration, but not by the middle of a name', async () => {
  const { orderId, userId } = await makeOrder({ [await makePublication()]: 1 })
  const otherOrder = await makeOrder({ [await makePublication()]: 1 })
  await db.updateTable('orders').set({ nfe: 'NF-77120' }).where('id', '=', orderId).execute()
  await db
    .updateTable('order_lines')
    .set({ airplane_registration: 'PT-QZX' })
    .where('order_id', '=', orderId)
    .execute()
  await db
    .updateTable('profiles')
    .set({ name: 'Zélia Única', is_company: true, company_name: 'Xingu 100% Aviação' })
    .where('user_id', '=', userId)
    .execute()
  await db.updateTable('users').set({ email: 'zelia@unica.test' }).where('id', '=', userId).execute()
  await withTransaction((trx) => indexUser(trx, userId))
  for (const search of [
    'nf-77',
    'pt-qz',
    'ptqzx',
    'PT QZX',
    'zelia u',
    'xingu 100% A',
    'ZELIA@unica',
    'única',
    'aviação XINGU',
    'lia@un',
    String(orderId),
  ])
    expect.soft(await findIds(search), search).toContain(orderId)
  for (const search of ['ingu', 'qzx', '%', '_', 'xingu 1000'])
    expect.soft(await findIds(search), search).toEqual([])
  expect(await findIds(`nº ${otherOrder.orderId}`)).toEqual([otherOrder.orderId])
})

test('filters orders by state, sorts them by total and splits them into pages', async () => {
  const { orderId } = await makePaidOrder()
  const paidOrders = await listStaffOrders(
    { ...listQuery, status: orderStatus.confirmed, sort: 'total', direction: 'ascending' },
    1,
    100,
  )
  expect(paidOrders.rows.map((row) => row.id)).toContain(orderId)
  expect(paidOrders.rows.every((row) => row.status === orderStatus.confirmed)).toBe(true)
  const totals = paidOrders.rows.map((row) => row.total)
  expect(totals).toEqual(totals.toSorted((a, b) => a - b))
  const [firstPage, secondPage] = [
    await listStaffOrders(listQuery, 1, 1),
    await listStaffOrders(listQuery, 2, 1),
  ]
  expect(firstPage.rows[0]?.id).toBeGreaterThan(secondPage.rows[0]?.id ?? 0)
  expect(firstPage.pages).toBe(firstPage.count)
})

test('saves the NF-e only of a paid order, but the note of any, and records changes in the history', async () => {
  const { orderId } = await makePaidOrder()
  const actorUserId = await makeStaff()
  const actor = { actorUserId, source: 'staff' }
  expect(await saveStaffOrder(orderId, { note: 'Ligar', nfe: '123', lock_version: 0 }, actor)).toBe('saved')
  await cancelOrder(orderId, byStaff)
  expect(await saveStaffOrder(orderId, { note: 'Ligou', nfe: '124', lock_version: 1 }, actor)).toBe(
    'nfe-locked',
  )
  expect(await saveStaffOrder(orderId, { note: 'Ligou', nfe: undefined, lock_version: 1 }, actor)).toBe(
    'saved',
  )
  await expect(saveStaffOrder(orderId, { note: '', nfe: undefined, lock_version: 1 }, actor)).rejects.toThrow(
    StaleRecordError,
  )
  const changes = (await listHistoryForStaff('order', orderId)).filter(({ action }) => action === 'changed')
  expect(changes).toMatchObject([
    { changes: [{ field: 'note', from: 'Ligar', to: 'Ligou' }] },
    {
      changes: [
        { field: 'nfe', from: null, to: '123' },
        { field: 'note', from: null, to: 'Ligar' },
      ],
    },
  ])
})

test('lists the units that end when a paid order is reopened, and none afterwards', async () => {
  const { orderId } = await makePaidOrder()
  expect((await listEndingUnits(orderId)).units).toHaveLength(3)
  await reopenOrder(orderId, byStaff)
  expect((await listEndingUnits(orderId)).units).toEqual([])
})

test('adds and deletes invoice files only while the order is paid, and shows files only after payment', async () => {
  const { orderId, userId } = await makeOrder({ [await makePublication()]: 1 })
  const profileId = await getProfileId(userId)
  const fileFields = { orderId, name: 'a.pdf', type: 'application/pdf', bytes: 3 }
  const invoiceFile = { ...fileFields, kind: 'nfe', file: 'orders/a' } as const
  expect(await addOrderFile(invoiceFile, byStaff)).toBe('nfe-locked')
  expect(await addOrderFile({ ...fileFields, kind: 'file', file: 'orders/b' }, byStaff)).toEqual(
    expect.any(Number),
  )
  expect(await listOwnOrderFiles(orderId, profileId)).toEqual([])
  await confirmPayment(orderId, byStaff, '2026-11-21')
  const id = Number(await addOrderFile(invoiceFile, byStaff))
  expect(await listOwnOrderFiles(orderId, profileId)).toHaveLength(2)
  expect(await listOwnOrderFiles(orderId, profileId + 1)).toEqual([])
  await cancelOrder(orderId, byStaff)
  expect(await deleteOrderFileRow(orderId, id, byStaff)).toBeNull()
  expect(await deleteOrderFileRow(orderId + 1, id, byStaff)).toBeNull()
})
