import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { changeAddresses } from '#app/models/accounts/account.server.ts'
import { anonymiseOrder } from '#app/models/backoffice/order-retention.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { findPreparedFile } from '#app/models/platform/prepared-file.server.ts'
import {
  correctOrderDelivery,
  correctShipmentDelivery,
  findOrderDelivery,
} from '#app/models/shipments/delivery-correction.server.ts'
import { updateShipment } from '#app/models/shipments/shipment.server.ts'
import { findShipmentForStaff } from '#app/models/shipments/shipment-detail.server.ts'
import { listShipmentRecipients, requestShipmentLabels } from '#app/models/shipments/shipment-label.server.ts'
import { markReturned, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { createShipments } from '#app/models/shipments/shipment-waiting.server.ts'
import { readShipments } from '#app/models/shipments/shipment-wire.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { address } from '#tests/factories/people.ts'
import {
  makeDirectShipment,
  makePaidOrder,
  makeShipment,
  makeStaff,
  type PaidOrder,
  trackCode,
} from '#tests/factories/shipments.ts'

const correctedAddress = { ...address, street: 'Rua do Endereço Certo', number: '999' }
const otherAddress = { ...address, street: 'Avenida Corrigida', number: '73' }
const correction = { to: correctedAddress, reason: 'O cliente ligou' }
const unknownId = 4_000_000

const findLockVersion = async (table: 'orders' | 'shipments', id: number) =>
  (await db.selectFrom(table).select('lock_version').where('id', '=', id).executeTakeFirstOrThrow())
    .lock_version

const correctOrder = async (id: number, to: typeof correctedAddress = correctedAddress) =>
  correctOrderDelivery(id, { ...correction, to }, byStaff, await findLockVersion('orders', id))

const correctShipment = async (
  id: number,
  overrides: { to?: typeof correctedAddress; includesOrders?: boolean } = {},
) =>
  correctShipmentDelivery(
    id,
    { ...correction, includesOrders: false, ...overrides },
    byStaff,
    await findLockVersion('shipments', id),
  )

/** Returns the street of a shipment on its page, on its label and in the API. */
async function listShownStreets(id: number) {
  const [shipment, { recipients }, [wireShipment]] = [
    await findShipmentForStaff(id),
    await listShipmentRecipients([id]),
    await readShipments([id]),
  ]
  return [shipment?.address?.street, recipients[0]?.address.street, wireShipment?.address?.street]
}

const repeatStreet = (street: string) => [street, street, street]

const listMailSubjects = async () =>
  (await db.selectFrom('outbox').select('subject').where('job', '=', 'mail-delivery-changed').execute()).map(
    (row) => Number(row.subject),
  )

/** Creates another paid order of the same client, with another delivery address. */
async function makeSecondOrder(order: PaidOrder): Promise<PaidOrder> {
  const otherOrder = await makePaidOrder()
  await db
    .updateTable('orders')
    .set({ profile_id: order.profileId })
    .where('id', '=', otherOrder.orderId)
    .execute()
  await correctOrder(otherOrder.orderId, otherAddress)
  await db.deleteFrom('outbox').where('job', '=', 'mail-delivery-changed').execute()
  return otherOrder
}

test('a shipment retains its order’s address when the account’s address changes', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  await changeAddresses(order, { billing: correctedAddress, shipping: null })
  expect(await listShownStreets(id)).toEqual(repeatStreet('Rua das Hélices'))
})

test('correcting an order updates its waiting and returned shipments, but not the sent one', async () => {
  const order = await makePaidOrder()
  const [firstLine = 0, secondLine = 0, thirdLine = 0] = order.lineIds
  const makeLineShipment = (lineId: number) =>
    makeShipment(order, { contents: { orderIds: [order.orderId], lineIds: [lineId] } })
  const [waitingId, returnedId, sentId] = [
    await makeLineShipment(firstLine),
    await makeLineShipment(secondLine),
    await makeLineShipment(thirdLine),
  ]
  const dispatch = { date: '2026-11-05', trackCode }
  await markSent(returnedId, dispatch, byStaff)
  await markReturned(returnedId, '2026-11-09', byStaff)
  await markSent(sentId, { ...dispatch, trackCode: 'AA100000003BR' }, byStaff)
  expect((await findOrderDelivery(order.orderId))?.waiting).toEqual([waitingId, returnedId])
  expect(await correctOrder(order.orderId)).toBe('changed')
  expect(await listShownStreets(waitingId)).toEqual(repeatStreet('Rua do Endereço Certo'))
  expect(await listShownStreets(returnedId)).toEqual(repeatStreet('Rua do Endereço Certo'))
  expect(await listShownStreets(sentId)).toEqual(repeatStreet('Rua das Hélices'))
  const entries = await listHistory('order', order.orderId)
  const entry = entries.find(({ action }) => action === 'delivery-changed')
  expect(entry?.details).toContain('Rua das Hélices, 100, Centro, Botucatu, SP, 18600000')
  expect(entry?.details).toContain('O cliente ligou')
  expect(await listMailSubjects()).toEqual([entry?.id])
  expect((await listHistory('shipment', waitingId)).map(({ action }) => action)).toContain('delivery-changed')
})

test('correcting an order does not change a sent shipment that has no address of its own', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  await markSent(id, { date: '2026-11-05', trackCode }, byStaff)
  await db.updateTable('shipments').set({ address_id: null }).where('id', '=', id).execute()
  expect(await listShownStreets(id)).toEqual(repeatStreet('Rua das Hélices'))
  await correctOrder(order.orderId)
  expect(await listShownStreets(id)).toEqual(repeatStreet('Rua das Hélices'))
})

test('a correction can use the account’s address, unless it changed after the form was opened', async () => {
  const order = await makePaidOrder()
  await changeAddresses(order, { billing: correctedAddress, shipping: null })
  const { account } = (await findOrderDelivery(order.orderId)) ?? {}
  expect(account).toMatchObject({ street: 'Rua do Endereço Certo' })
  await changeAddresses(order, { billing: otherAddress, shipping: null })
  const lockVersion = await findLockVersion('orders', order.orderId)
  const correctDelivery = (accountAddressId: number) =>
    correctOrderDelivery(order.orderId, { to: { accountAddressId }, reason: 'Mudou' }, byStaff, lockVersion)
  expect(await correctDelivery(account?.id ?? 0)).toBe('account-changed')
  const currentDelivery = await findOrderDelivery(order.orderId)
  expect(await correctDelivery(currentDelivery?.account?.id ?? 0)).toBe('changed')
  expect((await findOrderDelivery(order.orderId))?.current).toMatchObject({ street: 'Avenida Corrigida' })
})

test('a correction fails for an equal address, an outdated form, a sent shipment and a cancelled or unknown order', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  expect(await correctOrder(order.orderId, address)).toBe('unchanged')
  const lockVersion = await findLockVersion('orders', order.orderId)
  await correctOrder(order.orderId)
  await expect(correctOrderDelivery(order.orderId, correction, byStaff, lockVersion)).rejects.toThrow()
  await markSent(id, { date: '2026-11-05', trackCode }, byStaff)
  expect(await correctShipment(id)).toBe('not-possible')
  await db
    .updateTable('orders')
    .set({ status: orderStatus.cancelled })
    .where('id', '=', order.orderId)
    .execute()
  expect(await correctOrder(order.orderId, otherAddress)).toBe('not-possible')
  expect(await correctOrderDelivery(unknownId, correction, byStaff, 0)).toBe('unknown')
  expect(await listMailSubjects()).toHaveLength(1)
})

test('correcting a shipment changes only the shipment, or on request also its order and later shipments', async () => {
  const order = await makePaidOrder()
  const [firstLine = 0] = order.lineIds
  const id = await makeShipment(order, { contents: { orderIds: [order.orderId], lineIds: [firstLine] } })
  expect(await correctShipment(id)).toBe('changed')
  expect(await listShownStreets(id)).toEqual(repeatStreet('Rua do Endereço Certo'))
  expect((await findOrderDelivery(order.orderId))?.current).toMatchObject({ street: 'Rua das Hélices' })
  expect(await correctShipment(id, { to: otherAddress, includesOrders: true })).toBe('changed')
  expect((await findOrderDelivery(order.orderId))?.current).toMatchObject({ street: 'Avenida Corrigida' })
  expect(await listShownStreets(await makeShipment(order))).toEqual(repeatStreet('Avenida Corrigida'))
  expect(await listMailSubjects()).toHaveLength(2)
  const directId = await makeDirectShipment(order.profileId)
  expect(await correctShipment(directId)).toBe('changed')
  expect(await listShownStreets(directId)).toEqual(repeatStreet('Rua do Endereço Certo'))
})

test('a shipment of orders with different addresses requires a choice of address, which its label shows', async () => {
  const order = await makePaidOrder()
  const otherOrder = await makeSecondOrder(order)
  const orderIds = [order.orderId, otherOrder.orderId]
  await expect(makeShipment(order, { contents: { orderIds } })).rejects.toThrow('address-choice')
  const addressId = (await findOrderDelivery(otherOrder.orderId))?.current?.id
  await expect(makeShipment(order, { contents: { orderIds, addressId: unknownId } })).rejects.toThrow(
    'address-changed',
  )
  const id = await makeShipment(order, { contents: { orderIds, addressId } })
  expect(await listShownStreets(id)).toEqual(repeatStreet('Avenida Corrigida'))
  expect((await findShipmentForStaff(id))?.hasOtherAddresses).toBe(true)
})

test('a shipment retains its address when its contents change, unless no order has that address', async () => {
  const order = await makePaidOrder()
  const otherOrder = await makeSecondOrder(order)
  const id = await makeShipment(order)
  const bothOrders = { orderIds: [order.orderId, otherOrder.orderId] }
  await updateShipment(id, { contents: bothOrders }, byStaff)
  expect(await listShownStreets(id)).toEqual(repeatStreet('Rua das Hélices'))
  const { address: currentAddress } = (await findShipmentForStaff(id)) ?? {}
  const oneOrder = { orderIds: [otherOrder.orderId], addressId: currentAddress?.id }
  await expect(updateShipment(id, { contents: oneOrder }, byStaff)).rejects.toThrow('address-choice')
  await updateShipment(id, { contents: { orderIds: [otherOrder.orderId] } }, byStaff)
  expect(await listShownStreets(id)).toEqual(repeatStreet('Avenida Corrigida'))
})

test('creates no shipment from a list that shows an outdated address', async () => {
  const order = await makePaidOrder()
  const shownAddressId = (await findOrderDelivery(order.orderId))?.current?.id
  await correctOrder(order.orderId)
  const shipment = { profileId: order.profileId, lineIds: order.lineIds, type: 'PAC' as const }
  const owner = { ownerUserId: await makeStaff(), today: '2026-11-21' }
  const { refused } = await createShipments([{ ...shipment, addressId: shownAddressId }], owner, byStaff)
  expect(refused).toEqual([{ profileId: order.profileId, reason: 'address-changed' }])
  const { made } = await createShipments([shipment], owner, byStaff)
  expect(await listShownStreets(made[0] ?? 0)).toEqual(repeatStreet('Rua do Endereço Certo'))
})

test('a correction invalidates earlier labels of the shipment and records when its address changed', async () => {
  const [order, otherOrder] = [await makePaidOrder(), await makePaidOrder()]
  const [id, otherShipmentId] = [await makeShipment(order), await makeShipment(otherOrder)]
  const userId = await makeStaff()
  const sheet = { style: 'simple', sheet: '6181', start: 1, fileName: 'etiquetas.pdf', userId } as const
  const requestLabels = async (shipmentIds: number[]) =>
    (await requestShipmentLabels({ ...sheet, shipmentIds })) ?? 0
  const [ownLabelsId, commonLabelsId, otherLabelsId] = [
    await requestLabels([id]),
    await requestLabels([otherShipmentId, id]),
    await requestLabels([otherShipmentId]),
  ]
  await correctOrder(order.orderId)
  const canOpen = async (fileId: number) => (await findPreparedFile(fileId, userId)) !== undefined
  expect([await canOpen(ownLabelsId), await canOpen(commonLabelsId), await canOpen(otherLabelsId)]).toEqual([
    false,
    false,
    true,
  ])
  const { label_at, address_changed_at } = (await findShipmentForStaff(id)) ?? {}
  expect(Number(address_changed_at)).toBeGreaterThanOrEqual(Number(label_at))
  expect(await requestLabels([id])).not.toBe(ownLabelsId)
})

test('anonymising an order erases the street of its shipments', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  await correctShipment(id)
  await anonymiseOrder(order.orderId, 'Conta removida')
  expect((await findShipmentForStaff(id))?.address).toMatchObject({ street: '', city: 'Botucatu' })
  const addresses = await db
    .selectFrom('addresses')
    .select('id')
    .where('street', '=', correctedAddress.street)
    .execute()
  expect(addresses).toEqual([])
})
