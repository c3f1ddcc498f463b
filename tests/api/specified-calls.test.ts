import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { findPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { type ApiWorld, makeApiWorld } from '#tests/factories/api-world.ts'
import { makePdf } from '#tests/factories/files.ts'
import { makeOrder, makeOrderUnderReview } from '#tests/factories/orders.ts'
import { address, askForPasswordLink, makeCustomer, newEmail, password } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makePlainPicture } from '#tests/gateways/pictures.ts'
import { ApiClient, callAs, callUntilFileIsReady, raiseCallLimits } from '#tests/support/api-client.ts'
import { formatMarkdownTable } from '#tests/support/markdown.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

const specification = readFileSync('docs/product/calls.md', 'utf8')
const roles = ['visitor', 'customer', 'partner', 'staff'] as const
type Role = (typeof roles)[number]

const everybody = roles
/** The first caller has the records. Only the responses to this role are compared with the specification. */
const members = ['customer', 'partner', 'staff'] as const
const owners = ['customer', 'staff'] as const
const staffOnly = ['staff'] as const

type Value<T> = T | ((records: ApiWorld, role: Role) => T | Promise<T>)
type SpecifiedCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: Value<string>
  body?: Value<object>
  /** the file of a multipart form */
  file?: () => Promise<Uint8Array>
  /** roles that get a result; visitors get 401, other roles 403, or 404 for records of other people */
  callers: readonly Role[]
  /** roles that may call but whose data are rejected */
  refused?: Partial<Record<Role, 400 | 409>>
  status?: 200 | 201 | 204
  answer: 'pdf' | 'nothing' | { asymmetricMatch(value: unknown): boolean } | object
}

const matchFields = (names: string) =>
  expect.toSatisfy((value) => names.split(' ').every((name) => Object.hasOwn(Object(value), name)))
const matchRows = (row: unknown) => expect.arrayContaining([row])
const matchList = (row: unknown) =>
  expect.objectContaining({ results: matchRows(row), count: expect.any(Number), pages: 1 })

const profile = matchFields(
  'id name company_name person_or_company phone cnpj cpf ie is_partner temp_hash billing_address shipping_address user',
)
const publication = matchFields(
  'id name applicability version date price price_signature weight is_signature is_download is_sent_immediately has_airplane_info has_photo_upload file active',
)
const order = matchFields(
  'id status date total_publications shipping_value total transaction_link reason publications expeditions shipping_type profile nfe note billing_address shipping_address file',
)
const ownOrder = matchFields(
  'id status date total_publications shipping_value total transaction_link reason publications expeditions shipping_type profile',
)
const signature = matchFields(
  'id publication status due overdue airplane_prefix airplane_serial_number fuel_type file order profile track_code expedition_date',
)
const expedition = matchFields(
  'id client order direct_shipping shipping_type owner status track_code value note creation_date send_date complete_date return_date shipping',
)
const orderReport = matchFields('id status date nfe total profile publications')

const period = { start: '2019-01-01', end: '2030-12-31' }
const makeProfileBody = (): object => ({
  name: 'Ana Inventada',
  person_or_company: 0,
  cpf: '529.982.247-25',
  phone: '(14) 99999-0000',
  billing_address: address,
  shipping_address: null,
  user: { email: newEmail(), password },
})
const publicationBody = {
  name: 'Manual',
  applicability: 'Todas',
  version: 'Rev. 1',
  date: '2026-01-15',
  weight: 1,
  price: 80,
  is_signature: false,
  is_download: false,
  is_sent_immediately: true,
}
const findProfileId = async (records: ApiWorld, role: Role) => {
  const userId = role === 'visitor' ? records.customer : records[role]
  const row = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.id
}
const makeUnpaidOrder = async () => (await makeOrder({ [await makeDownload()]: 1 })).orderId
/** An order accepts a further line only while no boleto is being issued. */
const removeBoletoJob = (orderId: number) =>
  db.deleteFrom('outbox').where('subject', '=', String(orderId)).execute()
const makeInternalOrderBody = async (records: ApiWorld) => ({
  profile: records.profile,
  shipping_type: 'Pedido Interno',
  shipping_value: 0.01,
  publications: [{ publication: await makePublication(), value: 0, fuel_type: 0, file: null }],
})

/** The calls of each row in the specification, by its first cell; or the reason why there are none. */
const rows: Record<string, SpecifiedCall[] | string> = {
  'Log in': [
    {
      method: 'POST',
      path: '/api/token/',
      callers: everybody,
      answer: { access: expect.any(String) },
      body: async () => ({ username: (await makeCustomer()).email, password }),
    },
  ],
  'Request password recovery': [
    {
      method: 'POST',
      path: '/api/user/change_password/',
      callers: everybody,
      answer: matchFields('detail'),
      body: async () => ({ email: (await makeCustomer()).email }),
    },
  ],
  'Set new password': [
    {
      method: 'POST',
      path: '/api/user/confirm_password/',
      callers: everybody,
      answer: matchFields('detail'),
      body: async () => {
        const id = await askForPasswordLink((await makeCustomer()).email)
        return { hash: (await findPasswordLink(id))?.token, password: 'asas-e-helices-2026' }
      },
    },
  ],
  'List/get profiles': [
    {
      method: 'GET',
      path: '/profile/?ordering=-id&page=1&search=',
      callers: members,
      answer: matchList(profile),
    },
    { method: 'GET', path: ({ profile: id }) => `/profile/${id}`, callers: owners, answer: profile },
  ],
  'Create profile': [
    {
      method: 'POST',
      path: '/profile/',
      callers: ['visitor', 'staff'],
      status: 201,
      answer: profile,
      body: (_, role) =>
        role === 'staff' ? { ...makeProfileBody(), user: { email: newEmail() } } : makeProfileBody(),
    },
  ],
  'Update profile': [
    {
      method: 'PUT',
      callers: owners,
      answer: profile,
      body: { phone: '(14) 3322-1100' },
      path: ({ profile: id }) => `/profile/${id}/`,
    },
  ],
  'Delete profile': [
    {
      method: 'DELETE',
      callers: staffOnly,
      status: 204,
      answer: 'nothing',
      path: async () => `/profile/${(await makeCustomer()).profileId}`,
    },
  ],
  'List publications': [
    {
      method: 'GET',
      callers: everybody,
      answer: matchFields('results count pages'),
      path: '/publication/?ordering=-id&page=1&search=',
    },
  ],
  'Get publication': [
    {
      method: 'GET',
      callers: everybody,
      answer: publication,
      path: ({ publication: id }) => `/publication/${id}`,
    },
  ],
  'Partner list': [
    {
      method: 'GET',
      path: '/api/partnership/',
      callers: ['partner'],
      answer: matchList(expect.objectContaining({ file: expect.stringContaining('link=') })),
    },
  ],
  'Status file': [
    {
      method: 'GET',
      path: '/api/get_status/',
      callers: everybody,
      answer: { file: expect.stringMatching(/^http/) },
    },
  ],
  'List subscriptions': [
    {
      method: 'GET',
      callers: members,
      answer: matchList(signature),
      path: '/signature/?ordering=-id&page=1&search=&status=',
    },
  ],
  'Get subscription': [
    {
      method: 'GET',
      callers: owners,
      answer: signature,
      path: ({ signature: id }) => `/signature/${id}`,
    },
  ],
  Certificate: [
    {
      method: 'POST',
      path: '/api/get_certificate/',
      body: {},
      callers: ['customer'],
      answer: 'pdf',
      // These roles have no subscription.
      refused: { partner: 400, staff: 400 },
    },
  ],
  Contact: [
    {
      method: 'POST',
      path: '/api/contact/',
      callers: everybody,
      answer: {},
      body: { name: 'Ana', email: 'ana@example.com', phone: '', text: 'Bom dia.', subject: 'Site' },
    },
    {
      method: 'POST',
      path: '/api/contact/',
      callers: everybody,
      answer: { text: [expect.any(String)] },
      body: { name: 'Ana', email: 'ana@example.com', phone: '', text: '', subject: 'Site' },
    },
  ],
  'List orders': [
    {
      method: 'GET',
      callers: members,
      answer: matchList(ownOrder),
      path: '/order/?ordering=-id&page=1&search=&status=',
    },
  ],
  'Get order': [
    { method: 'GET', path: ({ order: id }) => `/order/${id}`, callers: owners, answer: ownOrder },
  ],
  'Create order': [
    {
      method: 'POST',
      path: '/order/',
      callers: members,
      status: 201,
      body: async (records, role) => ({
        profile: await findProfileId(records, role),
        status: 1,
        shipping_type: 'Download',
        shipping_value: 0,
        publications: [
          {
            publication: await makeDownload(),
            value: 80,
            airplane_prefix: null,
            airplane_serial_number: null,
            fuel_type: 0,
            file: null,
          },
        ],
      }),
      answer: { id: expect.any(Number) },
    },
  ],
  'Add order line': [
    {
      method: 'POST',
      path: '/order_publication/',
      callers: staffOnly,
      status: 201,
      refused: { customer: 409 },
      body: async (records) => {
        const staff = await callAs({ userId: records.staff })
        const manual = await makePublication({ price: 128_90 })
        const pricedLine = { publication: manual, value: 128.9, fuel_type: 0, file: null }
        const answer = await staff.post('/order/', {
          ...(await makeInternalOrderBody(records)),
          publications: [pricedLine],
        })
        await removeBoletoJob(answer.body.id)
        return { order: answer.body.id, publication: manual, value: 128.9, fuel_type: 0 }
      },
      answer: { id: expect.any(Number) },
    },
  ],
  'Generate boleto': [
    {
      method: 'POST',
      path: '/api/make_boleto/',
      callers: owners,
      body: ({ unpaid }) => ({ order: unpaid }),
      answer: { transaction_link: expect.stringContaining('link=') },
    },
  ],
  'Shipping quote': [
    {
      method: 'POST',
      path: '/api/get_shipping_price/',
      callers: everybody,
      body: { cep: '18600000', peso: '2', comprimento: 36, largura: 26, altura: 5, diametro: 36 },
      answer: matchRows({
        service: 'PAC',
        PrazoEntrega: expect.any(Number),
        MsgErro: '',
        Valor: expect.stringMatching(/^\d+,\d\d$/),
      }),
    },
  ],
  'Upload image': [
    {
      method: 'POST',
      path: '/api/order_upload_image/',
      callers: everybody,
      file: () => makePlainPicture(40, 40).png().toBuffer(),
      answer: expect.objectContaining({ file: expect.any(String) }),
    },
  ],
  'Postal-code lookup': 'the browser asks another service',
  Tracking: 'the browser opens a page of the postal service',

  'GET users list': [
    {
      method: 'GET',
      path: '/profile/?page=1&search=',
      callers: members,
      answer: matchFields('results count pages'),
    },
  ],
  'GET one user; PUT user by id': [
    { method: 'GET', path: ({ profile: id }) => `/profile/${id}`, callers: owners, answer: profile },
    {
      method: 'PUT',
      callers: staffOnly,
      answer: expect.objectContaining({ name: 'Ana Nova' }),
      path: async () => `/profile/${(await makeCustomer()).profileId}/`,
      body: { name: 'Ana Nova', is_partner: true, user: { is_active: true } },
    },
  ],
  'labels addresses (PDF)': ['simple', 'complete'].map(
    (type): SpecifiedCall => ({
      method: 'POST',
      path: '/api/users_addresses_list/',
      callers: staffOnly,
      answer: 'pdf',
      body: ({ profile: id }) => ({ users: String(id), type }),
    }),
  ),
  'certificate download by e-mail (PDF)': [
    {
      method: 'POST',
      path: '/api/get_certificate/',
      callers: ['staff', 'customer'],
      answer: 'pdf',
      body: async ({ customer }) => {
        const user = await db
          .selectFrom('users')
          .select('email')
          .where('id', '=', customer)
          .executeTakeFirstOrThrow()
        return { email: user.email }
      },
    },
  ],
  'GET staff list': [
    {
      method: 'GET',
      path: '/api/users_admins/',
      callers: staffOnly,
      answer: matchRows(matchFields('id name')),
    },
  ],
  'GET /expedition/?ordering=-id&page={n}&search=&status=': [
    {
      method: 'GET',
      callers: staffOnly,
      answer: matchList(expedition),
      path: '/expedition/?ordering=-id&page=1&search=&status=',
    },
  ],
  'GET /expedition/{id}; POST /expedition/; PUT /expedition/{id}/': [
    {
      method: 'GET',
      path: ({ shipment }) => `/expedition/${shipment}`,
      callers: staffOnly,
      answer: expedition,
    },
    {
      method: 'POST',
      path: '/expedition/',
      callers: staffOnly,
      status: 201,
      answer: expedition,
      body: async ({ staff }) => {
        const { orderId, profileId } = await makePaidOrder()
        return { client: profileId, order: [orderId], shipping_type: 'PAC', owner: staff, value: 0, note: '' }
      },
    },
    {
      method: 'PUT',
      callers: staffOnly,
      answer: expect.objectContaining({ note: 'Frágil' }),
      path: async () => `/expedition/${await makeShipment(await makePaidOrder())}/`,
      body: { note: 'Frágil' },
    },
  ],
  'POST /api/get_orders/': [
    {
      method: 'POST',
      path: '/api/get_orders/',
      callers: staffOnly,
      body: async () => ({ client_id: (await makePaidOrder()).profileId }),
      answer: matchRows(matchFields('id publications nfe shipping_value')),
    },
  ],
  'GET /api/get_clients_expedition/?search=': [
    {
      method: 'GET',
      path: '/api/get_clients_expedition/?search=',
      callers: staffOnly,
      answer: matchRows(matchFields('id name company_name person_or_company shipping_address')),
    },
  ],
  'Publications: list (page, search), get, create, update, remove': [
    {
      method: 'GET',
      path: '/publication/?page=1&search=',
      callers: everybody,
      answer: matchFields('results count pages'),
    },
    {
      method: 'GET',
      path: ({ publication: id }) => `/publication/${id}`,
      callers: everybody,
      answer: publication,
    },
    {
      method: 'POST',
      path: '/publication/',
      callers: staffOnly,
      status: 201,
      answer: publication,
      body: publicationBody,
    },
    {
      method: 'PUT',
      callers: staffOnly,
      answer: expect.objectContaining({ applicability: 'EMB-202' }),
      path: async () => `/publication/${await makePublication()}/`,
      body: { applicability: 'EMB-202', notify: false },
    },
    {
      method: 'DELETE',
      callers: staffOnly,
      status: 204,
      answer: 'nothing',
      path: async () => `/publication/${await makePublication()}/`,
    },
  ],
  'PUT /api/upload/{id}/': [
    {
      method: 'PUT',
      callers: staffOnly,
      answer: { file: expect.stringContaining('link=') },
      file: makePdf,
      path: async () => `/api/upload/${await makePublication()}/?target=publication`,
    },
    {
      method: 'PUT',
      callers: staffOnly,
      answer: { file: expect.stringContaining('link=') },
      file: makePdf,
      path: async () => `/api/upload/${await makeUnpaidOrder()}/?target=order`,
    },
  ],
  'Orders: list (page, search, status), get, create, update (nfe, note)': [
    { method: 'GET', path: '/order/?page=1&search=&status=', callers: members, answer: matchList(ownOrder) },
    { method: 'GET', path: ({ order: id }) => `/order/${id}`, callers: ['staff', 'customer'], answer: order },
    {
      method: 'POST',
      path: '/order/',
      callers: staffOnly,
      status: 201,
      answer: { id: expect.any(Number) },
      body: makeInternalOrderBody,
    },
    {
      method: 'PUT',
      callers: staffOnly,
      answer: expect.objectContaining({ nfe: '4711', note: 'Ligar.' }),
      path: async () => `/order/${(await makePaidOrder()).orderId}/`,
      body: { nfe: '4711', note: 'Ligar.' },
    },
  ],
  'order status update': [
    {
      method: 'POST',
      path: '/api/order_update_status/',
      callers: staffOnly,
      body: async () => ({ order: await makeUnpaidOrder(), status: 2 }),
      answer: expect.objectContaining({ status: 'Pagamento confirmado' }),
    },
  ],
  'order reject': [
    {
      method: 'POST',
      path: '/api/order_reject/',
      callers: staffOnly,
      body: async () => ({ order: (await makeOrderUnderReview()).orderId, reason: 'A foto está ilegível.' }),
      answer: expect.objectContaining({ status: 'Cancelado', reason: 'A foto está ilegível.' }),
    },
  ],
  'POST /api/logme/': [
    {
      method: 'POST',
      path: '/api/logme/',
      callers: staffOnly,
      body: ({ order: id }) => ({ target: 'order', target_id: id }),
      answer: matchRows(expect.objectContaining({ action: expect.any(String), created: expect.any(String) })),
    },
  ],
  'Signatures: list (page, search, status), get, update': [
    {
      method: 'GET',
      path: '/signature/?page=1&search=&status=',
      callers: members,
      answer: matchList(signature),
    },
    { method: 'GET', path: ({ signature: id }) => `/signature/${id}`, callers: owners, answer: signature },
    {
      method: 'PUT',
      callers: staffOnly,
      answer: expect.objectContaining({ due: '2099-02-02' }),
      path: ({ signature: id }) => `/signature/${id}/`,
      body: { due: '2099-02-02', notes: 'Renova por telefone.' },
    },
  ],
  'GET /signature/?ordering=-id&page=1&status=': [
    {
      method: 'GET',
      path: '/signature/?ordering=-id&page=1&status=',
      callers: members,
      answer: matchList(signature),
    },
  ],
  'GET /signature/?page=1&limit=1000&status__in=1,2,3,5&publication__id={id}&ordering=profile__name,profile__company_name':
    [
      {
        method: 'GET',
        callers: staffOnly,
        refused: { customer: 400, partner: 400 },
        path: ({ publication: id }) =>
          `/signature/?page=1&limit=1000&status__in=1,2,3,5&publication__id=${id}&ordering=profile__name,profile__company_name`,
        answer: matchList(expect.objectContaining({ profile: matchFields('id name') })),
      },
    ],
  'POST /api/reports/expired_signatures': specifyReport(
    'expired_signatures',
    period,
    matchFields('order profile due'),
  ),
  'POST /api/reports/month_count': [
    {
      method: 'POST',
      path: '/api/reports/month_count',
      callers: staffOnly,
      answer: expect.any(Number),
      body: { ...period, status: 1 },
    },
  ],
  'POST /api/reports/order_by_prefix': specifyReport('order_by_prefix', { prefix: 'PT' }, orderReport),
  'GET /api/reports/publication_prices': [
    {
      method: 'GET',
      path: '/api/reports/publication_prices',
      callers: staffOnly,
      answer: matchRows(matchFields('id name version weight date price price_signature')),
    },
  ],
  'bulk price change': [
    {
      method: 'POST',
      path: '/api/price_refactor/',
      callers: staffOnly,
      body: { percentage: 110 },
      answer: expect.objectContaining({ changed: expect.any(Number) }),
    },
  ],
  'POST /api/reports/paid_orders': specifyReport('paid_orders', period, orderReport),
  'POST /api/reports/expedition_list': specifyReport(
    'expedition_list',
    { ...period, client: null },
    matchFields('order date profile publication airplane_prefix expedition_date track_code'),
  ),
  'POST /api/reports/signatures_orders': specifyReport(
    'signatures_orders',
    { ...period, status: 1 },
    matchFields('date order profile publication airplane_prefix due'),
  ),
  'POST /api/reports/clients': specifyReport(
    'clients',
    { ...period, clientName: '*' },
    expect.objectContaining({
      profile_id: expect.any(Number),
      orders: matchRows(
        matchFields('order_id date nfe publication_id name version is_signature due times_renewed value'),
      ),
    }),
  ),
  'POST /api/reports/products': specifyReport(
    'products',
    { ...period, nameProduct: '*' },
    matchFields('name version is_signature vendas total'),
  ),
  'list clients': [
    { method: 'GET', path: '/profile/?page=1&search=', callers: members, answer: matchFields('results') },
  ],
  'subscribers PDF': [
    {
      method: 'POST',
      path: '/api/get_users_from_publication/',
      callers: staffOnly,
      answer: 'pdf',
      body: ({ profile: id, publication: title }) => ({ users: String(id), publication: title }),
    },
  ],
}

function specifyReport(name: string, body: object, row: unknown): SpecifiedCall[] {
  return [{ method: 'POST', path: `/api/reports/${name}`, body, callers: staffOnly, answer: matchRows(row) }]
}

/** The first cells of both tables: a purpose in the storefront's table, a call in the back-office's. */
const specificationRows = specification
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Purpose|Method and path|-)/.test(line))
  .map((line) => (line.split('|')[1] ?? '').trim())

let records: ApiWorld
makeRowsOnce(async () => {
  await openShop()
  records = await makeApiWorld()
  // With this data the reports of an aircraft and of dispatched copies have one row each.
  await db.updateTable('order_lines').set({ airplane_registration: 'PT-ABC' }).execute()
  await db
    .updateTable('shipments')
    .set({ status: 2, send_date: toCivilDate(new Date()) })
    .execute()
})

// Each of the four roles makes each call twice, and all calls come from one network.
raiseCallLimits(1000)

const answers = new Map<string, string[]>()

test('every row of the specification has its calls here, and there are no other rows', () => {
  expect(Object.keys(rows).toSorted()).toEqual([...new Set(specificationRows)].toSorted())
  expect(specificationRows.length).toBe(54)
})

const calls = Object.entries(rows).flatMap(([row, specified]) =>
  typeof specified === 'string' ? [] : specified.map((call, index) => ({ row, call, index })),
)

describe.each(calls)('$row: $call.method $index', ({ row, call, index }) => {
  test('returns each role’s status, with and without the trailing slash, and the specified body to the first caller', async () => {
    const statuses: string[] = []
    for (const role of roles) {
      const [statusWithoutSlash, statusWithSlash] = [
        await callOperation(call, role, ''),
        await callOperation(call, role, '/'),
      ]
      expect(statusWithSlash, `${role}, with and without the slash`).toBe(statusWithoutSlash)
      expect(isExpectedStatus(call, role, statusWithoutSlash), `${role} gets ${statusWithoutSlash}`).toBe(
        true,
      )
      statuses.push(String(statusWithoutSlash))
    }
    const path = typeof call.path === 'string' ? call.path : await call.path(records, 'staff')
    const callLabel = `${call.method} ${path.replace(/\?.*/, '').replace(/\d+/g, '{id}')}`
    answers.set(`${row} ${index}`, [row, `\`${callLabel}\``, ...statuses])
  })
})

function isExpectedStatus(
  { callers, refused = {}, status = 200 }: SpecifiedCall,
  role: Role,
  receivedStatus: number,
): boolean {
  if (refused[role]) return receivedStatus === refused[role]
  if (callers.includes(role)) return receivedStatus === status
  return role === 'visitor' ? receivedStatus === 401 : receivedStatus === 403 || receivedStatus === 404
}

async function callOperation(call: SpecifiedCall, role: Role, slash: string): Promise<number> {
  const client = role === 'visitor' ? new ApiClient() : await callAs({ userId: records[role] })
  const resolveValue = <T>(valueOrFunction: Value<T>) =>
    valueOrFunction instanceof Function ? valueOrFunction(records, role) : valueOrFunction
  const [pathWithoutQuery = '', query] = (await resolveValue(call.path)).split('?')
  const path = `${pathWithoutQuery.replace(/\/$/, '')}${slash}${query === undefined ? '' : `?${query}`}`
  const body = call.body && (await resolveValue(call.body))
  const sendCall = async () =>
    call.file && (call.method === 'POST' || call.method === 'PUT')
      ? client.upload(call.method, path, { name: 'arquivo.pdf', bytes: await call.file() })
      : client.call(call.method, path, body)
  const hasRecords = call.callers[0] === role
  if (call.answer === 'pdf' && call.callers.includes(role)) {
    const { answer } = await callUntilFileIsReady(sendCall)
    expect(answer.headers.get('Content-Type')).toBe('application/pdf')
    return answer.status
  }
  const answer = await sendCall()
  if (hasRecords && call.answer !== 'nothing') expect(answer.body).toEqual(call.answer)
  return answer.status
}

test('docs/product/contract.md lists the status of every call by role', async () => {
  expect(answers.size, 'answered calls; run the whole file, without -t').toBe(calls.length)
  const lines = calls.map(({ row, index }) => answers.get(`${row} ${index}`) ?? [])
  const headings = ['row of the specification', 'call', ...roles]
  const rowsWithoutCalls = Object.entries(rows).flatMap(([row, reason]) =>
    typeof reason === 'string' ? [`- ${row}: ${reason}.`] : [],
  )
  await expect(
    [
      '# Contract',
      '',
      'What each row of [calls.md](calls.md) is answered, by caller, with and without the last slash; written by',
      '`tests/api/specified-calls.test.ts`, which also reads what the answers hold. 503 of files that are still being made',
      'is left out. A customer has the records that the calls name; a partner has none.',
      '',
      ...formatMarkdownTable([headings, ...lines]),
      '',
      ...rowsWithoutCalls,
      '',
    ].join('\n'),
  ).toMatchFileSnapshot('../../docs/product/contract.md')
})
