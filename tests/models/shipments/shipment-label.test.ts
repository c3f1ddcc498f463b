import { afterAll, expect, test, vi } from 'vitest'
import { closePdfBrowser } from '#app/gateways/pdf.server.ts'
import { makeLabels } from '#app/jobs/shipments/make-labels.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findFileRequest } from '#app/models/platform/prepared-file.server.ts'
import { findLabelChoice } from '#app/models/shipments/label.server.ts'
import { cancelShipment } from '#app/models/shipments/shipment-cancellation.server.ts'
import { listShipmentRecipients, requestShipmentLabels } from '#app/models/shipments/shipment-label.server.ts'
import { toPageTexts } from '#tests/documents/page-texts.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder, makeShipment, makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'

vi.setConfig({ testTimeout: 60_000 })
afterAll(closePdfBrowser)

const labelRequest = { style: 'simple', sheet: '6181', start: 3, fileName: 'etiquetas.pdf' } as const

/** Creates two shipments of one order, hence to one person, and one to another person. */
async function makeThreeShipments() {
  const [order, otherOrder] = [await makePaidOrder(), await makePaidOrder()]
  const [firstLineIds, otherLineIds] = [order.lineIds.slice(0, 1), order.lineIds.slice(1)]
  const ids = [
    await makeShipment(order, { contents: { orderIds: [order.orderId], lineIds: firstLineIds } }),
    await makeShipment(order, { contents: { orderIds: [order.orderId], lineIds: otherLineIds } }),
    await makeShipment(otherOrder),
  ]
  return { order, otherOrder, ids }
}

/** Changes the address of an order. */
async function changeOrderAddress(orderId: number, addressFields: { street: string }) {
  const { billing_address_id, shipping_address_id } = await db
    .selectFrom('orders')
    .select(['billing_address_id', 'shipping_address_id'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const id = shipping_address_id ?? billing_address_id
  await db.updateTable('addresses').set(addressFields).where('id', '=', id).execute()
}

test('creates one label per shipment with its order’s address, even two for one person', async () => {
  const { order, otherOrder, ids } = await makeThreeShipments()
  await changeOrderAddress(otherOrder.orderId, { street: 'Avenida do Pedido' })
  const { recipients } = await listShipmentRecipients([...ids].reverse())
  expect(recipients.map(({ shipmentId }) => shipmentId)).toEqual(ids)
  expect(recipients.map(({ profileId }) => profileId)).toEqual([
    order.profileId,
    order.profileId,
    otherOrder.profileId,
  ])
  expect(recipients[2]?.address).toMatchObject({ street: 'Avenida do Pedido' })
})

test('returns the style and sheet of the newest labels that this staff member requested', async () => {
  await openShop()
  const { ids } = await makeThreeShipments()
  const [userId, otherUserId] = [await makeStaff(), await makeStaff()]
  expect(await findLabelChoice(userId)).toEqual({})
  await requestShipmentLabels({ ...labelRequest, userId, shipmentIds: ids })
  await requestShipmentLabels({ ...labelRequest, userId, shipmentIds: ids, style: 'complete', sheet: '6183' })
  await requestShipmentLabels({ ...labelRequest, userId: otherUserId, shipmentIds: ids })
  expect(await findLabelChoice(userId)).toEqual({ style: 'complete', sheet: '6183' })
})

test('creates a file with exactly the requested labels, and reuses it until an address changes', async () => {
  await openShop()
  const { otherOrder, ids } = await makeThreeShipments()
  await changeOrderAddress(otherOrder.orderId, { street: 'Avenida do Pedido' })
  const userId = await makeStaff()
  const fileId = (await requestShipmentLabels({ ...labelRequest, userId, shipmentIds: ids })) ?? 0
  expect(await requestShipmentLabels({ ...labelRequest, userId, shipmentIds: ids })).toBe(fileId)
  const fileRequest = await findFileRequest(fileId)
  expect(fileRequest).toMatchObject({ kind: 'labels', facts: { shipmentIds: ids, start: 3 } })
  const pdf = fileRequest && (await makeLabels(fileRequest, async () => {}))
  const text = pdf ? (await toPageTexts(pdf)).join() : ''
  expect(text.match(/Ana Inventada da Silva/g)).toHaveLength(3)
  expect(text.match(/Avenida do Pedido/g)).toHaveLength(1)
  await changeOrderAddress(otherOrder.orderId, { street: 'Rua Nova' })
  expect(await requestShipmentLabels({ ...labelRequest, userId, shipmentIds: ids })).not.toBe(fileId)
})

test('creates no label for a shipment without address or cancelled, nor for more than a thousand shipments', async () => {
  const { order, ids } = await makeThreeShipments()
  const userId = await makeStaff()
  await changeOrderAddress(order.orderId, { street: '' })
  const [firstId = 0, secondId = 0, cancelledId = 0] = ids
  await cancelShipment(cancelledId, null, byStaff)
  expect(await listShipmentRecipients(ids)).toEqual({
    recipients: [],
    withoutAddress: [firstId, secondId].map((shipmentId) => ({ shipmentId, name: 'Ana Inventada da Silva' })),
  })
  expect(await requestShipmentLabels({ ...labelRequest, userId, shipmentIds: ids })).toBeUndefined()
  const tooManyIds = Array.from({ length: 1001 }, (_, index) => index)
  await expect(requestShipmentLabels({ ...labelRequest, userId, shipmentIds: tooManyIds })).rejects.toThrow(
    RangeError,
  )
})
