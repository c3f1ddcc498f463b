import { expect, test } from 'vitest'
import { getFile, putFile, removeFile } from '#app/gateways/storage.server.ts'
import { deleteUnusedPhotos } from '#app/jobs/orders/sweep-photos.server.ts'
import {
  claimPhotos,
  makePhotoPath,
  removePhotoOwner,
  storePhoto,
} from '#app/models/checkout/photo.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { makeCart } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'

const DAY = 24 * 3_600_000
const now = new Date('2026-11-21T12:00:00Z')

async function makePhoto(cartId: number, age: number): Promise<string> {
  const name = await storePhoto({ cartId }, { type: 'image/jpeg', bytes: 1, width: 1, height: 1 })
  await putFile(makePhotoPath(name), Buffer.from('x'))
  const createdAt = new Date(now.getTime() - age)
  await db.updateTable('photos').set({ created_at: createdAt }).where('name', '=', name).execute()
  return name
}

async function makeNewCart(): Promise<number> {
  return (await makeCart({ [await makePublication()]: 1 })).id
}

async function listRemainingPhotos(): Promise<string[]> {
  const rows = await db.selectFrom('photos').select('name').orderBy('id').execute()
  return rows.map((row) => row.name)
}

const hasFile = async (name: string) => {
  const file = await getFile(makePhotoPath(name))
  await file?.stream.cancel()
  return file !== undefined
}

test('deletes photos without an order after seven days, with their files, and no others', async () => {
  const cartId = await makeNewCart()
  const { userId } = await makeCustomer()
  const orderedPhoto = await makePhoto(cartId, 30 * DAY)
  await withTransaction((trx) => claimPhotos(trx, { names: [orderedPhoto], cartId, userId }))
  const oldPhoto = await makePhoto(cartId, 7 * DAY + 1)
  const youngPhoto = await makePhoto(cartId, 7 * DAY)
  expect(await deleteUnusedPhotos(now)).toBe(1)
  expect(await listRemainingPhotos()).toEqual([orderedPhoto, youngPhoto])
  expect(await hasFile(orderedPhoto)).toBe(true)
  expect(await hasFile(oldPhoto)).toBe(false)
  expect(await hasFile(youngPhoto)).toBe(true)
  expect(await deleteUnusedPhotos(now)).toBe(0)
})

test('resumes a run interrupted before or after the file was deleted', async () => {
  const cartId = await makeNewCart()
  const [photoWithFile, photoWithoutFile] = [
    await makePhoto(cartId, 8 * DAY),
    await makePhoto(cartId, 8 * DAY),
  ]
  await removePhotoOwner(photoWithFile)
  await removePhotoOwner(photoWithoutFile)
  await removeFile(makePhotoPath(photoWithoutFile))
  expect(await deleteUnusedPhotos(now)).toBe(2)
  expect(await listRemainingPhotos()).toEqual([])
  expect(await hasFile(photoWithFile)).toBe(false)
})

test('two concurrent runs delete all old photos without a conflict', async () => {
  const cartId = await makeNewCart()
  for (let count = 0; count < 5; count += 1) await makePhoto(cartId, 8 * DAY)
  await Promise.all([deleteUnusedPhotos(now), deleteUnusedPhotos(now)])
  expect(await listRemainingPhotos()).toEqual([])
})

test('continues after a file that cannot be deleted', async () => {
  const cartId = await makeNewCart()
  const [undeletablePhoto, deletablePhoto] = [
    await makePhoto(cartId, 9 * DAY),
    await makePhoto(cartId, 8 * DAY),
  ]
  const fileThatMakesItAFolder = `${makePhotoPath(undeletablePhoto)}/inside`
  await removeFile(makePhotoPath(undeletablePhoto))
  await putFile(fileThatMakesItAFolder, Buffer.from('x'))
  expect(await deleteUnusedPhotos(now)).toBe(1)
  expect(await listRemainingPhotos()).toEqual([undeletablePhoto])
  expect(await hasFile(deletablePhoto)).toBe(false)
  await removeFile(fileThatMakesItAFolder)
})

test('processes at most two hundred photos per run', async () => {
  const cartId = await makeNewCart()
  const values = Array.from({ length: 205 }, (_, index) => ({
    name: `${String(index).padStart(32, '0')}.jpg`,
    cart_id: cartId,
    user_id: null,
    type: 'image/jpeg',
    bytes: 1,
    width: 1,
    height: 1,
    created_at: new Date(now.getTime() - 8 * DAY),
    claimed_at: null,
  }))
  await db.insertInto('photos').values(values).execute()
  expect([
    await deleteUnusedPhotos(now),
    await deleteUnusedPhotos(now),
    await deleteUnusedPhotos(now),
  ]).toEqual([200, 5, 0])
})
