import { expect, test } from 'vitest'
import { type PhotoSubject, photoSubjects } from '#app/domain/catalogue/photo-subject.ts'
import { rejectOrder } from '#app/models/orders/order-status.server.ts'
import { listPhotoLines, requestPhotos } from '#app/models/orders/photo-request.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { formatPhotoDrawingLabel, listPhotoRules } from '#app/text/catalogue/photo-guide-labels.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'
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

async function makeOrderWithPhoto(subject: PhotoSubject, photoNote: string | null = null) {
  const order = await makeOrderUnderReview()
  await describePhoto(order.publicationId, subject, photoNote)
  return { ...order, lineIds: (await listPhotoLines(order.orderId)).map(({ id }) => id) }
}

/** Expects the rules of a photo subject and only the drawing of this subject. */
function expectGuide(
  text: string,
  html: string,
  photoSubject: PhotoSubject,
  photoNote: string | null = null,
) {
  for (const rule of listPhotoRules({ photoSubject, photoNote })) expect.soft(text).toContain(rule)
  expect.soft(/plaqueta/i.test(text)).toBe(photoSubject === 'data-plate')
  const shownDrawings = photoSubjects.filter((photoSubject) =>
    html.includes(formatPhotoDrawingLabel(photoSubject)),
  )
  expect.soft(shownDrawings).toEqual([photoSubject])
}

test.each(photoSubjects)('a request for another photo of %s shows the required content', async (subject) => {
  await openShop()
  const { orderId, userId, lineIds } = await makeOrderWithPhoto(subject, photoNote)
  const customer = await loginAs({ userId })
  expect((await fetchPage(customer, `/orders/${orderId}`)).text).not.toContain('Como deve ser a foto')
  expect(await requestPhotos(orderId, { lineIds, reason }, byStaff)).toBe('asked')
  for (const path of [`/orders/${orderId}`, `/orders/${orderId}/photo`]) {
    const { text, html } = await fetchPage(customer, path)
    expect(text).toContain(reason)
    expect(text).toContain('Como deve ser a foto')
    expectGuide(text, html, subject, photoNote)
  }
  const { id } = await db.selectFrom('photo_requests').select('id').executeTakeFirstOrThrow()
  await requireMailJob('mail-photo-request').run(String(id), { id: 81 })
  const { body } = await readMail(81)
  expectGuide(body, body, subject, photoNote)
  expect(body).toContain(`filename=${subject}.png`)
})

test.each(photoSubjects)('a rejection of a photo of %s shows the required content', async (subject) => {
  await openShop()
  const { orderId, userId } = await makeOrderWithPhoto(subject)
  expect(await rejectOrder(orderId, reason, byStaff)).toBe('changed')
  const { text, html } = await fetchPage(await loginAs({ userId }), `/orders/${orderId}`)
  expect(text).toContain(`Motivo ${reason}`)
  expectGuide(text, html, subject)
  await requireMailJob('mail-photo-rejected').run(String(orderId), { id: 82 })
  const { body } = await readMail(82)
  expectGuide(body, body, subject)
})

test.each(photoSubjects)('announces a photo of %s before the order is placed', async (subject) => {
  const id = await makePublication({ has_photo_upload: true })
  await describePhoto(id, subject, photoNote)
  const visitor = new Visitor()
  const productPage = await fetchPage(visitor, `/publications/${id}`)
  expectGuide(productPage.text, productPage.html, subject, photoNote)
  expect(productPage.html).toContain('href="#como-fotografar"')
  expect(/foto da plaqueta/.test(productPage.text)).toBe(subject === 'data-plate')
  await fetchPage(visitor, '/cart', { publication_id: String(id), add: '1' })
  const { text, html } = await fetchPage(visitor, '/checkout')
  expectGuide(text, html, subject, photoNote)
})

test('a publication without photo shows no photo rules', async () => {
  const id = await makePublication()
  await describePhoto(id, 'panel', photoNote)
  const { text } = await fetchPage(new Visitor(), `/publications/${id}`)
  expect(text).not.toContain('Como deve ser a foto')
})

test('a request lists the copies and counts the photos on order, page and mail', async () => {
  await openShop()
  const { orderId, userId, lineIds } = await makeOrderWithPhoto('panel')
  const [lineId = 0] = lineIds
  const line = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('id', '=', lineId)
    .executeTakeFirstOrThrow()
  const aircraft = { airplane_registration: 'PT-ABC', airplane_serial_number: '200512', photo: null }
  const { id: _, ...lineColumns } = line
  await db
    .insertInto('order_lines')
    .values({ ...lineColumns, ...aircraft, name: 'Segunda via' })
    .execute()
  const allLineIds = (await listPhotoLines(orderId)).map(({ id }) => id)
  expect(await requestPhotos(orderId, { lineIds: allLineIds, reason }, byStaff)).toBe('asked')
  const customer = await loginAs({ userId })
  const orderPage = await fetchPage(customer, `/orders/${orderId}`)
  const photoPage = await fetchPage(customer, `/orders/${orderId}/photo`)
  for (const { text } of [orderPage, photoPage]) {
    expect.soft(text).toContain('Precisamos de 2 fotos')
    for (const expectedText of ['Placares', 'Segunda via, PT-ABC', reason])
      expect.soft(text).toContain(expectedText)
  }
  expect(orderPage.text).toContain('Enviar as fotos')
  expect(photoPage.text).toContain(`Fotos para o pedido nº ${orderId}`)
  const { id } = await db.selectFrom('photo_requests').select('id').executeTakeFirstOrThrow()
  await requireMailJob('mail-photo-request').run(String(id), { id: 83 })
  const { body, headers } = await readMail(83)
  expect(body).toContain('Para aprovar o pedido precisamos de 2 fotos:')
  expect(body).toContain('Segunda via, PT-ABC')
  expect(headers.join('\n')).toContain('envie_as_fotos')
  // Without an earlier photo, the page must not ask for "another" photo.
  await db.updateTable('order_lines').set({ photo: null }).where('order_id', '=', orderId).execute()
  expect(await requestPhotos(orderId, { lineIds, reason }, byStaff)).toBe('asked')
  const pageWithoutPhoto = await fetchPage(customer, `/orders/${orderId}`)
  expect(pageWithoutPhoto.text).toContain('Precisamos de uma foto')
  expect(pageWithoutPhoto.text).not.toContain('outra foto')
})

test('the review lists the required content of the photo', async () => {
  await openShop()
  await makeOrderWithPhoto('spines', photoNote)
  const staff = await loginAs({ userId: await makeStaff() })
  const { text } = await fetchPage(staff, '/admin/review')
  expect(text).toContain(`A foto deve mostrar Lombadas dos manuais: ${photoNote}`)
})
