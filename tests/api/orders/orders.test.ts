import { beforeEach, describe, expect, test } from 'vitest'
import { addOrderFile } from '#app/models/orders/order-file.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderWithBoleto } from '#tests/factories/boletos.ts'
import { makeOrder, makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { ApiClient, callAs, matchSignedAddress } from '#tests/support/api-client.ts'

beforeEach(openShop)

const makeNewOrder = async () => makeOrder({ [await makeDownload()]: 1 })
const listIds = (answer: { body: { results: { id: number }[] } }) => answer.body.results.map(({ id }) => id)

describe('GET /order/?ordering=-id&page={n}&search={email}&status={s} – List orders', () => {
  test('lists only the customer’s own orders, with count and pages, for any search (D49)', async () => {
    const [ownOrder, foreignOrder] = [await makeNewOrder(), await makeNewOrder()]
    const client = await callAs(ownOrder)
    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', foreignOrder.userId)
      .executeTakeFirstOrThrow()
    for (const search of ['', email, String(foreignOrder.orderId)]) {
      const answer = await client.get(
        `/order/?ordering=-id&page=1&search=${encodeURIComponent(search)}&status=`,
      )
      expect(answer.body).toMatchObject({ count: 1, pages: 1 })
      expect(listIds(answer)).toEqual([ownOrder.orderId])
    }
  })

  test('lists all orders to staff, newest first, by page, number and known status', async () => {
    const [firstOrder, secondOrder] = [await makeNewOrder(), await makeNewOrder()]
    const { orderId: reviewedId } = await makeOrderUnderReview()
    const client = await callAs({ userId: await makeStaff() })
    expect(listIds(await client.get('/order/'))).toEqual([
      reviewedId,
      secondOrder.orderId,
      firstOrder.orderId,
    ])
    expect(listIds(await client.get('/order/?ordering=id&limit=1&page=2'))).toEqual([secondOrder.orderId])
    expect((await client.get('/order/?limit=2')).body).toMatchObject({ count: 3, pages: 2 })
    expect(listIds(await client.get(`/order/?search=${firstOrder.orderId}`))).toContain(firstOrder.orderId)
    for (const status of ['4', 'Em análise', 'EM ANÁLISE'])
      expect(listIds(await client.get(`/order/?status=${encodeURIComponent(status)}`))).toEqual([reviewedId])
    const wrongAnswer = await client.get('/order/?status=9')
    expect([wrongAnswer.status, Object.keys(wrongAnswer.body)]).toEqual([400, ['status']])
  })

  test('lists a customer’s orders by status as text or number', async () => {
    const { orderId, userId } = await makeNewOrder()
    const client = await callAs({ userId })
    expect(listIds(await client.get('/order/?status=Pagamento%20pendente&ordering=id'))).toEqual([orderId])
    expect(listIds(await client.get('/order/?status=2'))).toEqual([])
  })

  test('returns 401 without a token', async () => {
    expect((await new ApiClient().get('/order/')).status).toBe(401)
  })
})

describe('GET /order/{id} – Get order', () => {
  test('returns lines, totals, boleto, addresses and customer', async () => {
    const { orderId, userId } = await makeOrderWithBoleto()
    const { status, body } = await (await callAs({ userId })).get(`/order/${orderId}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: orderId,
      status: 'Pagamento pendente',
      status_code: 1,
      date: '2026-11-21',
      total_publications: 80,
      shipping_type: 'Download',
      shipping_value: 0,
      total: 80,
      transaction_link: matchSignedAddress(`/api/boleto/${orderId}/`),
      reason: null,
      nfe: null,
      expeditions: [],
      profile: {
        name: 'Ana Inventada da Silva',
        person_or_company: 0,
        phone: '14999990000',
        user: { email: expect.stringContaining('@') },
      },
      billing_address: { country: 'Brasil', zip_code: '18600000', state: 'SP' },
      shipping_address: null,
    })
    expect(body.publications).toEqual([
      expect.objectContaining({
        value: 80,
        airplane_prefix: null,
        fuel_type: null,
        file: null,
        publication: expect.objectContaining({ name: 'Boletim inventado', version: 'Rev. 1', price: 80 }),
      }),
    ])
    expect(body).not.toHaveProperty('note')
  })

  test('returns the shipments, and no boleto once paid', async () => {
    const order = await makePaidOrder()
    const shipmentId = await makeShipment(order)
    await markSent(shipmentId, { date: '2026-11-05', trackCode }, byStaff)
    const { body } = await (await callAs(order)).get(`/order/${order.orderId}/`)
    expect(body).toMatchObject({ status: 'Pagamento confirmado', status_code: 2, transaction_link: null })
    expect(body.expeditions).toEqual([
      { id: shipmentId, status: 2, status_name: 'Enviado', track_code: trackCode, send_date: '2026-11-05' },
    ])
    expect(body.publications).toHaveLength(3)
  })

  test('returns exactly “Cancelado” with the reason for a rejected order (D12)', async () => {
    const { orderId, userId } = await makeNewOrder()
    await db
      .updateTable('orders')
      .set({ status: 3, reason: 'Foto ilegível' })
      .where('id', '=', orderId)
      .execute()
    const { body } = await (await callAs({ userId })).get(`/order/${orderId}`)
    expect(body).toMatchObject({ status: 'Cancelado', status_code: 3, reason: 'Foto ilegível' })
  })

  test('returns the sold name and version after the catalogue changes', async () => {
    const { orderId, userId } = await makeNewOrder()
    await confirmPayment(orderId, byStaff, '2026-11-22')
    await db.updateTable('publications').set({ version: 'Rev. 2', name: 'Outro' }).execute()
    const { body } = await (await callAs({ userId })).get(`/order/${orderId}`)
    expect(body.publications[0].publication).toMatchObject({ name: 'Boletim inventado', version: 'Rev. 1' })
  })

  test('returns files to staff, and to the customer once paid (D19)', async () => {
    const { orderId, userId } = await makeNewOrder()
    const actor = { actorUserId: null, source: 'test' }
    for (const name of ['pedido.pdf', 'danfe.pdf'])
      await addOrderFile(
        { orderId, kind: 'file', file: `orders/${name}`, name, type: 'application/pdf', bytes: 3 },
        actor,
      )
    const [ownClient, staff] = [await callAs({ userId }), await callAs({ userId: await makeStaff() })]
    const { file, files } = (await staff.get(`/order/${orderId}`)).body
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['danfe.pdf', 'pedido.pdf'])
    expect(file).toBe(files[0].file)
    const newestFile = matchSignedAddress(`/api/files/order/${orderId}/${files[0].id}/`)
    expect(file).toEqual(newestFile)
    expect((await ownClient.get(`/order/${orderId}`)).body).toMatchObject({ file: null, files: [] })
    await confirmPayment(orderId, byStaff, '2026-11-22')
    expect((await ownClient.get(`/order/${orderId}`)).body).toMatchObject({
      file: newestFile,
      files: [{ file: newestFile }, { name: 'pedido.pdf' }],
    })
    expect((await ownClient.get('/order/')).body.results).toMatchObject([{ file: newestFile }])
  })

  test('returns 404 for another customer’s order and for an unknown one, and the note to staff', async () => {
    const { orderId } = await makeNewOrder()
    await db.updateTable('orders').set({ note: 'Ligar antes' }).where('id', '=', orderId).execute()
    expect((await (await callAs(await makeCustomer())).get(`/order/${orderId}`)).status).toBe(404)
    const staff = await callAs({ userId: await makeStaff() })
    expect((await staff.get(`/order/${orderId}`)).body).toMatchObject({ note: 'Ligar antes' })
    expect((await staff.get('/order/4000000')).status).toBe(404)
  })
})
