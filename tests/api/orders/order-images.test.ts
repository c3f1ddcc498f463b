import { describe, expect, test } from 'vitest'
import { answerCall } from '#app/api/dispatch.server.ts'
import { operations } from '#app/api/registry.server.ts'
import { attemptLimits } from '#app/domain/accounts/attempt-limits.ts'
import { env } from '#app/env.server.ts'
import { countAttempt } from '#app/models/accounts/rate-limit.server.ts'
import { claimPhotos, PhotoGone, removePhotoOwner } from '#app/models/checkout/photo.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { makePlainPicture } from '#tests/gateways/pictures.ts'
import { ApiClient, callAs, matchSignedAddress } from '#tests/support/api-client.ts'
import { shopOrigin } from '#tests/support/request.ts'

const path = '/api/order_upload_image/'
const makePicture = async () => ({ name: 'foto.png', bytes: await makePlainPicture(40, 30).png().toBuffer() })

describe('POST /api/order_upload_image/ – Upload image: multipart, field file; answer is the stored file name', () => {
  test('shows the image only to its owner and staff', async () => {
    const customer = await makeCustomer()
    const client = await callAs(customer)
    const { status, body } = await client.upload('POST', path, await makePicture())
    expect([status, body]).toEqual([
      200,
      {
        file: expect.stringMatching(/^[0-9a-f]{32}\.jpg$/),
        address: matchSignedAddress(`/api/order_image/${body.file}/`),
      },
    ])
    const row = await db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ name: body.file, user_id: customer.userId, cart_id: null, claimed_at: null })
    const ownAnswer = await client.get(`/api/order_image/${body.file}/`)
    expect([ownAnswer.status, ownAnswer.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    const staff = await callAs({ userId: await makeStaff() })
    expect((await staff.get(`/api/order_image/${body.file}`)).status).toBe(200)
    const stranger = await callAs(await makeCustomer())
    expect((await stranger.get(`/api/order_image/${body.file}`)).status).toBe(404)
    expect((await new ApiClient().get(`/api/order_image/${body.file}`)).status).toBe(401)
  })

  test.each([
    ['text', new TextEncoder().encode('texto'), 'PNG, GIF ou JPEG'],
    ['an empty file', new Uint8Array(), 'está vazio'],
    ['more than 10 MB', new Uint8Array(10 * 1024 * 1024 + 1), 'passa de 10 MB'],
  ])('returns 400 at file with %s', async (_, bytes, text) => {
    const client = await callAs(await makeCustomer())
    const answer = await client.upload('POST', path, { name: 'foto.png', bytes })
    expect([answer.status, answer.body]).toEqual([400, { file: [expect.stringContaining(text)] }])
    expect(await db.selectFrom('photos').select('name').execute()).toEqual([])
  })

  test('stores a visitor’s photo, which only the visitor sees until the first order that names it', async () => {
    const visitor = new ApiClient()
    const { status, body } = await visitor.upload('POST', path, await makePicture())
    expect(status).toBe(200)
    const shownAnswer = await visitor.get(body.address)
    expect([shownAnswer.status, shownAnswer.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    expect((await visitor.get(`/api/order_image/${body.file}`)).status).toBe(401)
    const customer = await makeCustomer()
    expect((await (await callAs(customer)).get(`/api/order_image/${body.file}`)).status).toBe(404)
    await withTransaction((trx) =>
      claimPhotos(trx, { names: [body.file], cartId: null, userId: customer.userId }),
    )
    expect((await visitor.get(body.address)).status).toBe(404)
    expect((await (await callAs(customer)).get(`/api/order_image/${body.file}`)).status).toBe(200)
    const otherClaim = { names: [body.file], cartId: null, userId: (await makeCustomer()).userId }
    await expect(withTransaction((trx) => claimPhotos(trx, otherClaim))).rejects.toThrow(PhotoGone)
  })

  test('a visitor’s photo that was removed cannot be claimed by an order', async () => {
    const { body } = await new ApiClient().upload('POST', path, await makePicture())
    expect(await removePhotoOwner(body.file)).toBe(true)
    const claim = { names: [body.file], cartId: null, userId: (await makeCustomer()).userId }
    await expect(withTransaction((trx) => claimPhotos(trx, claim))).rejects.toThrow(PhotoGone)
  })

  test('returns 429 above the photo limit of a network', async () => {
    const network = { address: '192.0.2.7', email: '' }
    const maxCounts = attemptLimits.photo(network).map((limit) => limit.max * env.LIMIT_FACTOR)
    for (let sentCount = 0; sentCount < Math.max(...maxCounts); sentCount++)
      await countAttempt('photo', network)
    const body = new FormData()
    body.append('file', new File([new Uint8Array((await makePicture()).bytes)], 'foto.png'))
    const request = new Request(new URL(path, shopOrigin), { method: 'POST', body })
    const context = { clientAddress: network.address }
    const answer = await answerCall({ request, context, params: {} }, operations)
    expect(answer.status).toBe(429)
  })
})
