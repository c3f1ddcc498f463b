import { describe, expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { db } from '#app/models/platform/db.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { action as deliveryAction } from '#app/routes/admin/shipments/acts/delivery.tsx'
import { action as dispatchAction } from '#app/routes/admin/shipments/acts/dispatch.tsx'
import { action as returnAction } from '#app/routes/admin/shipments/acts/return.tsx'
import { action as shipmentAction } from '#app/routes/admin/shipments/shipment.tsx'
import { byStaff } from '#tests/factories/actors.ts'
import { address, makeCustomer } from '#tests/factories/people.ts'
import {
  makeDirectShipment,
  makePaidOrder,
  makeShipment,
  makeStaff,
  otherTrackCode,
  type PaidOrder,
  trackCode,
} from '#tests/factories/shipments.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'
import { loginAs } from '#tests/support/request.ts'

const today = toCivilDate(new Date())
const listIds = (answer: { body: { results: { id: number }[] } }) => answer.body.results.map(({ id }) => id)
const dispatchChange = { status: 2, send_date: '2026-11-05', track_code: trackCode }

async function openStaffClient() {
  const userId = await makeStaff()
  return { userId, client: await callAs({ userId }) }
}

/** Returns the rows without tracking codes, which differ because each code is unique. */
function removeTrackCodes(traces: Awaited<ReturnType<typeof loadTraces>>): unknown {
  return JSON.parse(JSON.stringify(traces).replaceAll(trackCode, '').replaceAll(otherTrackCode, ''))
}

/** Returns a shipment and the rows that were written with it, without ids. */
async function loadTraces(id: number) {
  const {
    form_key,
    id: _,
    profile_id,
    owner_user_id,
    address_id,
    created_at,
    updated_at,
    ...row
  } = await db.selectFrom('shipments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const [lines, history, outbox, units] = await Promise.all([
    db
      .selectFrom('shipment_lines')
      .select(['holds', 'packed_version'])
      .where('shipment_id', '=', id)
      .execute(),
    db
      .selectFrom('history')
      .select('action')
      .where('entity', '=', 'shipment')
      .where('entity_id', '=', id)
      .execute(),
    db.selectFrom('outbox').select('job').where('subject', '=', `${id}-1`).execute(),
    db
      .selectFrom('subscriptions')
      .innerJoin('shipment_lines', 'shipment_lines.order_line_id', 'subscriptions.order_line_id')
      .select(['status', 'track_code', 'sent_on'])
      .where('shipment_id', '=', id)
      .orderBy('subscriptions.id')
      .execute(),
  ])
  return { row, lines, history, outbox, units }
}

describe('GET /expedition/?ordering=-id&page={n}&search=&status=', () => {
  test('lists newest first, filters by status (number or text) and order, and omits cancelled ones', async () => {
    const order = await makePaidOrder()
    const [packed, sent] = [await makeShipment(order), await makeDirectShipment(order.profileId)]
    await markSent(sent, { date: '2026-11-05', trackCode: null }, byStaff)
    const cancelled = await makeDirectShipment(order.profileId)
    await db.updateTable('shipments').set({ cancelled_at: new Date() }).where('id', '=', cancelled).execute()
    const { client } = await openStaffClient()
    const answer = await client.get('/expedition/?ordering=-id&page=1&search=&status=')
    expect(answer.body).toMatchObject({ count: 2, pages: 1 })
    expect(listIds(answer)).toEqual([sent, packed])
    expect(listIds(await client.get('/expedition/?ordering=id&limit=1&page=2'))).toEqual([sent])
    for (const status of ['1', 'Em Andamento', 'em andamento'])
      expect(listIds(await client.get(`/expedition/?status=${encodeURIComponent(status)}`))).toEqual([packed])
    expect(listIds(await client.get(`/expedition/?search=%23${order.orderId}`))).toContain(packed)
    expect((await client.get('/expedition/?status=9')).status).toBe(400)
  })

  test('returns 403 to a customer at every shipment call, and 401 to a visitor at the list', async () => {
    const order = await makePaidOrder()
    const id = await makeShipment(order)
    const customer = await callAs(order)
    const answers = [
      await customer.get('/expedition/'),
      await customer.get(`/expedition/${id}`),
      await customer.post('/expedition/', { client: order.profileId }),
      await customer.put(`/expedition/${id}/`, { note: 'x' }),
      await customer.post('/api/get_orders/', { client_id: order.profileId }),
      await customer.get('/api/get_clients_expedition/?search=ana'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect((await new ApiClient().get('/expedition/')).status).toBe(401)
  })
})

test('GET /expedition/{id} returns all fields of the shipment, and 404 for an unknown one', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  const { client } = await openStaffClient()
  const { status, body } = await client.get(`/expedition/${id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    client: { id: order.profileId, person_or_company: 0 },
    order: [{ id: order.orderId, nfe: null, shipping_value: 22.5 }],
    direct_shipping: false,
    shipping_type: 'PAC',
    owner: { id: expect.any(Number), name: expect.any(String) },
    status: 1,
    status_name: 'Em Andamento',
    shipping: false,
    cancelled: false,
    track_code: null,
    value: 22.5,
    creation_date: '2026-11-04',
    send_date: null,
    complete_date: null,
    return_date: null,
  })
  expect(body.publications.map((copy: { id: number }) => copy.id)).toEqual(order.lineIds)
  expect((await client.get('/expedition/4000000')).status).toBe(404)
})

describe('POST /expedition/ – create 201', () => {
  const makeShipmentBody = (order: PaidOrder) => ({
    client: order.profileId,
    order: [order.orderId],
    shipping_type: 'PAC',
    value: '0.00',
    note: 'Frágil',
    creation_date: today,
  })

  test('stores the same rows as the form', async () => {
    const [apiOrder, formOrder] = [await makePaidOrder(), await makePaidOrder()]
    const { client, userId } = await openStaffClient()
    const answer = await client.post('/expedition/', makeShipmentBody(apiOrder))
    // For the value 0, the freight of the order is stored.
    expect([answer.status, answer.body.status, answer.body.value]).toEqual([201, 1, 22.5])
    expect(answer.body.owner.id).toBe(userId)
    const visitor = await loginAs({ userId })
    const form = {
      order: [String(formOrder.orderId)],
      line: formOrder.lineIds.map(String),
      type: 'PAC',
      owner: userId,
      value: '0,00',
      note: 'Frágil',
      creation_date: today,
    }
    const pageAnswer = await visitor.post(
      shipmentAction,
      `/admin/expedition/0?client=${formOrder.profileId}`,
      form,
      {
        id: '0',
      },
    )
    const formShipmentId = Number(pageAnswer.location?.split('/').at(-1))
    expect(await loadTraces(answer.body.id)).toEqual(await loadTraces(formShipmentId))
  })

  test('accepts client and order as records and a part of the lines, once per Idempotency-Key', async () => {
    const order = await makePaidOrder()
    const { client } = await openStaffClient()
    const [line] = order.lineIds
    const body = {
      ...makeShipmentBody(order),
      client: { id: order.profileId },
      order: [{ id: order.orderId }],
      lines: [line],
    }
    const firstAnswer = await client.post('/expedition/', body, { key: 'k' })
    expect(firstAnswer.body.publications).toHaveLength(1)
    expect((await client.post('/expedition/', body, { key: 'k' })).body).toEqual(firstAnswer.body)
    expect(await db.selectFrom('shipments').select('id').execute()).toHaveLength(1)
  })

  test('direct_shipping needs no order, uses the client’s address, and rejects a wrong address', async () => {
    const { profileId } = await makeCustomer()
    const { client } = await openStaffClient()
    const body = { client: profileId, direct_shipping: true, shipping_type: 'SIMPLES' }
    const answer = await client.post('/expedition/', body)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      direct_shipping: true,
      order: [],
      publications: [],
      shipping_address: { zip_code: '18600000', street: 'Rua das Hélices' },
    })
    const wrongAnswer = await client.post('/expedition/', { ...body, shipping_address: { zip_code: '1' } })
    expect(wrongAnswer.status).toBe(400)
    expect(wrongAnswer.body.shipping_address).toMatchObject({
      zip_code: [expect.stringContaining('CEP incorreto')],
      street: ['Campo obrigatório'],
    })
  })

  test('ships a unit directly to the address of its order', async () => {
    const order = await makePaidOrder()
    const { id: signature } = await db
      .selectFrom('subscriptions')
      .where('profile_id', '=', order.profileId)
      .select('id')
      .executeTakeFirstOrThrow()
    const correctedAddress = { ...address, street: 'Rua Corrigida', number: '77' }
    const addressRow = await db.insertInto('addresses').values(correctedAddress).executeTakeFirstOrThrow()
    await db
      .updateTable('orders')
      .set({ shipping_address_id: Number(addressRow.insertId) })
      .where('id', '=', order.orderId)
      .execute()
    const { client } = await openStaffClient()
    const body = { client: order.profileId, direct_shipping: true, shipping_type: 'SIMPLES', signature }
    const answer = await client.post('/expedition/', body)
    expect([answer.status, answer.body.shipping_address]).toEqual([
      201,
      expect.objectContaining({ street: 'Rua Corrigida', number: '77' }),
    ])
  })

  test.each([
    ['of another client', async () => (await makePaidOrder()).profileId],
    ['that does not exist', async () => undefined],
  ])('rejects a unit %s', async (_, findOtherProfileId) => {
    const otherProfileId = await findOtherProfileId()
    const { profileId } = await makeCustomer()
    const units = db.selectFrom('subscriptions').where('profile_id', '=', otherProfileId ?? 0)
    const unit = await units.select('id').executeTakeFirst()
    const { client } = await openStaffClient()
    const body = { client: profileId, direct_shipping: true, shipping_type: 'SIMPLES' }
    const answer = await client.post('/expedition/', { ...body, signature: unit?.id ?? 4_000_000 })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ signature: ['A publicação comprada não é deste cliente'] })
    expect(await db.selectFrom('shipments').select('id').execute()).toEqual([])
  })

  test.each<[string, object, object]>([
    ['no client', { client: undefined }, { client: ['Escolha um cliente'] }],
    ['an unknown client', { client: 4_000_000 }, { client: ['O cliente não existe mais'] }],
    ['no order', { order: [] }, { order: ['Escolha ao menos um pedido'] }],
    ['no type', { shipping_type: undefined }, { shipping_type: ['Escolha o tipo de envio'] }],
    ['a future day', { creation_date: '2099-01-01' }, { creation_date: ['A data não pode estar no futuro'] }],
    ['an unknown owner', { owner: 4_000_000 }, { owner: ['O responsável não é mais da equipe'] }],
    ['an unknown order', { order: [4_000_000] }, { order: [expect.stringContaining('pedido nº 4000000')] }],
    ['a wrong value', { value: 'caro' }, { value: [expect.stringContaining('Valor incorreto')] }],
  ])('returns a field error with %s', async (_, change, errors) => {
    const { client } = await openStaffClient()
    const answer = await client.post('/expedition/', {
      ...makeShipmentBody(await makePaidOrder()),
      ...change,
    })
    expect([answer.status, answer.body]).toEqual([400, errors])
    expect(await db.selectFrom('shipments').select('id').execute()).toEqual([])
  })
})

describe('PUT /expedition/{id}/ – update 200', () => {
  async function makeTwoShipments() {
    const [apiShipmentId, formShipmentId] = [
      await makeShipment(await makePaidOrder()),
      await makeShipment(await makePaidOrder()),
    ]
    const { client, userId } = await openStaffClient()
    return { apiShipmentId, formShipmentId, client, visitor: await loginAs({ userId }) }
  }

  test('changes only the sent fields and lines', async () => {
    const order = await makePaidOrder()
    const id = await makeShipment(order)
    const { client, userId } = await openStaffClient()
    const changes = { shipping_type: 'SEDEX', owner: { id: userId }, value: 41, note: 'Frágil' }
    const { status, body } = await client.put(`/expedition/${id}/`, changes)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      shipping_type: 'SEDEX',
      owner: { id: userId },
      value: 41,
      note: 'Frágil',
      status: 1,
    })
    expect(body.publications).toHaveLength(3)
    const answerWithFewerLines = await client.put(`/expedition/${id}/`, { lines: order.lineIds.slice(1) })
    expect(answerWithFewerLines.body.publications.map((copy: { id: number }) => copy.id)).toEqual(
      order.lineIds.slice(1),
    )
  })

  test('send_date and track_code: stores the same rows as “Marcar como enviado” (D38)', async () => {
    const { apiShipmentId, formShipmentId, client, visitor } = await makeTwoShipments()
    const change = { status: 2, send_date: '2026-11-05', track_code: 'aa 123456785 br' }
    const { body } = await client.put(`/expedition/${apiShipmentId}/`, change)
    expect(body).toMatchObject({ status: 2, status_name: 'Enviado', shipping: true, track_code: trackCode })
    const id = String(formShipmentId)
    const form = { date: '2026-11-05', track_code: otherTrackCode }
    await visitor.post(dispatchAction, `/admin/expedition/${id}/dispatch`, form, { id })
    expect(removeTrackCodes(await loadTraces(apiShipmentId))).toEqual(
      removeTrackCodes(await loadTraces(formShipmentId)),
    )
    expect((await loadTraces(apiShipmentId)).outbox).toEqual([{ job: 'mail-dispatched' }])
  })

  test('a shipment sent back with its old status and a new date becomes sent, then delivered', async () => {
    const { apiShipmentId, client } = await makeTwoShipments()
    const saveShipment = async (changes: object) => {
      const { body: record } = await client.get(`/expedition/${apiShipmentId}`)
      const recordIds = { client: record.client.id, order: record.order.map(({ id }: { id: number }) => id) }
      return (await client.put(`/expedition/${apiShipmentId}/`, { ...record, ...recordIds, ...changes })).body
    }
    const { status: _, ...dispatchFields } = dispatchChange
    expect(await saveShipment(dispatchFields)).toMatchObject({ status: 2, ...dispatchFields })
    expect(await saveShipment({})).toMatchObject({ status: 2, ...dispatchFields })
    expect(await saveShipment({ complete_date: '2026-11-09' })).toMatchObject({ status: 3 })
  })

  test('rejects a foreign tracking code with a field error and dispatches nothing', async () => {
    const { apiShipmentId, client } = await makeTwoShipments()
    const answer = await client.put(`/expedition/${apiShipmentId}/`, {
      ...dispatchChange,
      track_code: 'AA123456785PT',
    })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body.track_code)).toContain('BR no fim')
    expect((await client.get(`/expedition/${apiShipmentId}`)).body).toMatchObject({
      status: 1,
      track_code: null,
    })
  })

  test.each([
    ['complete_date', 3, deliveryAction],
    ['return_date', 4, returnAction],
  ])('%s stores the same rows as the button (D38)', async (field, status, action) => {
    const { apiShipmentId, formShipmentId, client, visitor } = await makeTwoShipments()
    await markSent(apiShipmentId, { date: '2026-11-05', trackCode }, byStaff)
    await markSent(formShipmentId, { date: '2026-11-05', trackCode: otherTrackCode }, byStaff)
    const { body } = await client.put(`/expedition/${apiShipmentId}/`, { [field]: '2026-11-09' })
    expect(body).toMatchObject({ status, [field]: '2026-11-09' })
    const id = String(formShipmentId)
    await visitor.post(action, `/admin/expedition/${id}/act`, { date: '2026-11-09' }, { id })
    expect(removeTrackCodes(await loadTraces(apiShipmentId))).toEqual(
      removeTrackCodes(await loadTraces(formShipmentId)),
    )
  })

  test('a returned shipment stays returned with status 4, and is sent again with status 2', async () => {
    const { apiShipmentId, client } = await makeTwoShipments()
    await client.put(`/expedition/${apiShipmentId}/`, { send_date: '2026-11-05', track_code: trackCode })
    await client.put(`/expedition/${apiShipmentId}/`, { status: 'Devolvido', return_date: '2026-11-09' })
    const { send_date, complete_date, return_date, note, value } = (
      await client.get(`/expedition/${apiShipmentId}`)
    ).body
    const unchangedFields = { send_date, complete_date, return_date, note, value, track_code: trackCode }
    expect(
      (await client.put(`/expedition/${apiShipmentId}/`, { ...unchangedFields, status: 4 })).body.status,
    ).toBe(4)
    const { body } = await client.put(`/expedition/${apiShipmentId}/`, { ...unchangedFields, status: 2 })
    expect(body).toMatchObject({ status: 2, send_date: today })
  })

  test('corrects the tracking code after dispatch without another mail (D35)', async () => {
    const { apiShipmentId, client } = await makeTwoShipments()
    await markSent(apiShipmentId, { date: '2026-11-05', trackCode }, byStaff)
    const { body } = await client.put(`/expedition/${apiShipmentId}/`, { track_code: 'AA987654326BR' })
    expect(body).toMatchObject({ status: 2, track_code: 'AA987654326BR', send_date: '2026-11-05' })
    expect(
      await db.selectFrom('outbox').select('job').where('job', '=', 'mail-dispatched').execute(),
    ).toHaveLength(1)
  })

  test.each<[string, object, object]>([
    ['a missing code for PAC', { status: 2 }, { track_code: [expect.stringContaining('sempre tem um')] }],
    [
      'a wrong check digit of a code',
      { status: 2, track_code: 'AA123456789BR' },
      { track_code: [expect.stringContaining('Código incorreto')] },
    ],
    [
      'a future day',
      { send_date: '2099-01-01', track_code: trackCode },
      { send_date: ['A data não pode estar no futuro'] },
    ],
    [
      'a delivery before the dispatch',
      { status: 3 },
      { status: ['De Em Andamento não se passa a Entregue'] },
    ],
    ['another client', { client: 4_000_000 }, { client: ['Não muda depois de criada'] }],
    [
      'an unknown status',
      { status: 'Perdida' },
      { status: [expect.stringContaining('Situação desconhecida')] },
    ],
  ])('returns a field error: %s', async (_, change, errors) => {
    const { apiShipmentId, client } = await makeTwoShipments()
    const answer = await client.put(`/expedition/${apiShipmentId}/`, change)
    expect([answer.status, answer.body]).toMatchObject([400, errors])
    expect((await client.get(`/expedition/${apiShipmentId}`)).body).toMatchObject({
      status: 1,
      track_code: null,
    })
  })

  const unpaidOrder = 'for an unpaid order'

  test.each<[string, object, object]>([
    ['by the form', { status: 2 }, { track_code: [expect.stringContaining('sempre tem um')] }],
    [
      'by the model, after the edit',
      { shipping_type: 'SIMPLES', status: 2, track_code: trackCode },
      { track_code: [expect.anything()] },
    ],
    [unpaidOrder, dispatchChange, { non_field_errors: [expect.anything()] }],
  ])('undoes the edit when the status change is rejected: %s', async (rejection, statusChange, errors) => {
    const { apiShipmentId, client } = await makeTwoShipments()
    if (rejection === unpaidOrder) await db.updateTable('orders').set({ status: 1 }).execute()
    const tracesBefore = await loadTraces(apiShipmentId)
    const { value, note } = (await client.get(`/expedition/${apiShipmentId}`)).body
    const answer = await client.put(`/expedition/${apiShipmentId}/`, {
      value: 77,
      note: 'Não fica',
      ...statusChange,
    })
    expect([answer.status, answer.body]).toEqual([400, errors])
    expect((await client.get(`/expedition/${apiShipmentId}`)).body).toMatchObject({ status: 1, value, note })
    expect(await loadTraces(apiShipmentId)).toEqual(tracesBefore)
  })

  test('changes only the note after dispatch', async () => {
    const { apiShipmentId, client } = await makeTwoShipments()
    await markSent(apiShipmentId, { date: '2026-11-05', trackCode }, byStaff)
    expect(
      (await client.put(`/expedition/${apiShipmentId}/`, { note: 'Entregue ao porteiro' })).body.note,
    ).toBe('Entregue ao porteiro')
    for (const [name, value] of Object.entries({ shipping_type: 'SEDEX', value: 1, order: [] }))
      expect((await client.put(`/expedition/${apiShipmentId}/`, { [name]: value })).body).toEqual({
        [name]: ['A expedição já foi enviada'],
      })
  })

  test('requires a confirmation for a revision that took effect after packing (D71)', async () => {
    const order = await makePaidOrder()
    const id = await makeShipment(order)
    await db
      .updateTable('publications')
      .set({ version: 'Rev. 9' })
      .where('id', '=', order.subscription)
      .execute()
    const { client } = await openStaffClient()
    const change = { status: 2, send_date: '2026-11-05', track_code: trackCode }
    const questionAnswer = await client.put(`/expedition/${id}/`, change)
    expect([questionAnswer.status, questionAnswer.body]).toMatchObject([
      400,
      { left: [expect.stringContaining('Rev. 1 → Rev. 9')] },
    ])
    expect((await client.put(`/expedition/${id}/`, { ...change, left: 'in-force' })).body.status).toBe(2)
  })
})

test('POST /api/get_orders/ – client_id; returns orders with id, publications, nfe, shipping_value', async () => {
  const order = await makePaidOrder()
  const { client } = await openStaffClient()
  const { status, body } = await client.post('/api/get_orders/', { client_id: order.profileId })
  expect(status).toBe(200)
  expect(body).toMatchObject([{ id: order.orderId, nfe: null, shipping_value: 22.5 }])
  expect(body[0].publications.map((copy: { id: number }) => copy.id)).toEqual(order.lineIds)
  await makeShipment(order)
  expect((await client.post('/api/get_orders/', { client_id: order.profileId })).body).toEqual([])
  expect((await client.post('/api/get_orders/', { client_id: 4_000_000 })).status).toBe(404)
})

test('GET /api/get_clients_expedition/?search= – returns clients with id, name, company_name, person_or_company, shipping_address', async () => {
  const { profileId } = await makeCustomer()
  await db.updateTable('profiles').set({ name: 'Zulmira' }).where('id', '=', profileId).execute()
  const { client } = await openStaffClient()
  const { status, body } = await client.get(`/api/get_clients_expedition/?search=%23${profileId}`)
  expect([status, body]).toEqual([
    200,
    [
      {
        id: profileId,
        name: 'Zulmira',
        company_name: null,
        person_or_company: 0,
        shipping_address: expect.objectContaining({ country: 'Brasil', zip_code: '18600000', state: 'SP' }),
      },
    ],
  ])
  expect((await client.get('/api/get_clients_expedition/?search=ninguemassim')).body).toEqual([])
  const answerWithoutSearch = await client.get('/api/get_clients_expedition/?search=')
  expect(answerWithoutSearch.body.map(({ id }: { id: number }) => id)).toContain(profileId)
})
