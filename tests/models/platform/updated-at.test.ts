import { beforeEach, expect, test } from 'vitest'
import { requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { anonymiseOrder } from '#app/models/backoffice/order-retention.server.ts'
import { replaceCurrentFile } from '#app/models/catalogue/revision.server.ts'
import { changeBoleto } from '#app/models/charges/boleto-state.server.ts'
import { addOrderFile, deleteOrderFileRow } from '#app/models/orders/order-file.server.ts'
import { saveStaffOrder } from '#app/models/orders/staff-order.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { updateShipment } from '#app/models/shipments/shipment.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { saveSubscription } from '#app/models/shipments/staff-subscription.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { giveBoleto } from '#tests/factories/boletos.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'

const tables = ['profiles', 'publications', 'orders', 'subscriptions', 'shipments'] as const
type Table = (typeof tables)[number]
const oldTime = new Date('2020-01-01T00:00:00Z')

beforeEach(openShop)

/** Returns the ids of the records whose `updated_at` a change sets, by table. */
async function listStampedRecords(change: () => Promise<unknown>): Promise<Partial<Record<Table, number[]>>> {
  for (const table of tables) await db.updateTable(table).set({ updated_at: oldTime }).execute()
  await change()
  const stampedIds: Partial<Record<Table, number[]>> = {}
  for (const table of tables) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('updated_at', '!=', oldTime)
      .orderBy('id')
      .execute()
    if (rows.length > 0) stampedIds[table] = rows.map(({ id }) => id)
  }
  return stampedIds
}

const file = { kind: 'file', name: 'danfe.pdf', type: 'application/pdf', bytes: 3 } as const

test('the database stamps a row that an update changes, but not a row that it leaves equal', async () => {
  const { orderId } = await makePaidOrder()
  const setNote = (note: string) => db.updateTable('orders').set({ note }).where('id', '=', orderId).execute()
  expect(await listStampedRecords(() => setNote('Ligar'))).toEqual({ orders: [orderId] })
  expect(await listStampedRecords(() => setNote('Ligar'))).toEqual({})
})

test('the database stamps a new record at its insertion', async () => {
  const id = await makePublication()
  const { updated_at, created_at } = await db
    .selectFrom('publications')
    .select(['updated_at', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(Math.abs(updated_at.getTime() - Date.now())).toBeLessThan(60_000)
  expect(created_at).not.toEqual(oldTime)
})

test('adding and deleting a file stamps the order', async () => {
  const { orderId } = await makePaidOrder()
  let fileId: unknown
  const addFile = async () => {
    fileId = await addOrderFile({ ...file, orderId, file: 'orders/danfe.pdf' }, byStaff)
  }
  expect(await listStampedRecords(addFile)).toEqual({ orders: [orderId] })
  expect(await listStampedRecords(() => deleteOrderFileRow(orderId, Number(fileId), byStaff))).toEqual({
    orders: [orderId],
  })
})

test('issuing and rejecting a boleto stamps the order', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  expect(await listStampedRecords(() => giveBoleto(orderId))).toEqual({ orders: [orderId] })
  const { id } = await db.selectFrom('boletos').select('id').executeTakeFirstOrThrow()
  const rejectBoleto = () => withTransaction((trx) => changeBoleto(trx, id, 'rejected', byStaff))
  expect(await listStampedRecords(rejectBoleto)).toEqual({ orders: [orderId] })
})

test('creating, filling and sending a shipment stamps the order, the shipment and the sent units', async () => {
  const order = await makePaidOrder()
  const { orderId, lineIds } = order
  let shipmentId = 0
  const makePartShipment = async () => {
    shipmentId = await makeShipment(order, {
      contents: { orderIds: [orderId], lineIds: lineIds.slice(0, 1) },
    })
  }
  expect(await listStampedRecords(makePartShipment)).toMatchObject({ orders: [orderId] })
  const { lock_version: seenVersion } = await db
    .selectFrom('shipments')
    .select('lock_version')
    .executeTakeFirstOrThrow()
  const fillShipment = () =>
    updateShipment(shipmentId, { contents: { orderIds: [orderId], lineIds } }, byStaff, seenVersion)
  expect(await listStampedRecords(fillShipment)).toEqual({ orders: [orderId], shipments: [shipmentId] })
  const units = await db.selectFrom('subscriptions').select('id').orderBy('id').execute()
  const sendShipment = () => markSent(shipmentId, { date: '2026-11-05', trackCode }, byStaff)
  expect(await listStampedRecords(sendShipment)).toEqual({
    orders: [orderId],
    shipments: [shipmentId],
    subscriptions: units.map(({ id }) => id),
  })
})

test('saving a changed aircraft stamps order, unit and shipment, and saving it unchanged only the unit', async () => {
  const order = await makePaidOrder()
  const shipmentId = await makeShipment(order)
  const unit = await db
    .selectFrom('subscriptions')
    .select(['id', 'lock_version'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const actorUserId = await makeStaff()
  const saveAircraft = (registration: string | null, seenVersion: number) => () =>
    saveSubscription(
      unit.id,
      {
        status: undefined,
        due: undefined,
        dispatch: undefined,
        notes: null,
        aircraft: { registration, isForeign: false, serialNumber: '200512', fuel: 1 },
      },
      { actorUserId, seenVersion, today: '2026-11-22' },
    )
  expect(await listStampedRecords(saveAircraft('PT-ABC', unit.lock_version))).toEqual({
    orders: [order.orderId],
    shipments: [shipmentId],
    subscriptions: [unit.id],
  })
  expect(await listStampedRecords(saveAircraft('PT-ABC', unit.lock_version + 1))).toEqual({
    subscriptions: [unit.id],
  })
})

test('replacing the file of a revision stamps the publication', async () => {
  const publicationId = await makePublication()
  const revision = await db.selectFrom('revisions').select('id').executeTakeFirstOrThrow()
  const replaceFile = () =>
    replaceCurrentFile(
      { publicationId, revisionId: revision.id },
      { file: 'publications/x', name: 'x.pdf', type: 'application/pdf', bytes: 3 },
      null,
    )
  expect(await listStampedRecords(replaceFile)).toEqual({ publications: [publicationId] })
})

test('requesting the deletion of an account stamps the profile', async () => {
  const { userId } = await makeCustomer()
  const { id: profileId } = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const requestRemoval = () =>
    requestDeletion({ userId, profileId }, { areLossesAccepted: true, today: '2026-11-22' })
  expect(await listStampedRecords(requestRemoval)).toEqual({ profiles: [profileId] })
})

test('saving an NF-e number stamps order and shipment, and anonymising an order also stamps the units', async () => {
  const order = await makePaidOrder()
  const shipmentId = await makeShipment(order)
  const edit = { note: null, nfe: '1234', purchaseOrder: undefined, lock_version: 0 }
  const { lock_version } = await db.selectFrom('orders').select('lock_version').executeTakeFirstOrThrow()
  expect(
    await listStampedRecords(() => saveStaffOrder(order.orderId, { ...edit, lock_version }, byStaff)),
  ).toEqual({
    orders: [order.orderId],
    shipments: [shipmentId],
  })
  const units = await db.selectFrom('subscriptions').select('id').orderBy('id').execute()
  expect(await listStampedRecords(() => anonymiseOrder(order.orderId, 'Removido'))).toEqual({
    orders: [order.orderId],
    shipments: [shipmentId],
    subscriptions: units.map(({ id }) => id),
  })
})
