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
const LONG_AGO = new Date('2020-01-01T00:00:00Z')

beforeEach(openShop)

/** Returns ids of the records that `change` stamps, by table. */
async function listStamped(change: () => Promise<unknown>): Promise<Partial<Record<Table, number[]>>> {
  for (const table of tables) await db.updateTable(table).set({ updated_at: LONG_AGO }).execute()
  await change()
  const stamped: Partial<Record<Table, number[]>> = {}
  for (const table of tables) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('updated_at', '!=', LONG_AGO)
      .orderBy('id')
      .execute()
    if (rows.length > 0) stamped[table] = rows.map(({ id }) => id)
  }
  return stamped
}

const file = { kind: 'file', name: 'danfe.pdf', type: 'application/pdf', bytes: 3 } as const

test('the database stamps a changed row, and not an unchanged one', async () => {
  const { orderId } = await makePaidOrder()
  const setNote = (note: string) => db.updateTable('orders').set({ note }).where('id', '=', orderId).execute()
  expect(await listStamped(() => setNote('Ligar'))).toEqual({ orders: [orderId] })
  expect(await listStamped(() => setNote('Ligar'))).toEqual({})
})

test('the database stamps a new record at its insertion', async () => {
  const id = await makePublication()
  const { updated_at, created_at } = await db
    .selectFrom('publications')
    .select(['updated_at', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(Math.abs(updated_at.getTime() - Date.now())).toBeLessThan(60_000)
  expect(created_at).not.toEqual(LONG_AGO)
})

test('a change of its files stamps an order', async () => {
  const { orderId } = await makePaidOrder()
  let added: unknown
  const addFile = async () => {
    added = await addOrderFile({ ...file, orderId, file: 'orders/danfe.pdf' }, byStaff)
  }
  expect(await listStamped(addFile)).toEqual({ orders: [orderId] })
  expect(await listStamped(() => deleteOrderFileRow(orderId, Number(added), byStaff))).toEqual({
    orders: [orderId],
  })
})

test('a change of its boleto stamps an order', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  expect(await listStamped(() => giveBoleto(orderId))).toEqual({ orders: [orderId] })
  const { id } = await db.selectFrom('boletos').select('id').executeTakeFirstOrThrow()
  const rejectBoleto = () => withTransaction((trx) => changeBoleto(trx, id, 'rejected', byStaff))
  expect(await listStamped(rejectBoleto)).toEqual({ orders: [orderId] })
})

test('a change of its shipments stamps an order, and a change of its contents a shipment', async () => {
  const order = await makePaidOrder()
  const { orderId, lineIds } = order
  let shipment = 0
  const makeOneShipment = async () => {
    shipment = await makeShipment(order, { contents: { orderIds: [orderId], lineIds: lineIds.slice(0, 1) } })
  }
  expect(await listStamped(makeOneShipment)).toMatchObject({ orders: [orderId] })
  const { lock_version: seen } = await db
    .selectFrom('shipments')
    .select('lock_version')
    .executeTakeFirstOrThrow()
  const fillShipment = () =>
    updateShipment(shipment, { contents: { orderIds: [orderId], lineIds } }, byStaff, seen)
  expect(await listStamped(fillShipment)).toEqual({ orders: [orderId], shipments: [shipment] })
  const units = await db.selectFrom('subscriptions').select('id').orderBy('id').execute()
  const sendShipment = () => markSent(shipment, { date: '2026-11-05', trackCode }, byStaff)
  expect(await listStamped(sendShipment)).toEqual({
    orders: [orderId],
    shipments: [shipment],
    subscriptions: units.map(({ id }) => id),
  })
})

test('the aircraft of a copy stamps its order, its unit and its shipment', async () => {
  const order = await makePaidOrder()
  const shipment = await makeShipment(order)
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
  expect(await listStamped(saveAircraft('PT-ABC', unit.lock_version))).toEqual({
    orders: [order.orderId],
    shipments: [shipment],
    subscriptions: [unit.id],
  })
  expect(await listStamped(saveAircraft('PT-ABC', unit.lock_version + 1))).toEqual({
    subscriptions: [unit.id],
  })
})

test('a file of its revision stamps a publication', async () => {
  const publicationId = await makePublication()
  const revision = await db.selectFrom('revisions').select('id').executeTakeFirstOrThrow()
  const replaceFile = () =>
    replaceCurrentFile(
      { publicationId, revisionId: revision.id },
      { file: 'publications/x', name: 'x.pdf', type: 'application/pdf', bytes: 3 },
      null,
    )
  expect(await listStamped(replaceFile)).toEqual({ publications: [publicationId] })
})

test('deactivating its account stamps a profile', async () => {
  const { userId } = await makeCustomer()
  const { id: profileId } = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const requestRemoval = () =>
    requestDeletion({ userId, profileId }, { areLossesAccepted: true, today: '2026-11-22' })
  expect(await listStamped(requestRemoval)).toEqual({ profiles: [profileId] })
})

test('an erased aircraft stamps its unit and its shipment, and an NF-e the shipment', async () => {
  const order = await makePaidOrder()
  const shipment = await makeShipment(order)
  const edit = { note: null, nfe: '1234', purchaseOrder: undefined, lock_version: 0 }
  const { lock_version } = await db.selectFrom('orders').select('lock_version').executeTakeFirstOrThrow()
  expect(await listStamped(() => saveStaffOrder(order.orderId, { ...edit, lock_version }, byStaff))).toEqual({
    orders: [order.orderId],
    shipments: [shipment],
  })
  const units = await db.selectFrom('subscriptions').select('id').orderBy('id').execute()
  expect(await listStamped(() => anonymiseOrder(order.orderId, 'Removido'))).toEqual({
    orders: [order.orderId],
    shipments: [shipment],
    subscriptions: units.map(({ id }) => id),
  })
})
