import { expect, test } from 'vitest'
import { type PhotoSubject, photoSubjects } from '#app/domain/catalogue/photo-subject.ts'
import { rejectOrder } from '#app/models/orders/order-status.server.ts'
import { listPhotoLines, requestPhotos } from '#app/models/orders/photo-request.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { photoRules } from '#app/text/catalogue/photo-guide-labels.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { pageFor } from '#tests/support/app-client.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { mailJobOf } from '#tests/support/mails/mail-job.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

const reason = 'Chegou cortada.'
const photoNote = 'Com uma régua ao lado.'

async function describePhoto(publicationId: number, photo_subject: PhotoSubject, photo_note: string | null) {
  await db
    .updateTable('publications')
    .set({ photo_subject, photo_note })
    .where('id', '=', publicationId)
    .execute()
}

async function makeOrderWithPhotoOf(subject: PhotoSubject, words: string | null = null) {
  const order = await makeOrderUnderReview()
  await describePhoto(order.publicationId, subject, words)
  return { ...order, lineIds: (await listPhotoLines(order.orderId)).map(({ id }) => id) }
}

/** A plate is spoken of and drawn where a plate is asked for, and nowhere else. */
function expectGuide(text: string, html: string, photoSubject: PhotoSubject, words: string | null = null) {
  for (const rule of photoRules({ photoSubject, photoNote: words })) expect.soft(text).toContain(rule)
  const isPlate = photoSubject === 'data-plate'
  expect.soft(/plaqueta/i.test(text)).toBe(isPlate)
  expect.soft(/Desenho de exemplo/.test(html)).toBe(isPlate)
}

test.each(photoSubjects)(
  'a request for another photo of %s shows what that photo must show',
  async (subject) => {
    await openShop()
    const { orderId, userId, lineIds } = await makeOrderWithPhotoOf(subject, photoNote)
    const customer = await loginAs({ userId })
    expect((await pageFor(customer, `/orders/${orderId}`)).text).not.toContain('Como deve ser a foto')
    expect(await requestPhotos(orderId, { lineIds, reason }, byStaff)).toBe('asked')
    for (const path of [`/orders/${orderId}`, `/orders/${orderId}/photo`]) {
      const { text, html } = await pageFor(customer, path)
      expect(text).toContain(reason)
      expect(text).toContain('Como deve ser a foto')
      expectGuide(text, html, subject, photoNote)
    }
    const { id } = await db.selectFrom('photo_requests').select('id').executeTakeFirstOrThrow()
    await mailJobOf('mail-photo-request').run(String(id), { id: 81 })
    const { body } = await readMail(81)
    expectGuide(body, body, subject, photoNote)
  },
)

test.each(photoSubjects)('a rejection of a photo of %s shows what that photo must show', async (subject) => {
  await openShop()
  const { orderId, userId } = await makeOrderWithPhotoOf(subject)
  expect(await rejectOrder(orderId, reason, byStaff)).toBe('changed')
  const { text, html } = await pageFor(await loginAs({ userId }), `/orders/${orderId}`)
  expect(text).toContain(`Motivo ${reason}`)
  expectGuide(text, html, subject)
  await mailJobOf('mail-photo-rejected').run(String(orderId), { id: 82 })
  const { body } = await readMail(82)
  expectGuide(body, body, subject)
})

test.each(photoSubjects)('the shop names a photo of %s before the order is placed', async (subject) => {
  const id = await makePublication({ has_photo_upload: true })
  await describePhoto(id, subject, photoNote)
  const visitor = new Visitor()
  const product = await pageFor(visitor, `/publications/${id}`)
  expect(product.text).toContain(photoNote)
  expect(/foto da plaqueta/.test(product.text)).toBe(subject === 'data-plate')
  await pageFor(visitor, '/cart', { publication_id: String(id), add: '1' })
  const { text, html } = await pageFor(visitor, '/checkout')
  for (const rule of photoRules({ photoSubject: subject, photoNote })) expect.soft(text).toContain(rule)
  expect(/plaqueta/i.test(text)).toBe(subject === 'data-plate')
  expect(html).not.toContain('Desenho de exemplo')
})

test('the review shows staff what the photo must show', async () => {
  await openShop()
  await makeOrderWithPhotoOf('spines', photoNote)
  const staff = await loginAs({ userId: await makeStaff() })
  const { text } = await pageFor(staff, '/admin/review')
  expect(text).toContain(`A foto deve mostrar Lombadas dos manuais: ${photoNote}`)
})
