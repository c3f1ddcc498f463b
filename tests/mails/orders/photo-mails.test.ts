import { expect, test } from 'vitest'
import { approveOrder, cancelOwnOrder, rejectOrder } from '#app/models/orders/order-status.server.ts'
import { listPhotoLines, requestPhotos } from '#app/models/orders/photo-request.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderUnderReview } from '#tests/factories/orders.ts'
import { openShop } from '#tests/factories/shop.ts'
import { giveBoleto } from '#tests/support/boletos.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const mailPhotoApproved = requireMailJob('mail-photo-approved')
const mailPhotoRejected = requireMailJob('mail-photo-rejected')
const mailPhotoRequest = requireMailJob('mail-photo-request')

test('mails an approval with the way to pay, unless the order was cancelled meanwhile', async () => {
  await openShop()
  const order = await makeOrderUnderReview()
  await approveOrder(order.orderId, byStaff)
  await mailPhotoApproved.run(String(order.orderId), { id: 71 })
  const mail = await readMail(71)
  expect(mail.headers.join('\n')).toMatch(/^To: pessoa-\d+@exemplo\.test/m)
  expect(mail.body).toContain(`/payment/${order.orderId}`)
  expect(mail.body).toContain('O boleto é gerado em instantes e também chega por e-mail.')
  await cancelOwnOrder(order, byStaff)
  await mailPhotoApproved.run(String(order.orderId), { id: 72 })
  expect(await listMailFiles()).not.toContain('evt-72.eml')
})

test('an approval of an order with a boleto does not announce another boleto', async () => {
  await openShop()
  const { orderId } = await makeOrderUnderReview()
  await approveOrder(orderId, byStaff)
  await giveBoleto(orderId)
  await mailPhotoApproved.run(String(orderId), { id: 74 })
  const { body } = await readMail(74)
  expect(body).toContain('O boleto deste pedido já foi gerado.')
  expect(body).not.toContain('também chega por e-mail')
})

test('mails a rejection with its reason and how to order again', async () => {
  await openShop()
  const { orderId } = await makeOrderUnderReview()
  await rejectOrder(orderId, 'A foto <b>não</b> mostra a plaqueta.', byStaff)
  await mailPhotoRejected.run(String(orderId), { id: 73 })
  const mail = await readMail(73)
  expect(mail.body).toContain('A foto <b>não</b> mostra a plaqueta.')
  expect(mail.body).toContain('A foto &lt;b&gt;não&lt;/b&gt; mostra a plaqueta.')
  expect(mail.body).toContain(`/orders/${orderId}`)
})

test('requests another photo with the reason and upload link, but not for a replaced or closed request', async () => {
  await openShop()
  const { orderId } = await makeOrderUnderReview()
  const lineIds = (await listPhotoLines(orderId)).map(({ id }) => id)
  await requestPhotos(orderId, { lineIds, reason: 'A placa <b>não</b> se lê.' }, byStaff)
  const [firstRequest = ''] = await listPhotoRequests()
  await mailPhotoRequest.run(firstRequest, { id: 74 })
  const mail = await readMail(74)
  expect(mail.headers.join('\n')).toMatch(/^To: pessoa-\d+@exemplo\.test/m)
  expect(mail.body).toContain('A placa <b>não</b> se lê.')
  expect(mail.body).toContain('A placa &lt;b&gt;não&lt;/b&gt; se lê.')
  expect(mail.body).toContain(`/orders/${orderId}/photo`)
  await requestPhotos(orderId, { lineIds, reason: 'Ainda não se lê.' }, byStaff)
  const [, secondRequest = ''] = await listPhotoRequests()
  await mailPhotoRequest.run(firstRequest, { id: 75 })
  await mailPhotoRequest.run(secondRequest, { id: 76 })
  await approveOrder(orderId, byStaff)
  await mailPhotoRequest.run(secondRequest, { id: 77 })
  const mailFiles = await listMailFiles()
  expect(mailFiles).not.toContain('evt-75.eml')
  expect((await readMail(76)).body).toContain('Ainda não se lê.')
  expect(mailFiles).not.toContain('evt-77.eml')
})

/** Returns the photo requests with a queued mail, oldest first. */
async function listPhotoRequests(): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('subject')
    .where('job', '=', 'mail-photo-request')
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}
