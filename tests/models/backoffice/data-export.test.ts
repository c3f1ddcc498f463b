import { expect, test } from 'vitest'
import { listOrdersAfter } from '#app/models/backoffice/data-export.server.ts'
import { storePhoto } from '#app/models/checkout/photo.server.ts'
import { addOrderFile } from '#app/models/orders/order-file.server.ts'
import { answerPhotoRequest, listPhotoLines, requestPhotos } from '#app/models/orders/photo-request.server.ts'
import { cancelShipment } from '#app/models/shipments/shipment-cancellation.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makePaidOrder, makeShipment } from '#tests/factories/shipments.ts'

const byCustomer = { actorUserId: null, source: 'customer' }

test('lists an order’s own files without their storage names, and marks cancelled shipments', async () => {
  const [order, otherOrder] = [await makePaidOrder(), await makePaidOrder()]
  const fileFields = {
    kind: 'nfe',
    file: 'stored-name',
    name: 'nota-1.pdf',
    type: 'application/pdf',
    bytes: 12,
  } as const
  await addOrderFile({ ...fileFields, orderId: order.orderId }, byStaff)
  await addOrderFile(
    { ...fileFields, file: 'other-name', name: 'alheia.pdf', orderId: otherOrder.orderId },
    byStaff,
  )
  await cancelShipment(await makeShipment(order), 'Endereço errado', byStaff)
  const orders = await listOrdersAfter(order.profileId, 0)
  expect(orders).toMatchObject([
    {
      files: [{ kind: 'nfe', name: 'nota-1.pdf', type: 'application/pdf', bytes: 12 }],
      shipments: [{ cancelled_at: expect.any(Date), cancel_reason: 'Endereço errado' }],
      photoRequests: [],
    },
  ])
  expect(JSON.stringify(orders)).not.toMatch(/stored-name|alheia/)
})

test('lists photo requests with their reasons and copies, and the answer time only of the answered request', async () => {
  const { orderId, profileId, userId } = await makeOrderUnderReview()
  const lineIds = (await listPhotoLines(orderId)).map(({ id }) => id)
  await requestPhotos(orderId, { lineIds, reason: 'Fora de foco.' }, byStaff)
  await requestPhotos(orderId, { lineIds, reason: 'Ainda fora de foco.' }, byStaff)
  const photo = await storePhoto({ userId }, { type: 'image/jpeg', bytes: 1, width: 1, height: 1 })
  const newPhoto = { orderId, profileId, userId, lineId: lineIds[0] ?? 0, photo }
  expect(await answerPhotoRequest(newPhoto, byCustomer)).toBe(true)
  expect(await listOrdersAfter(profileId, 0)).toMatchObject([
    {
      photoRequests: [
        { reason: 'Fora de foco.', answered_at: null, lines: [{ name: 'Placares', answered_at: null }] },
        {
          reason: 'Ainda fora de foco.',
          answered_at: expect.any(Date),
          lines: [{ name: 'Placares', answered_at: expect.any(Date) }],
        },
      ],
    },
  ])
})
