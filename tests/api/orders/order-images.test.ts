import { describe, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { plain } from '#tests/gateways/pictures.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'

const path = '/api/order_upload_image/'
const picture = async () => ({ name: 'foto.png', bytes: await plain(40, 30).png().toBuffer() })

describe('POST /api/order_upload_image/ – Upload image: multipart, field file; answer is the stored file name', () => {
  test('shows the image only to its owner and staff', async () => {
    const customer = await makeCustomer()
    const client = await callAs(customer)
    const { status, body } = await client.upload('POST', path, await picture())
    expect([status, body]).toEqual([200, { file: expect.stringMatching(/^[0-9a-f]{32}\.jpg$/) }])
    const row = await db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ name: body.file, user_id: customer.userId, cart_id: null, claimed_at: null })
    const own = await client.get(`/api/order_image/${body.file}/`)
    expect([own.status, own.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    const staff = await callAs({ userId: await makeStaff() })
    expect((await staff.get(`/api/order_image/${body.file}`)).status).toBe(200)
    const stranger = await callAs(await makeCustomer())
    expect((await stranger.get(`/api/order_image/${body.file}`)).status).toBe(404)
    expect((await new ApiClient().get(`/api/order_image/${body.file}`)).status).toBe(401)
  })

  test.each([
    ['text', new TextEncoder().encode('texto'), 'PNG, GIF ou JPEG'],
    ['nothing in it', new Uint8Array(), 'está vazio'],
    ['more than 10 MB', new Uint8Array(10 * 1024 * 1024 + 1), 'passa de 10 MB'],
  ])('returns 400 at file with %s', async (_, bytes, text) => {
    const client = await callAs(await makeCustomer())
    const answer = await client.upload('POST', path, { name: 'foto.png', bytes })
    expect([answer.status, answer.body]).toEqual([400, { file: [expect.stringContaining(text)] }])
    expect(await db.selectFrom('photos').select('name').execute()).toEqual([])
  })

  test('rejects visitors', async () => {
    expect((await new ApiClient().upload('POST', path, await picture())).status).toBe(401)
  })
})
