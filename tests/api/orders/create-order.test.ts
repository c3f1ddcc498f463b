import { beforeEach, describe, expect, test } from 'vitest'
import { storePhotoUpload } from '#app/http/checkout/photo-upload.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { termsVersion } from '#app/text/orders/terms.ts'
import { getProfileId } from '#tests/factories/orders.ts'
import { address, makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makePlainPicture } from '#tests/gateways/pictures.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'
import { confirmCheckout, fillCart, fillCheckoutForm } from '#tests/support/checkout-form.ts'
import { type Fields, loginAs } from '#tests/support/request.ts'

beforeEach(openShop)

type Line = Record<string, unknown>

const aircraft = { airplane_prefix: 'ptabc', airplane_serial_number: ' 200512 ', fuel_type: 2 }

/** Returns the body of a printed order by PAC, with the freight that the freight call returned. */
async function makePacOrder({ profileId }: { profileId: number }, lines: Line[], weightKg = '1') {
  const quotes = await new ApiClient().post('/api/get_shipping_price/', {
    cep: address.zip_code,
    peso: weightKg,
  })
  const pac = quotes.body.find(({ service }: { service: string }) => service === 'PAC')
  return {
    profile: profileId,
    status: 1,
    publications: lines,
    shipping_type: 'PAC',
    shipping_value: pac.Valor,
  }
}

const makeDownloadOrder = ({ profileId }: { profileId: number }, lines: Line[]) => ({
  profile: profileId,
  publications: lines,
  shipping_type: 'Download',
  shipping_value: 0,
})

/** Returns all rows of an order without ids, tokens and times. */
async function loadRows(orderId: number) {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const [lines, history, outbox, billing, photos] = await Promise.all([
    db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).orderBy('id').execute(),
    db
      .selectFrom('history')
      .selectAll()
      .where('entity', '=', 'order')
      .where('entity_id', '=', orderId)
      .execute(),
    db.selectFrom('outbox').select('job').where('subject', '=', String(orderId)).orderBy('job').execute(),
    db
      .selectFrom('addresses')
      .selectAll()
      .where('id', '=', order.billing_address_id)
      .executeTakeFirstOrThrow(),
    db.selectFrom('photos').selectAll().execute(),
  ])
  const { id: _, profile_id, checkout_token, created_at, updated_at, billing_address_id, ...orderRow } = order
  return {
    order: orderRow,
    billing: { ...billing, id: 0 },
    lines: lines.map((line) => ({ ...line, id: 0, order_id: 0, photo: line.photo !== null })),
    history: history.map(({ action, details }) => ({ action, details })),
    outbox,
    photos: photos.map(({ claimed_at, cart_id }) => [claimed_at !== null, cart_id]),
  }
}

const loadOnlyOrder = () => db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
const cancelOrders = async () => {
  await db.updateTable('orders').set({ status: 3 }).execute()
}

describe('POST /order/ – Create order: profile, status 1, publications, shipping_type, shipping_value; 201 returns id', () => {
  test('accepts the freight of POST /api/get_shipping_price/ and one line per copy', async () => {
    const customer = await makeCustomer()
    const [manual, guide] = [
      await makePublication({ has_airplane_info: true }),
      await makePublication({ price: 10 }),
    ]
    const lines = [
      { publication: manual, value: 80, ...aircraft },
      { publication: guide, value: '0,10' },
      { publication: manual, value: '80.00', ...aircraft, airplane_prefix: 'PR-XYZ' },
    ]
    const answer = await (await callAs(customer)).post('/order/', await makePacOrder(customer, lines, '3'))
    expect(answer.body).toEqual({ id: (await loadOnlyOrder()).id })
    expect(answer.status).toBe(201)
    expect(await loadOnlyOrder()).toMatchObject({ total: 160_10 + 35_90, shipping_type: 'PAC', status: 1 })
    const storedLines = await db.selectFrom('order_lines').selectAll().orderBy('id').execute()
    expect(storedLines.map((line) => [line.publication_id, line.airplane_registration])).toEqual([
      [manual, 'PT-ABC'],
      [manual, 'PR-XYZ'],
      [guide, null],
    ])
  })

  test('rejects a purchase order number that is a web address', async () => {
    const customer = await makeCustomer()
    const line = { publication: await makePublication({ is_download: true, weight: 0 }), value: 80 }
    const body = { ...makeDownloadOrder(customer, [line]), purchase_order: 'https://exemplo.test' }
    const answer = await (await callAs(customer)).post('/order/', body)
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { purchase_order: ['Escreva sem endereço de site nem de e-mail'] },
    ])
  })

  test.each<[string, Parameters<typeof makePublication>[0], Line]>([
    ['a printed manual with aircraft', { has_airplane_info: true }, aircraft],
    ['a download', { is_download: true, weight: 0 }, {}],
    ['a subscription', { is_signature: true, price_signature: 60_00 }, {}],
  ])('stores the same rows as the form: %s', async (_, publication, line) => {
    const id = await makePublication(publication)
    const [apiCustomer, formCustomer] = [await makeCustomer(), await makeCustomer()]
    const body = publication?.is_download
      ? makeDownloadOrder(apiCustomer, [{ publication: id, value: 80, ...line }])
      : await makePacOrder(apiCustomer, [{ publication: id, value: 80, ...line }])
    const apiAnswer = await (await callAs(apiCustomer)).post('/order/', body)
    expect(apiAnswer.status).toBe(201)
    const visitor = await fillCart(await loginAs(formCustomer), { [id]: 1 })
    const aircraftFields = publication?.has_airplane_info
      ? { [`unit.${id}-1.prefix`]: 'PT-ABC', [`unit.${id}-1.serial`]: '200512', [`unit.${id}-1.fuel`]: '2' }
      : {}
    const answer = await confirmCheckout(
      visitor,
      await fillCheckoutForm(visitor, { ...makeAddressFields(), ...aircraftFields }),
    )
    const formOrderId = Number(answer.location?.split('/').at(-1))
    const [callRows, formRows] = [await loadRows(apiAnswer.body.id), await loadRows(formOrderId)]
    expect(callRows.order.terms_version).toBe(termsVersion)
    expect(callRows).toEqual(formRows)
  })

  test('an order with a photo waits for review, and the photo cannot be reused', async () => {
    const customer = await makeCustomer()
    const publicationId = await makePublication({ has_photo_upload: true })
    const file = await storePhotoUpload(await makePlainPicture(40, 30).png().toBuffer(), {
      userId: customer.userId,
    })
    const body = await makePacOrder(
      customer,
      [
        { publication: publicationId, value: 80, file },
        { publication: publicationId, value: 80 },
      ],
      '2',
    )
    const client = await callAs(customer)
    const { body: createdOrder } = await client.post('/order/', body)
    const { order, lines, outbox, photos } = await loadRows(createdOrder.id)
    expect(order.status).toBe(4)
    // One photo serves all copies of a publication.
    expect(lines.map((line) => line.photo)).toEqual([true, true])
    expect(outbox).toEqual([{ job: 'mail-order-under-review' }])
    expect(photos).toEqual([[true, null]])
    await cancelOrders()
    const secondAnswer = await client.post('/order/', body)
    expect([secondAnswer.status, secondAnswer.body]).toEqual([
      400,
      { publications: [{ file: ['Envie a foto de novo'] }] },
    ])
  })

  test('rejects several photos for copies without aircraft (D25)', async () => {
    const customer = await makeCustomer()
    const publication = await makePublication({ has_photo_upload: true })
    const [firstPhoto, secondPhoto] = ['0a', '0b'].map((text) => `${text.repeat(16)}.jpg`)
    const lines = [firstPhoto, secondPhoto].map((file) => ({ publication, value: 80, file }))
    const answer = await (await callAs(customer)).post('/order/', await makePacOrder(customer, lines, '2'))
    expect([answer.status, answer.body]).toEqual([
      400,
      { publications: [{}, { file: ['Uma só foto vale para todos os exemplares desta publicação'] }] },
    ])
  })

  test('rejects a photo of another customer', async () => {
    const [customer, otherCustomer] = [await makeCustomer(), await makeCustomer()]
    const id = await makePublication({ has_photo_upload: true })
    const file = await storePhotoUpload(await makePlainPicture(40, 30).png().toBuffer(), {
      userId: otherCustomer.userId,
    })
    const answer = await (await callAs(customer)).post(
      '/order/',
      await makePacOrder(customer, [{ publication: id, value: 80, file }]),
    )
    expect(answer.body).toEqual({ publications: [{ file: ['Envie a foto de novo'] }] })
    expect(await db.selectFrom('orders').select('id').execute()).toEqual([])
  })

  test.each<[string, (id: number) => Line[], unknown]>([
    ['no line', () => [], { publications: ['Campo obrigatório'] }],
    [
      'another price, at its line',
      (id) => [
        { publication: id, value: 80, ...aircraft },
        { publication: id, value: 79.99, ...aircraft, again: 1 },
      ],
      {
        publications: [{}, { value: ['O preço desta publicação mudou para R$ 80,00. Confira e confirme.'] }],
      },
    ],
    [
      'no aircraft',
      (id) => [{ publication: id, value: 80 }],
      {
        publications: [
          {
            airplane_prefix: ['Campo obrigatório'],
            airplane_serial_number: ['Campo obrigatório'],
            fuel_type: ['Campo obrigatório'],
          },
        ],
      },
    ],
    [
      'a wrong prefix',
      (id) => [{ publication: id, value: 80, ...aircraft, airplane_prefix: 'P1-ABC' }],
      { publications: [{ airplane_prefix: ['Prefixo incorreto'] }] },
    ],
    [
      'fuel 0',
      (id) => [{ publication: id, value: 80, ...aircraft, fuel_type: 0 }],
      { publications: [{ fuel_type: ['Campo obrigatório'] }] },
    ],
    [
      'one aircraft twice',
      (id) => [
        { publication: id, value: 80, ...aircraft },
        { publication: id, value: 80, ...aircraft },
      ],
      { publications: [{}, { airplane_prefix: [expect.stringContaining('já está em outra unidade')] }] },
    ],
    [
      'a publication that is not sold',
      () => [{ publication: 4_000_000, value: 1 }],
      { publications: [{ publication: ['Esta publicação não está mais à venda.'] }] },
    ],
  ])('returns 400 with %s', async (_, makeLines, errors) => {
    const customer = await makeCustomer()
    const lines = makeLines(await makePublication({ has_airplane_info: true }))
    const answer = await (await callAs(customer)).post('/order/', await makePacOrder(customer, lines, '2'))
    expect([answer.status, answer.body]).toMatchObject([400, errors])
    expect(await db.selectFrom('orders').select('id').execute()).toEqual([])
  })

  test.each<[string, Record<string, unknown>, unknown]>([
    ['no freight', { shipping_type: '' }, { shipping_type: ['Escolha a forma de envio'] }],
    ['Download', { shipping_type: 'Download' }, { shipping_type: ['Escolha a forma de envio'] }],
    ['an unknown service', { shipping_type: 'DRONE' }, { shipping_type: ['Escolha a forma de envio'] }],
    [
      'another freight',
      { shipping_value: 1 },
      { shipping_value: ['O valor do frete mudou. Confira e confirme.'] },
    ],
  ])('rejects a printed order with %s', async (_, overrides, errors) => {
    const customer = await makeCustomer()
    const body = await makePacOrder(customer, [{ publication: await makePublication(), value: 80 }])
    const answer = await (await callAs(customer)).post('/order/', { ...body, ...overrides })
    expect([answer.status, answer.body]).toMatchObject([400, errors])
  })

  test('rejects the freight of an expired quote', async () => {
    const customer = await makeCustomer()
    const body = await makePacOrder(customer, [{ publication: await makePublication(), value: 80 }])
    await db
      .updateTable('shipping_quotes')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    const answer = await (await callAs(customer)).post('/order/', body)
    expect(answer.body).toMatchObject({ shipping_value: ['O valor do frete mudou. Confira e confirme.'] })
  })

  test('accepts 0.01 for freight to be agreed, stores 0 and returns 0.01 (D2)', async () => {
    const customer = await makeCustomer()
    const client = await callAs(customer)
    const { body } = await client.post('/order/', {
      profile: customer.profileId,
      publications: [{ publication: await makePublication(), value: 80 }],
      shipping_type: 'à combinar',
      shipping_value: 0.01,
    })
    expect(await loadOnlyOrder()).toMatchObject({
      shipping_type: 'TO_BE_AGREED',
      shipping_value: 0,
      total: 80_00,
    })
    expect((await client.get(`/order/${body.id}`)).body).toMatchObject({
      shipping_type: 'À Combinar',
      shipping_value: 0.01,
      total: 80,
    })
  })

  test('rejects a second copy of a download', async () => {
    const customer = await makeCustomer()
    const line = { publication: await makeDownload(), value: 80 }
    const answer = await (await callAs(customer)).post('/order/', makeDownloadOrder(customer, [line, line]))
    expect(answer.body).toMatchObject({
      publications: [{}, { publication: ['Um download tem um só exemplar por pedido'] }],
    })
  })

  test('creates an equal order within ten minutes only after confirmation (D20)', async () => {
    const customer = await makeCustomer()
    const client = await callAs(customer)
    const body = makeDownloadOrder(customer, [{ publication: await makeDownload(), value: 80 }])
    const firstAnswer = await client.post('/order/', body)
    const secondAnswer = await client.post('/order/', body)
    expect([secondAnswer.status, secondAnswer.body]).toMatchObject([
      400,
      { repeats: [`Você já fez o pedido nº ${firstAnswer.body.id}. Criar outro?`] },
    ])
    expect((await client.post('/order/', { ...body, repeats: firstAnswer.body.id })).status).toBe(201)
  })

  test('returns the same order for a repeated Idempotency-Key', async () => {
    const customer = await makeCustomer()
    const client = await callAs(customer)
    const body = makeDownloadOrder(customer, [{ publication: await makeDownload(), value: 80 }])
    const [firstAnswer, repeatedAnswer] = [
      await client.post('/order/', body, { key: 'k1' }),
      await client.post('/order/', body, { key: 'k1' }),
    ]
    expect([repeatedAnswer.status, repeatedAnswer.body]).toEqual([201, firstAnswer.body])
    expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  })

  test('executes one of two concurrent equal calls', async () => {
    const customer = await makeCustomer()
    const client = await callAs(customer)
    const body = makeDownloadOrder(customer, [{ publication: await makeDownload(), value: 80 }])
    const answers = await Promise.all([client.post('/order/', body), client.post('/order/', body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  test('does not change the customer’s cart in the shop', async () => {
    const customer = await makeCustomer()
    const id = await makeDownload()
    await fillCart(await loginAs(customer), { [id]: 1 })
    await (await callAs(customer)).post(
      '/order/',
      makeDownloadOrder(customer, [{ publication: id, value: 80 }]),
    )
    expect(await db.selectFrom('cart_items').select('publication_id').execute()).toEqual([
      { publication_id: id },
    ])
  })

  test('returns 401 to visitors, 404 for another customer’s profile, and 403 to customers for an internal order', async () => {
    const [customer, otherCustomer] = [await makeCustomer(), await makeCustomer()]
    const client = await callAs(customer)
    const body = makeDownloadOrder(customer, [{ publication: await makeDownload(), value: 80 }])
    expect((await new ApiClient().post('/order/', body)).status).toBe(401)
    expect((await client.post('/order/', { ...body, profile: otherCustomer.profileId })).status).toBe(404)
    expect((await client.post('/order/', { ...body, shipping_type: 'Pedido Interno' })).status).toBe(403)
  })
})

describe('Orders: create; body: profile, shipping_type Pedido Interno, shipping_value 0.01, publications list', () => {
  async function placeInternalOrder(lines: Line[], key?: string) {
    const userId = await makeStaff()
    const client = await callAs({ userId })
    const { profileId } = await makeCustomer()
    const body = {
      profile: profileId,
      shipping_type: 'Pedido Interno',
      shipping_value: 0.01,
      publications: lines,
    }
    return { client, profileId, userId, body, answer: await client.post('/order/', body, key ? { key } : {}) }
  }

  test('starts at status 1 with catalogue prices, and returns 0.01 as freight', async () => {
    const id = await makePublication({ is_signature: true, has_photo_upload: true })
    const { answer, client, profileId } = await placeInternalOrder([
      { publication: id, value: 80 },
      { publication: id, value: 60 },
      { publication: id, value: 0 },
    ])
    expect(answer.status).toBe(201)
    const { body } = await client.get(`/order/${answer.body.id}`)
    expect(body).toMatchObject({
      status: 'Pagamento pendente',
      shipping_type: 'Pedido Interno',
      shipping_value: 0.01,
      total: 140,
      profile: { id: profileId },
      note: null,
    })
  })

  test('releases an order with nothing to pay at once (D10)', async () => {
    const { answer } = await placeInternalOrder([{ publication: await makeDownload(), value: 0 }])
    const { order, history } = await loadRows(answer.body.id)
    expect(order.status).toBe(2)
    expect(history.map(({ action }) => action)).toEqual(['courtesy'])
    expect(await db.selectFrom('subscriptions').select('status').execute()).toEqual([{ status: 1 }])
  })

  test.each<[string, Line, unknown]>([
    ['a free price', { value: 12 }, { value: [expect.stringContaining('mudou para R$ 80,00')] }],
    ['no aircraft', { value: 80 }, expect.objectContaining({ airplane_prefix: ['Campo obrigatório'] })],
  ])('returns 400 at the line with %s', async (_, line, errors) => {
    const publication = await makePublication({ has_airplane_info: true })
    const { answer } = await placeInternalOrder([{ publication, ...line }])
    expect([answer.status, answer.body]).toMatchObject([400, { publications: [errors] }])
  })

  test('accepts unknown fuel (D24), and rejects an unknown client', async () => {
    const publication = await makePublication({ has_airplane_info: true })
    const { answer, client, body } = await placeInternalOrder([
      { publication, value: 80, ...aircraft, fuel_type: 0 },
    ])
    expect(answer.status).toBe(201)
    const unknownClientAnswer = await client.post('/order/', { ...body, profile: 4_000_000 })
    expect(unknownClientAnswer.body).toMatchObject({ profile: ['Nenhum cliente encontrado'] })
  })

  test('creates one order per Idempotency-Key', async () => {
    const id = await makeDownload()
    const { client, body, answer } = await placeInternalOrder([{ publication: id, value: 80 }], 'a')
    expect((await client.post('/order/', body, { key: 'a' })).body).toEqual(answer.body)
    expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  })

  test('staff order as customers only for themselves', async () => {
    const { client, body, userId } = await placeInternalOrder([
      { publication: await makeDownload(), value: 80 },
    ])
    const otherAnswer = await client.post('/order/', { ...body, shipping_type: 'Download' })
    expect([otherAnswer.status, otherAnswer.body]).toEqual([
      400,
      { shipping_type: ['Para outro cliente, use Pedido Interno'] },
    ])
    const ownOrder = { ...body, profile: await getProfileId(userId), shipping_type: 'Download' }
    expect((await client.post('/order/', ownOrder)).status).toBe(201)
  })
})

function makeAddressFields(): Fields {
  return Object.fromEntries([
    ...Object.entries(address).map(([name, text]) => [`billing.${name}`, text]),
    ['buyer.phone', '(14) 99999-0000'],
  ])
}
