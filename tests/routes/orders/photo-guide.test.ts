import { expect, test } from 'vitest'
import { rejectOrder } from '#app/models/orders/order-status.server.ts'
import { listPhotoLines, requestPhotos } from '#app/models/orders/photo-request.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderUnderReview } from '#tests/factories/orders.ts'
import { pageFor } from '#tests/support/app-client.ts'
import { loginAs } from '#tests/support/request.ts'

const reason = 'O número de série está cortado.'
const guide = /Como deve ser a foto A?.*plaqueta de identificação inteira.*número de série nítidos.*sem flash/

test('who is asked for another photo reads why, and what a good one shows', async () => {
  const { orderId, userId } = await makeOrderUnderReview()
  const customer = await loginAs({ userId })
  const before = await pageFor(customer, `/orders/${orderId}`)
  expect(before.text).not.toContain('Como deve ser a foto')
  const lineIds = (await listPhotoLines(orderId)).map(({ id }) => id)
  expect(await requestPhotos(orderId, { lineIds, reason }, byStaff)).toBe('asked')
  for (const path of [`/orders/${orderId}`, `/orders/${orderId}/photo`]) {
    const { text, html } = await pageFor(customer, path)
    expect(text).toContain(reason)
    expect(text).toMatch(guide)
    expect(html).toMatch(/<svg[^>]* role="img" aria-label="Desenho de exemplo: a plaqueta inteira/)
  }
})

test('so does who is turned down', async () => {
  const { orderId, userId } = await makeOrderUnderReview()
  expect(await rejectOrder(orderId, reason, byStaff)).toBe('changed')
  const { text } = await pageFor(await loginAs({ userId }), `/orders/${orderId}`)
  expect(text).toContain(`Motivo ${reason}`)
  expect(text).toMatch(guide)
})
