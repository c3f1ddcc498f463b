import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getApiDocument } from '#app/api/document/document.server.ts'
import { listIgnoredFields } from '#app/api/input.server.ts'
import { operations } from '#app/api/registry.server.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'

/** Operations whose bodies accept any name, because the specification does not show these bodies. */
const openBodies = ['getCertificate', 'addOrderLine']

/** Returns the paths of objects in a schema that would drop unknown names silently. */
function listSilentObjects(schema: z.core.$ZodType, path = ''): string[] {
  if (schema instanceof z.ZodObject) {
    const isOpen = schema.def.catchall === undefined
    const innerPaths = Object.entries(schema.shape).flatMap(([name, field]) =>
      listSilentObjects(field, `${path}.${name}`),
    )
    return isOpen ? [path || '.', ...innerPaths] : innerPaths
  }
  if (schema instanceof z.ZodArray) return listSilentObjects(schema.element, `${path}[]`)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return listSilentObjects(schema.unwrap(), path)
  return []
}

test('every request body rejects unknown names', () => {
  const silentIds = operations.flatMap(({ id, body }) =>
    body && !openBodies.includes(id) ? listSilentObjects(body).map((path) => `${id} ${path}`) : [],
  )
  expect(silentIds).toEqual([])
  expect(listSilentObjects(z.object({ a: z.array(z.object({ b: z.string() })).optional() }))).toEqual([
    '.',
    '.a[]',
  ])
})

test('the document forbids unknown names in the same bodies as the calls', () => {
  const document = getApiDocument(operations)
  const components = document.components?.schemas ?? {}
  const openOperations = operations.flatMap(({ id, path, method, body }) => {
    if (!body || openBodies.includes(id)) return []
    const documentedOperation = Object.entries(document.paths?.[path] ?? {}).find(
      ([name]) => name === method.toLowerCase(),
    )?.[1]
    const schema = documentedOperation.requestBody.content['application/json'].schema
    const resolvedSchema = '$ref' in schema ? components[schema.$ref.split('/').at(-1)] : schema
    return resolvedSchema &&
      'additionalProperties' in resolvedSchema &&
      resolvedSchema.additionalProperties === false
      ? []
      : [id]
  })
  expect(openOperations).toEqual([])
})

describe('an unknown name in a call', () => {
  let staff: ApiClient
  let customer: ApiClient
  const ids = { order: 0, profile: 0, publication: 0, shipment: 0, unit: 0 }

  beforeEach(async () => {
    await openShop()
    staff = await callAs({ userId: await makeStaff() })
    const order = await makePaidOrder()
    customer = await callAs(order)
    ids.order = order.orderId
    ids.profile = order.profileId
    ids.publication = await makePublication()
    ids.shipment = await makeShipment(order)
    ids.unit = (await staff.get('/signature/?limit=1')).body.results[0].id
  })

  test.each([
    ['PUT', () => `/order/${ids.order}/`, { nfee: '1' }],
    ['PUT', () => `/publication/${ids.publication}/`, { pricee: 1 }],
    ['PUT', () => `/profile/${ids.profile}/`, { nome: 'Ana' }],
    ['PUT', () => `/expedition/${ids.shipment}/`, { tracking: 'x' }],
    ['PUT', () => `/signature/${ids.unit}/`, { dueDate: '2027-01-01' }],
    ['POST', () => '/api/get_shipping_price/', { cep: '18600000', peso: '1', pesos: 2 }],
    ['POST', () => '/api/reports/paid_orders', { begin: '2026-01-01' }],
  ])('%s %s rejects the name and changes nothing', async (method, path, body) => {
    const answerBefore = await staff.get(path())
    const answer = await staff.call(method, path(), body)
    const [name = ''] = Object.keys(body).slice(-1)
    expect([answer.status, answer.body]).toEqual([400, { [name]: ['Campo desconhecido'] }])
    if (method === 'PUT') expect((await staff.get(path())).body).toEqual(answerBefore.body)
  })

  test('is rejected inside a nested record', async () => {
    const answer = await customer.put(`/profile/${ids.profile}/`, {
      billing_address: { cep: '18600000' },
      user: { mail: 'a@example.com' },
    })
    expect([answer.status, answer.body]).toEqual([
      400,
      { billing_address: { cep: ['Campo desconhecido'] }, user: { mail: ['Campo desconhecido'] } },
    ])
  })

  test('is rejected in a query without parameters; other calls list the allowed names', async () => {
    const orderAnswer = await staff.get(`/order/${ids.order}/?expand=profile`)
    expect(orderAnswer.body).toEqual({ expand: ['Parâmetro desconhecido: esta chamada não tem nenhum'] })
    const clientsAnswer = await staff.get('/api/get_clients_expedition/?name=Ana')
    expect(clientsAnswer.body).toEqual({ name: ['Parâmetro desconhecido. Esta chamada conhece search'] })
  })

  test('is not reported to callers without access', async () => {
    expect((await new ApiClient().get('/order/?expand=profile')).status).toBe(401)
    expect((await customer.get('/expedition/?expand=profile')).status).toBe(403)
  })
})

describe('a record sent back as it was returned', () => {
  beforeEach(openShop)

  test('is accepted whole from staff', async () => {
    const order = await makePaidOrder()
    const shipment = await makeShipment(order)
    const staff = await callAs({ userId: await makeStaff() })
    const [{ id: unit }] = (await staff.get('/signature/?limit=1')).body.results
    const publication = await makePublication()
    for (const path of [
      `/order/${order.orderId}/`,
      `/profile/${order.profileId}/`,
      `/publication/${publication}/`,
      `/expedition/${shipment}/`,
      `/signature/${unit}/`,
    ]) {
      const { body } = await staff.get(path)
      const answer = await staff.put(path, body)
      expect
        .soft([path, answer.status, answer.body])
        .toEqual([path, 200, expect.objectContaining({ id: body.id })])
    }
  })

  test('is rejected when the call can change none of the sent fields', async () => {
    const { orderId } = await makePaidOrder()
    const staff = await callAs({ userId: await makeStaff() })
    const answer = await staff.put(`/order/${orderId}/`, { status: 'Cancelado', total: 1 })
    const text = ['Este campo não se altera nesta chamada']
    expect([answer.status, answer.body]).toEqual([400, { status: text, total: text }])
  })

  test('is accepted by every call that changes the returned record', () => {
    const uncheckedOperations = operations.filter(
      ({ method, success, body, acceptsOwnResponse, isUpload }) =>
        method === 'PUT' && body && success.schema && !isUpload && !acceptsOwnResponse,
    )
    expect(uncheckedOperations.map(({ id }) => id)).toEqual([])
    const changingOperations = operations.filter(({ acceptsOwnResponse }) => acceptsOwnResponse)
    expect(changingOperations.length).toBeGreaterThan(5)
    for (const operation of changingOperations)
      expect(listIgnoredFields(operation), operation.id).not.toEqual([])
  })
})

/** Fields of the entities (storefront §3, back-office §3); each is a complete record, as in a form. */
const specifiedNames: [id: string, names: string][] = [
  [
    'createProfile',
    'id name company_name person_or_company phone cnpj cpf ie is_partner temp_hash billing_address shipping_address user',
  ],
  ['updateProfile', 'id name cpf ie phone person_or_company company_name cnpj is_partner temp_hash user'],
  [
    'createPublication',
    'id name version date weight price price_signature applicability is_signature is_download is_sent_immediately has_airplane_info has_photo_upload file active notify',
  ],
  [
    'updatePublication',
    'id name version date weight price price_signature applicability is_signature is_download is_sent_immediately has_airplane_info has_photo_upload file active notify',
  ],
  [
    'createShipment',
    'id client order direct_shipping shipping_type owner status track_code value note creation_date send_date complete_date return_date shipping',
  ],
  [
    'updateShipment',
    'id client order direct_shipping shipping_type owner status track_code value note creation_date send_date complete_date return_date shipping',
  ],
  ['createOrder', 'profile status publications shipping_type shipping_value'],
  [
    'updateOrder',
    'id date profile status total nfe note reason transaction_link shipping_type shipping_value expeditions billing_address shipping_address publications file',
  ],
  [
    'updateSignature',
    'id publication order profile status due track_code expedition_date notes airplane_prefix airplane_serial_number fuel_type',
  ],
  ['getShippingPrice', 'cep peso comprimento largura altura diametro'],
  ['sendContactMessage', 'name email phone text subject'],
  ['createToken', 'username password'],
  ['confirmPassword', 'hash password'],
  ['listHistory', 'target target_id'],
  ['printAddressLabels', 'users type'],
  ['printSubscribers', 'users publication'],
  ['updateOrderStatus', 'order status'],
  ['updateOrderNfe', 'order nfe'],
  ['rejectOrder', 'order reason'],
  ['makeBoleto', 'order'],
  ['getOrdersToSend', 'client_id'],
  ['reportPaidOrders', 'start end'],
]

describe('names in the specification', () => {
  beforeEach(openShop)

  test.each([
    '/profile/?ordering=-id&page=1&search=',
    '/publication/?ordering=-id&page=1&search=',
    '/signature/?ordering=-id&page=1&search=&status=',
    '/signature/?ordering=-id&page=1&status=',
    '/signature/?page=1&limit=1000&status__in=1,2,3,5&publication__id=1&ordering=profile__name,profile__company_name',
    '/order/?ordering=-id&page=1&search=&status=',
    '/expedition/?ordering=-id&page=1&search=&status=',
    '/api/get_clients_expedition/?search=',
    '/api/reports/publication_prices',
    '/api/users_admins/',
    '/api/get_status/',
  ])('GET %s returns results', async (path) => {
    const staff = await callAs({ userId: await makeStaff() })
    expect((await staff.get(path)).status).toBe(200)
  })

  test.each(specifiedNames)('%s accepts %s', (id, names) => {
    const operation = operations.find((operation) => operation.id === id)
    expect(operation?.body).toBeInstanceOf(z.ZodObject)
    const allowedNames = operation?.body instanceof z.ZodObject ? Object.keys(operation.body.shape) : []
    const knownNames = [...allowedNames, ...(operation ? listIgnoredFields(operation) : [])]
    expect(names.split(' ').filter((name) => !knownNames.includes(name))).toEqual([])
  })
})
