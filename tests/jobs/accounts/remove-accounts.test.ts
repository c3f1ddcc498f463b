import { expect, test } from 'vitest'
import { makeRemovedEmail } from '#app/domain/accounts/data-retention.ts'
import { noTerms } from '#app/domain/charges/boleto-terms.ts'
import { getFile, putFile } from '#app/gateways/storage.server.ts'
import { sweepOnce } from '#app/jobs/backoffice/sweep.server.ts'
import { requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { findCurrentBoleto, recordBoleto, recordBoletoFile } from '#app/models/charges/boleto.server.ts'
import { makePhotoPath } from '#app/models/checkout/photo.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'

const DAY_MS = 24 * 3_600_000
const photo = `${'a'.repeat(32)}.jpg`
const boleto = {
  issuer: 'own-bank' as const,
  ordinal: 0,
  reference: 'pedido-1-0',
  externalId: null,
  state: 'made' as const,
  pixPayload: null,
  bank: '001',
  agencyAndCode: '1234-3 / 56789-0',
  wallet: '17',
  numberRange: '001/7654321',
  ourNumber: '1',
  ourNumberPrinted: '1',
  documentNumber: '1',
  documentDate: '2026-11-21',
  dueDate: '2026-11-26',
  value: 80_00,
  barcode: '0'.repeat(44),
  line: '0'.repeat(47),
  terms: noTerms,
  payableUntil: null,
}

/** Creates a removed account whose order has a stored boleto and photo. Returns the order's id. */
async function makeRemovedAccountWithFiles() {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  await recordBoleto(orderId, boleto)
  await putFile('boletos/77.pdf', Buffer.from('boleto'))
  await recordBoletoFile((await findCurrentBoleto(orderId))?.id ?? 0, 'boletos/77.pdf')
  await putFile(makePhotoPath(photo), Buffer.from('photo'))
  const data = { type: 'image/jpeg', bytes: 5, width: 1, height: 1 }
  await db
    .insertInto('photos')
    .values({ name: photo, user_id: userId, cart_id: null, claimed_at: new Date(), ...data })
    .execute()
  await db.updateTable('order_lines').set({ photo }).where('order_id', '=', orderId).execute()
  const { id: profileId } = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await requestDeletion({ userId, profileId }, { areLossesAccepted: true, today: '2026-11-21' })
  // The account is removed seven days after the request.
  await sweepOnce(new Date(Date.now() + 8 * DAY_MS))
  return orderId
}

test('deletes the boleto’s file and the photo of a removed account only after the tax years', async () => {
  const orderId = await makeRemovedAccountWithFiles()
  await sweepOnce(new Date('2031-12-31T20:00:00Z'))
  expect(await getFile('boletos/77.pdf')).toBeDefined()
  expect(await getFile(makePhotoPath(photo))).toBeDefined()
  expect(await sweepOnce(new Date('2032-01-01T12:00:00Z'))).toMatchObject({ oldOrders: 1, photos: 1 })
  expect(await getFile('boletos/77.pdf')).toBeUndefined()
  expect(await getFile(makePhotoPath(photo))).toBeUndefined()
  expect(await db.selectFrom('photos').selectAll().execute()).toEqual([])
  const [order] = await db.selectFrom('orders').selectAll().where('id', '=', orderId).execute()
  expect(order).toMatchObject({ payer_name: 'Conta removida', payer_document: '' })
  expect(await sweepOnce(new Date('2032-01-01T13:00:00Z'))).toMatchObject({ oldOrders: 0, photos: 0 })
})

test('continues after an account that cannot be removed, and reports the run as failed', async () => {
  const stuckCustomer = await makeCustomer()
  const removedCustomer = await makeCustomer()
  const consent = { areLossesAccepted: true, today: '2026-11-21' }
  for (const customer of [stuckCustomer, removedCustomer]) await requestDeletion(customer, consent)
  // Another account already has the placeholder e-mail, so the removal fails.
  const otherCustomer = await makeCustomer({ email: makeRemovedEmail(stuckCustomer.userId) })
  await expect(sweepOnce(new Date(Date.now() + 8 * DAY_MS))).rejects.toThrow('failed: accounts')
  const doneRequests = await db
    .selectFrom('deletion_requests')
    .select('user_id')
    .where('done_at', 'is not', null)
    .execute()
  const removedUserIds = doneRequests.map((row) => row.user_id)
  expect(removedUserIds).toContain(removedCustomer.userId)
  expect(removedUserIds).not.toContain(stuckCustomer.userId)
  expect(otherCustomer.userId).toBeGreaterThan(0)
})
