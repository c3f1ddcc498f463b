import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { addRenewalsToCart } from '#app/models/checkout/cart.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { action as subscriptionAction } from '#app/routes/admin/subscriptions/subscription.tsx'
import { action as renewAction, loader as renewLoader } from '#app/routes/subscriptions/renew-one.tsx'
import { termsVersion } from '#app/text/orders/terms.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { address, makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { loadSubscription, makeSubscription, makeSubscriptions } from '#tests/factories/subscriptions.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'
import { loginAs } from '#tests/support/request.ts'

beforeEach(openShop)

const today = toCivilDate(new Date())
const listIds = (answer: { body: { results: { id: number }[] } }) => answer.body.results.map(({ id }) => id)
const openStaffClient = async () => callAs({ userId: await makeStaff() })

describe('GET /signature/?ordering=-id&page={n}&search={email}&status={s} – List subscriptions', () => {
  test('lists only a customer’s own subscriptions, newest first, without suspended ones, for any search (D17, D49)', async () => {
    const ownSubscriptions = await makeSubscriptions([
      { due: '2099-01-01' },
      { due: '2020-01-01' },
      { suspended_at: new Date() },
    ])
    const foreignSubscriptions = await makeSubscriptions([{ due: '2099-01-01' }])
    const client = await callAs(ownSubscriptions)
    const [currentId = 0, overdueId = 0] = ownSubscriptions.ids
    for (const search of ['', ownSubscriptions.email, foreignSubscriptions.email])
      expect(listIds(await client.get(`/signature/?ordering=-id&page=1&search=${search}&status=`))).toEqual([
        overdueId,
        currentId,
      ])
    expect(listIds(await client.get('/signature/?status=4'))).toEqual([overdueId])
    expect(listIds(await client.get('/signature/?status__in=1,4'))).toEqual([overdueId])
    expect(
      listIds(await client.get(`/signature/?publication__id=${foreignSubscriptions.publicationId}`)),
    ).toEqual([])
    expect((await client.get('/signature/?limit=1&page=2')).body).toMatchObject({ count: 2, pages: 2 })
  })

  test('GET /signature/?ordering=-id&page=1&status= returns all subscriptions to staff', async () => {
    const firstSubscriptions = await makeSubscriptions([{ due: '2099-01-01' }])
    const secondSubscriptions = await makeSubscriptions([{ due: '2020-01-01' }])
    const client = await openStaffClient()
    expect(listIds(await client.get('/signature/?ordering=-id&page=1&status='))).toEqual([
      ...secondSubscriptions.ids,
      ...firstSubscriptions.ids,
    ])
    expect(listIds(await client.get(`/signature/?search=${firstSubscriptions.email}`))).toEqual(
      firstSubscriptions.ids,
    )
    expect(listIds(await client.get('/signature/?status=Vencida'))).toEqual(secondSubscriptions.ids)
    expect((await client.get('/signature/?status=x')).body).toEqual({
      status: [expect.stringContaining('Situação desconhecida')],
    })
  })

  test('GET /signature/?page=1&limit=1000&status__in=1,2,3,5&publication__id={id}&ordering=profile__name,profile__company_name returns units in these states by name', async () => {
    const { publicationId, ids, profileId } = await makeSubscriptions([
      { due: '2099-01-01' },
      { due: '2020-01-01' },
    ])
    const secondCustomer = await makeCustomer()
    const unit = await makeSubscription(secondCustomer, { due: '2099-01-01' })
    await db
      .updateTable('subscriptions')
      .set({ publication_id: publicationId })
      .where('id', '=', unit.id)
      .execute()
    await db.updateTable('profiles').set({ name: 'Zélia' }).where('id', '=', profileId).execute()
    await makeSubscriptions([{}])
    const client = await openStaffClient()
    const query = `page=1&limit=1000&status__in=1,2,3,5&publication__id=${publicationId}&ordering=profile__name,profile__company_name`
    const { body } = await client.get(`/signature/?${query}`)
    expect(body).toMatchObject({ count: 2, pages: 1 })
    expect(body.results.map((row: { profile: { id: number } }) => row.profile.id)).toEqual([
      secondCustomer.profileId,
      profileId,
    ])
    expect(body.results[1].id).toBe(ids[0])
  })
})

describe('GET /signature/{id} – Get subscription', () => {
  test('returns publication, status {id}, due, overdue, aircraft, order and customer', async () => {
    const customer = await makeCustomer()
    const { id, orderId } = await makeSubscription(customer, { due: '2020-01-01', registration: 'PT-ABC' })
    const { status, body } = await (await callAs(customer)).get(`/signature/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      publication: { name: 'Manual de Voo inventado', price_signature: 60 },
      status: { id: 4, name: 'Vencida' },
      due: '2020-01-01',
      overdue: true,
      airplane_prefix: 'PT-ABC',
      airplane_serial_number: '200512',
      fuel_type: 2,
      order: { id: orderId, expedition: null },
      profile: { id: customer.profileId },
    })
    expect(body).not.toHaveProperty('notes')
  })

  test('returns the tracking code with the order once dispatched', async () => {
    const order = await makePaidOrder()
    await markSent(await makeShipment(order), { date: '2026-11-05', trackCode }, byStaff)
    const { body } = await (await callAs(order)).get('/signature/?status=3')
    expect(body.results[0]).toMatchObject({
      status: { id: 3, name: 'Enviado' },
      track_code: trackCode,
      expedition_date: '2026-11-05',
      order: { id: order.orderId, expedition: { track_code: trackCode } },
    })
  })

  test('returns 404 to a customer for a suspended or foreign subscription, 401 to a visitor, and a suspended one to staff', async () => {
    const { ids, userId } = await makeSubscriptions([{ suspended_at: new Date() }])
    expect((await (await callAs({ userId })).get(`/signature/${ids[0]}`)).status).toBe(404)
    const { ids: foreignIds } = await makeSubscriptions([{}])
    expect((await (await callAs({ userId })).get(`/signature/${foreignIds[0]}`)).status).toBe(404)
    expect((await new ApiClient().get(`/signature/${foreignIds[0]}`)).status).toBe(401)
    const { body } = await (await openStaffClient()).get(`/signature/${ids[0]}`)
    expect(body).toMatchObject({ suspended: true, notes: null })
  })
})

describe('Signatures: update – body status, publication, order, profile, track_code, expedition_date, notes, due', () => {
  test('stores the same rows as the form', async () => {
    const { ids } = await makeSubscriptions([
      { status: 5, due: '2099-01-01' },
      { status: 5, due: '2099-01-01' },
    ])
    const [apiUnitId = 0, formUnitId = 0] = ids
    const userId = await makeStaff()
    const client = await callAs({ userId })
    const unitBefore = (await client.get(`/signature/${apiUnitId}`)).body
    const change = { status: { id: 2 }, due: '2098-02-03', notes: 'Ligar antes' }
    const body = {
      ...change,
      publication: unitBefore.publication.id,
      order: unitBefore.order,
      profile: unitBefore.profile.id,
      track_code: null,
      expedition_date: null,
    }
    const answer = await client.put(`/signature/${apiUnitId}/`, body)
    expect([answer.status, answer.body.status]).toEqual([200, { id: 2, name: 'Aguardando envio' }])
    const visitor = await loginAs({ userId })
    const id = String(formUnitId)
    const { lock_version } = await loadSubscription(formUnitId)
    const form = { status: 2, due: '2098-02-03', due_seen: '2099-01-01', notes: 'Ligar antes', lock_version }
    await visitor.post(subscriptionAction, `/admin/signature/${id}`, form, { id })
    const traces = await Promise.all(
      [apiUnitId, formUnitId].map(async (unit) => {
        const { id: _, order_line_id, ...row } = await loadSubscription(unit)
        const history = await db
          .selectFrom('history')
          .select(['action', 'details', 'actor_user_id'])
          .where('entity', '=', 'subscription')
          .where('entity_id', '=', unit)
          .execute()
        return { row: { ...row, updated_at: 0 }, history }
      }),
    )
    expect(traces[0]).toEqual(traces[1])
  })

  test('accepts unchanged fields even when they are locked (D35)', async () => {
    const { ids } = await makeSubscriptions([{ status: 2, due: '2099-01-01' }])
    const client = await openStaffClient()
    const { status, due, track_code, expedition_date } = (await client.get(`/signature/${ids[0]}`)).body
    const change = { status, due, track_code, expedition_date, notes: 'x' }
    const { body } = await client.put(`/signature/${ids[0]}`, change)
    expect(body).toMatchObject({ status: { id: 2 }, due, notes: 'x' })
  })

  test.each<[string, Parameters<typeof makeSubscriptions>[0][number], object, object]>([
    [
      'a locked status',
      { status: 2, due: '2099-01-01' },
      { status: 5 },
      { status: ['A situação é definida pela expedição ou pelo vencimento'] },
    ],
    [
      'a status that does not fit',
      { status: 5, due: '2099-01-01' },
      { status: { id: 1 } },
      { status: ['Esta situação não serve para o que foi vendido'] },
    ],
    [
      'a wrong date',
      { status: 5, due: '2099-01-01' },
      { due: '2026-02-30' },
      { due: ['Data incorreta: use ano-mês-dia, como 2026-11-21'] },
    ],
    ['no date', { status: 5, due: '2099-01-01' }, { due: null }, { due: ['Campo obrigatório'] }],
    [
      'another client',
      { status: 5, due: '2099-01-01' },
      { profile: 4_000_000 },
      { profile: ['Não muda depois da compra'] },
    ],
  ])('returns a field error: %s', async (_, unit, change, errors) => {
    const { ids } = await makeSubscriptions([unit])
    const answer = await (await openStaffClient()).put(`/signature/${ids[0]}`, change)
    expect([answer.status, answer.body]).toMatchObject([400, errors])
  })

  test('rejects a due date for a one-off purchase', async () => {
    const order = await makePaidOrder()
    const client = await openStaffClient()
    const { results } = (await client.get(`/signature/?search=${order.orderId}&ordering=id`)).body
    // The first unit of the order is a one-off purchase.
    const answer = await client.put(`/signature/${results[0].id}`, { due: '2099-01-01' })
    expect(answer.body).toEqual({ due: ['Uma compra avulsa não tem vencimento'] })
  })

  test('returns 403 to customers, and 404 for an unknown subscription', async () => {
    const { ids, userId } = await makeSubscriptions([{}])
    expect((await (await callAs({ userId })).put(`/signature/${ids[0]}`, { notes: 'x' })).status).toBe(403)
    expect((await (await openStaffClient()).put('/signature/4000000', { notes: 'x' })).status).toBe(404)
  })
})

describe('POST /signature/{id}/renew/ – renewal (D32)', () => {
  const dueInWindow = addDays(today, 10)

  test('renews a download with the same order as the form; a repeat returns that order', async () => {
    const customer = await makeCustomer()
    const [apiUnit, formUnit] = [
      await makeSubscription(customer, { due: dueInWindow, registration: 'PT-ABC' }),
      await makeSubscription(customer, { due: dueInWindow, registration: 'PT-ABC' }),
    ]
    const client = await callAs(customer)
    const { status, body } = await client.post(`/signature/${apiUnit.id}/renew/`)
    expect([status, body]).toEqual([201, { order: expect.any(Number) }])
    expect((await client.post(`/api/renew_signature/${apiUnit.id}/`)).body).toEqual(body)
    expect((await client.post('/api/renew_signature/', { signature: apiUnit.id })).body).toEqual(body)
    const visitor = await loginAs(customer)
    const id = String(formUnit.id)
    const { token, renewable } = (await visitor.get(renewLoader, `/manage/${id}/renew`, { id })).data
    const form = { token, terms: termsVersion, [`price.${renewable[0]?.key}`]: 60_00 }
    const answer = await visitor.post(renewAction, `/manage/${id}/renew`, form, { id })
    const orders = [body.order, Number(answer.location?.split('/').at(-1))]
    const [apiRows, formRows] = await Promise.all(
      orders.map(async (orderId: number) => {
        const row = await db
          .selectFrom('orders')
          .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
          .select(['status', 'total', 'shipping_type', 'terms_version', 'airplane_registration', 'version'])
          .where('orders.id', '=', orderId)
          .executeTakeFirstOrThrow()
        const outbox = await db
          .selectFrom('outbox')
          .select('job')
          .where('subject', '=', String(orderId))
          .orderBy('job')
          .execute()
        return { row, outbox }
      }),
    )
    expect(apiRows).toEqual(formRows)
    expect(apiRows?.row).toMatchObject({ total: 60_00, airplane_registration: 'PT-ABC', status: 1 })
  })

  const printedUnit = { due: dueInWindow, is_download: false, weight: 700, registration: 'PT-ABC' }

  async function quotePac(client: ApiClient, weightKg: string) {
    const quotes = await client.post('/api/get_shipping_price/', { cep: address.zip_code, peso: weightKg })
    const { service, Valor } = quotes.body.find((quote: { service: string }) => quote.service === 'PAC')
    return { shipping_type: service, shipping_value: Valor }
  }

  test('requires the quoted freight to renew a printed subscription, and only the order removes the renewal from the cart', async () => {
    const customer = await makeCustomer()
    const { id } = await makeSubscription(customer, printedUnit)
    await addRenewalsToCart(customer.userId, [
      { id, publicationId: (await loadSubscription(id)).publication_id },
    ])
    const client = await callAs(customer)
    const answerWithoutBody = await client.post(`/signature/${id}/renew/`)
    expect([answerWithoutBody.status, answerWithoutBody.body]).toEqual([
      400,
      { shipping_type: [expect.any(String)] },
    ])
    const freight = await quotePac(client, '1')
    const wrongAnswer = await client.post(`/signature/${id}/renew/`, { ...freight, shipping_value: 1 })
    expect([wrongAnswer.status, wrongAnswer.body]).toMatchObject([
      400,
      { shipping_value: [expect.any(String)] },
    ])
    expect(await db.selectFrom('cart_items').select('id').execute()).toHaveLength(1)
    const { status, body } = await client.post(`/signature/${id}/renew/`, freight)
    expect([status, body]).toEqual([201, { order: expect.any(Number) }])
    expect((await client.post(`/signature/${id}/renew/`, freight)).body).toEqual(body)
    expect((await client.get(`/order/${body.order}`)).body).toMatchObject({
      total_publications: 60,
      shipping_type: 'PAC',
      publications: [{ airplane_prefix: 'PT-ABC', airplane_serial_number: '200512', value: 60 }],
    })
    // The order has removed the renewal from the cart.
    expect(await db.selectFrom('cart_items').select('id').execute()).toEqual([])
    await confirmPayment(body.order, byStaff, today)
    expect(await loadSubscription(id)).toMatchObject({ times_renewed: 1 })
  })

  test('renews several subscriptions in one order with other purchases, by the field `signature`', async () => {
    const customer = await makeCustomer()
    const [printedSubscription, downloadSubscription] = [
      await makeSubscription(customer, printedUnit),
      await makeSubscription(customer, { due: dueInWindow, registration: 'PT-XYZ' }),
    ]
    const publications = await Promise.all(
      [printedSubscription, downloadSubscription].map(
        async ({ id }) => (await loadSubscription(id)).publication_id,
      ),
    )
    const manual = await makePublication({ price: 10_00, weight: 500 })
    const client = await callAs(customer)
    const body = {
      profile: customer.profileId,
      publications: [
        { publication: publications[0], value: 60, signature: printedSubscription.id },
        { publication: manual, value: 10 },
        { publication: publications[1], value: 60, signature: downloadSubscription.id },
      ],
      ...(await quotePac(client, '2')),
    }
    const { status, body: order } = await client.post('/order/', body)
    expect(status).toBe(201)
    const lines = await db
      .selectFrom('order_lines')
      .select(['renews_subscription_id', 'value', 'airplane_registration'])
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute()
    expect(lines).toEqual([
      { renews_subscription_id: printedSubscription.id, value: 60_00, airplane_registration: 'PT-ABC' },
      { renews_subscription_id: null, value: 10_00, airplane_registration: null },
      { renews_subscription_id: downloadSubscription.id, value: 60_00, airplane_registration: 'PT-XYZ' },
    ])
  })

  test('creates one order when both ways of renewal run concurrently', async () => {
    const customer = await makeCustomer()
    const line = await makeRenewalLine(customer, dueInWindow)
    const client = await callAs(customer)
    const order = { profile: customer.profileId, publications: [line], shipping_type: 'Download' }
    const ordersBefore = await db.selectFrom('orders').select('id').execute()
    const sendBoth = () => [client.post(`/signature/${line.signature}/renew/`), client.post('/order/', order)]
    const answers = await Promise.all(Array.from({ length: 4 }, sendBoth).flat())
    expect(answers.filter(({ status }) => status !== 201 && status !== 400)).toEqual([])
    const ordersAfter = await db.selectFrom('orders').select('id').execute()
    expect(ordersAfter).toHaveLength(ordersBefore.length + 1)
  })

  test.each<
    [
      string,
      (ownLine: RenewalLine, foreignLine: RenewalLine, earlyLine: RenewalLine) => RenewalLine[],
      object[],
    ]
  >([
    [
      'for another customer’s unit',
      (_, foreignLine) => [foreignLine],
      [{ signature: [expect.stringContaining('Não há')] }],
    ],
    [
      'for another publication',
      (ownLine, { publication }) => [{ ...ownLine, publication }],
      [{ signature: [expect.stringContaining('Não há')] }],
    ],
    [
      'before the window',
      (_, __, earlyLine) => [earlyLine],
      [{ signature: [expect.stringContaining('30 dias')] }],
    ],
    ['repeated', (ownLine) => [ownLine, ownLine], [{}, { signature: [expect.stringContaining('uma vez')] }]],
    [
      'at the purchase price',
      (ownLine) => [{ ...ownLine, value: 80 }],
      [{ value: [expect.stringContaining('R$ 60,00')] }],
    ],
  ])('returns a field error for a renewal line: %s', async (_, listLines, errors) => {
    const customer = await makeCustomer()
    const [ownLine, foreignLine, earlyLine] = await Promise.all([
      makeRenewalLine(customer, dueInWindow),
      makeRenewalLine(await makeCustomer(), dueInWindow),
      makeRenewalLine(customer, addDays(today, 90)),
    ])
    const publications = listLines(ownLine, foreignLine, earlyLine)
    const order = { profile: customer.profileId, publications, shipping_type: 'Download' }
    const answer = await (await callAs(customer)).post('/order/', order)
    expect([answer.status, answer.body]).toMatchObject([400, { publications: errors }])
    expect(await db.selectFrom('orders').select('id').where('status', '=', 1).execute()).toEqual([])
  })

  type RenewalLine = { publication: number; value: number; signature: number }

  async function makeRenewalLine(
    customer: Awaited<ReturnType<typeof makeCustomer>>,
    due: string,
  ): Promise<RenewalLine> {
    const { id } = await makeSubscription(customer, { due })
    return { publication: (await loadSubscription(id)).publication_id, value: 60, signature: id }
  }

  test('renews only within the window, and only the caller’s own subscriptions', async () => {
    const customer = await makeCustomer()
    // Renewal opens 30 days before the due date.
    const dueBeyondWindow = addDays(today, 31)
    const { id } = await makeSubscription(customer, { due: dueBeyondWindow })
    const earlyAnswer = await (await callAs(customer)).post(`/signature/${id}/renew/`)
    expect([earlyAnswer.status, Object.keys(earlyAnswer.body)]).toEqual([400, ['non_field_errors']])
    expect((await (await callAs(await makeCustomer())).post(`/signature/${id}/renew/`)).status).toBe(404)
    expect((await (await callAs(customer)).post('/signature/0/renew/')).status).toBe(404)
  })
})
