import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PhotoRefused } from '#app/gateways/photo.server.ts'
import { getFileLocation, putFile, removeFile } from '#app/gateways/storage.server.ts'
import { makePhotoResponse } from '#app/http/checkout/photo-response.server.ts'
import { storePhotoUpload } from '#app/http/checkout/photo-upload.server.ts'
import { cartCookie } from '#app/http/cookies.server.ts'
import { hashSecret, makeSecret } from '#app/models/accounts/session.server.ts'
import { claimPhotos, makePhotoPath } from '#app/models/checkout/photo.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { paths } from '#app/paths.ts'
import { loader } from '#app/routes/checkout/photo.ts'
import { makeCart } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makePlainPicture } from '#tests/gateways/pictures.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

const makePicture = () => makePlainPicture(40, 30).png().toBuffer()
const fetchPhoto = (visitor: Visitor, name: string) => visitor.get(loader, paths.photo(name), { name })
const fetchPreview = (visitor: Visitor, name: string) =>
  visitor.get(loader, paths.photoPreview(name), { name })

/** Returns a visitor with a cart that contains a photo. */
async function openVisitorWithPhoto() {
  const key = makeSecret()
  const visitor = new Visitor()
  visitor.cookies.keep(new Headers([['Set-Cookie', await cartCookie.serialize(key)]]))
  const cart = await makeCart({ [await makePublication()]: 1 }, { keyHash: hashSecret(key) })
  return { visitor, cart, name: await storePhotoUpload(await makePicture(), { cartId: cart.id }) }
}

async function makeStaff() {
  const staff = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', staff.userId).execute()
  return staff
}

test('sends a visitor the photo of the own cart as an inert picture', async () => {
  const { visitor, name } = await openVisitorWithPhoto()
  const answer = await fetchPhoto(visitor, name)
  const bytes = Buffer.from((await answer.response?.arrayBuffer()) ?? new ArrayBuffer())
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'image/jpeg',
    'content-length': String(bytes.length),
    'content-disposition': 'inline',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  const { bytes: storedLength } = await db.selectFrom('photos').select('bytes').executeTakeFirstOrThrow()
  expect(bytes.length).toBe(storedLength)
})

test('sends a preview of at most 384 pixels to those who may see the photo', async () => {
  const { visitor, cart } = await openVisitorWithPhoto()
  const picture = await makePlainPicture(1200, 900).jpeg().toBuffer()
  const name = await storePhotoUpload(picture, { cartId: cart.id })
  const answer = await fetchPreview(visitor, name)
  const bytes = Buffer.from((await answer.response?.arrayBuffer()) ?? new ArrayBuffer())
  expect(answer.headers.get('Content-Length')).toBe(String(bytes.length))
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 384, height: 288 })
  expect((await fetchPreview(new Visitor(), name)).status).toBe(404)
})

test('sends the photo itself in place of a preview that cannot be drawn', async () => {
  const { visitor, name } = await openVisitorWithPhoto()
  await putFile(makePhotoPath(name), Buffer.from('no picture'))
  expect(await (await fetchPreview(visitor, name)).response?.text()).toBe('no picture')
})

test('HEAD returns the length without opening the file', async () => {
  const { name } = await openVisitorWithPhoto()
  const { bytes } = await db.selectFrom('photos').select('bytes').executeTakeFirstOrThrow()
  const { body, headers } = await makePhotoResponse({ method: 'HEAD' }, name, { isStaff: true })
  expect([body, headers.get('Content-Length')]).toEqual([null, String(bytes)])
})

test('shows a photo only to its owner and staff, and returns 404 to others', async () => {
  const { name } = await openVisitorWithPhoto()
  const { visitor: otherVisitor } = await openVisitorWithPhoto()
  expect((await fetchPhoto(await loginAs(await makeStaff()), name)).status).toBe(200)
  for (const visitor of [new Visitor(), otherVisitor, await loginAs(await makeCustomer())])
    expect((await fetchPhoto(visitor, name)).status).toBe(404)
})

test('an ordered photo belongs to the customer, not to the browser', async () => {
  const { visitor, cart, name } = await openVisitorWithPhoto()
  const customer = await makeCustomer()
  await withTransaction((trx) =>
    claimPhotos(trx, { names: [name], cartId: cart.id, userId: customer.userId }),
  )
  expect((await fetchPhoto(await loginAs(customer), name)).status).toBe(200)
  expect((await fetchPhoto(visitor, name)).status).toBe(404)
})

test('returns 404 for a photo whose file was removed, and a second removal is no error', async () => {
  const { visitor, name } = await openVisitorWithPhoto()
  await removeFile(makePhotoPath(name))
  await removeFile(makePhotoPath(name))
  expect((await fetchPhoto(visitor, name)).status).toBe(404)
})

test.each([
  '',
  '..',
  '../photos/x.jpg',
  '%2e%2e%2fx',
  'x.jpg',
  `${'A'.repeat(32)}.jpg`,
  `${'0'.repeat(32)}.png`,
  `${'0'.repeat(32)}.jpg\n`,
  `${'0'.repeat(32)}.jpg`,
])('returns 404 for photo %j', async (name) => {
  expect((await fetchPhoto(await loginAs(await makeStaff()), name)).status).toBe(404)
})

test('stores nothing of a file that is not a photo', async () => {
  const cart = await makeCart({ [await makePublication()]: 1 })
  await expect(storePhotoUpload(Buffer.from('<svg/>'), { cartId: cart.id })).rejects.toThrow(PhotoRefused)
  expect(await db.selectFrom('photos').select('id').execute()).toEqual([])
})

test('stores no row for a photo whose file cannot be stored', async () => {
  await rm(await getFileLocation('photos'), { recursive: true, force: true })
  const cart = await makeCart({ [await makePublication()]: 1 })
  await putFile('photos', Buffer.from('a file where the folder belongs'))
  try {
    await expect(storePhotoUpload(await makePicture(), { cartId: cart.id })).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect(await db.selectFrom('photos').select('id').execute()).toEqual([])
  } finally {
    await removeFile('photos')
  }
})
