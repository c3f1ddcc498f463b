import { describe, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { callAs } from '#tests/support/api-client.ts'
import { giveBoleto, rejectBoleto } from '#tests/support/boletos.ts'

async function placeInternalOrder() {
  const client = await callAs({ userId: await makeStaff() })
  const { profileId } = await makeCustomer()
  const { body } = await client.post('/order/', {
    profile: profileId,
    shipping_type: 'Pedido Interno',
    shipping_value: 0.01,
    publications: [{ publication: await makeDownload(), value: 80 }],
  })
  return { client, orderId: Number(body.id) }
}

const addLine = (client: Awaited<ReturnType<typeof callAs>>, body: object) =>
  client.post('/order_publication/', body)

describe('POST /order_publication/ – Add order line', () => {
  test('adds a line to an internal order with a rejected boleto, and requests a new boleto', async () => {
    const { client, orderId } = await placeInternalOrder()
    await rejectBoleto(orderId)
    const publication = await makePublication({ has_airplane_info: true, name: 'Manual novo' })
    const aircraft = { airplane_prefix: 'PT-ABC', airplane_serial_number: '1', fuel_type: 0 }
    const { status, body } = await addLine(client, { order: orderId, publication, value: 80, ...aircraft })
    expect([status, body]).toEqual([201, { id: expect.any(Number) }])
    expect((await client.get(`/order/${orderId}`)).body).toMatchObject({
      total: 160,
      total_publications: 160,
      publications: [{}, { id: body.id, airplane_prefix: 'PT-ABC', publication: { name: 'Manual novo' } }],
    })
    const jobs = await db
      .selectFrom('outbox')
      .select(['done_at', 'refused_at'])
      .where('job', '=', 'issue-boleto')
      .execute()
    expect(jobs).toEqual([{ done_at: null, refused_at: null }])
  })

  test.each<[string, (orderId: number) => Promise<unknown>]>([
    // Placing the order has queued its boleto.
    ['a boleto being issued', async () => undefined],
    [
      'an issued boleto',
      async (orderId) => {
        await rejectBoleto(orderId)
        await giveBoleto(orderId)
      },
    ],
    [
      'a paid order',
      (orderId) => db.updateTable('orders').set({ status: 2 }).where('id', '=', orderId).execute(),
    ],
  ])('returns 409 for %s', async (_, prepareOrder) => {
    const { client, orderId } = await placeInternalOrder()
    await prepareOrder(orderId)
    const answer = await addLine(client, { order: orderId, publication: await makeDownload(), value: 80 })
    expect([answer.status, answer.body]).toMatchObject([409, { detail: expect.any(String) }])
    expect(await db.selectFrom('order_lines').select('value').execute()).toEqual([{ value: 80_00 }])
  })

  test('returns 400 with an error at value for a price other than the catalogue’s', async () => {
    const { client, orderId } = await placeInternalOrder()
    await rejectBoleto(orderId)
    const answer = await addLine(client, { order: orderId, publication: await makeDownload(), value: 1 })
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { value: [expect.stringContaining('mudou para')] },
    ])
  })

  test('returns 409 to customer and staff for a customer’s order, and 404 to other customers', async () => {
    const order = await makeOrder({ [await makeDownload()]: 1 })
    const line = { order: order.orderId, publication: await makeDownload(), value: 80 }
    expect((await addLine(await callAs(order), line)).status).toBe(409)
    expect((await addLine(await callAs(await makeCustomer()), line)).status).toBe(404)
    expect((await addLine(await callAs({ userId: await makeStaff() }), line)).status).toBe(409)
  })
})
