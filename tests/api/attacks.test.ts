import { beforeEach, describe, expect, test } from 'vitest'
import { sessionCookie } from '#app/http/cookies.server.ts'
import { startSession } from '#app/models/accounts/session.server.ts'
import { createApiKey } from '#app/models/backoffice/api-key.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer, newEmail } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { loadSubscription, makeSubscription } from '#tests/factories/subscriptions.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'

beforeEach(openShop)

const openStaffClient = async () => callAs({ userId: await makeStaff() })

/** Fields that a client must not set, by their names in the API and in tables. */
const forbiddenFields = {
  id: 1,
  status: 2,
  status_code: 2,
  total: 0.01,
  total_publications: 0.01,
  paid_on: '2026-11-01',
  reason: 'x',
  nfe: '1',
  note: 'x',
  profile_id: 1,
  user_id: 1,
  is_partner: true,
  is_staff: true,
  is_superuser: true,
  lock_version: 99,
  terms_version: 'x',
  checkout_token: 'x',
  suspended_at: null,
  times_renewed: 9,
}

type Body = { [name: string]: unknown }

/** Returns the body without the fields that were rejected as unknown, at any depth. */
function omitRejected(body: Body, messages: Body): Body {
  const stripInner = (sent: unknown, errors: unknown): unknown => {
    if (Array.isArray(sent) && Array.isArray(errors))
      return sent.map((each, index) => stripInner(each, errors[index]))
    return isBody(sent) && isBody(errors) ? omitRejected(sent, errors) : sent
  }
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, sent]) => {
      const message = messages[name]
      const isRejected = Array.isArray(message) && message.includes('Campo desconhecido')
      return isRejected ? [] : [[name, stripInner(sent, message)]]
    }),
  )
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Calls with all fields, then without the rejected ones. Returns the second response. */
async function callTwice(client: ApiClient, [method, path]: [string, string], body: Body) {
  const rejectedAnswer = await client.call(method, path, body)
  expect([rejectedAnswer.status, rejectedAnswer.body]).toEqual([
    400,
    expect.objectContaining({ lock_version: ['Campo desconhecido'], terms_version: ['Campo desconhecido'] }),
  ])
  return client.call(method, path, omitRejected(body, rejectedAnswer.body))
}

describe('fields that a client must not set are rejected or ignored', () => {
  test('in a new order', async () => {
    const customer = await makeCustomer()
    const publication = await makeDownload()
    const { status, body } = await callTwice(await callAs(customer), ['POST', '/order/'], {
      ...forbiddenFields,
      profile: customer.profileId,
      publications: [{ publication, value: 80, price: 1, is_download: false, renews_subscription_id: 1 }],
      shipping_type: 'Download',
    })
    expect(status).toBe(201)
    const [row, ...otherOrders] = await db.selectFrom('orders').selectAll().execute()
    expect(otherOrders).toEqual([])
    expect(row).toMatchObject({ id: body.id, profile_id: customer.profileId, status: 1, total: 80_00 })
    expect(row).toMatchObject({ reason: null, nfe: null, note: null, paid_on: null })
    const line = await db.selectFrom('order_lines').selectAll().executeTakeFirstOrThrow()
    expect(line).toMatchObject({ value: 80_00, renews_subscription_id: null })
  })

  test('in an order update by staff', async () => {
    const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
    const loadOrder = () =>
      db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    const { lock_version: _, updated_at: __, ...storedBefore } = await loadOrder()
    // Staff may change `note` of any order, and `nfe` only of a paid one.
    const { nfe: ___, ...sentFields } = forbiddenFields
    const answer = await callTwice(await openStaffClient(), ['PUT', `/order/${orderId}/`], sentFields)
    expect(answer.status).toBe(200)
    expect(await loadOrder()).toMatchObject({ ...storedBefore, note: 'x' })
  })

  test('in an update of a purchased unit', async () => {
    const { id } = await makeSubscription(await makeCustomer(), { due: '2099-01-01' })
    const { lock_version: _, updated_at: __, ...storedBefore } = await loadSubscription(id)
    const { status: ___, ...others } = forbiddenFields
    const body = { ...others, notes: storedBefore.notes }
    expect((await callTwice(await openStaffClient(), ['PUT', `/signature/${id}/`], body)).status).toBe(200)
    expect(await loadSubscription(id)).toMatchObject(storedBefore)
  })

  test('in an update of the caller’s own profile', async () => {
    const ownCustomer = await makeCustomer()
    const loadAccount = () =>
      db
        .selectFrom('users')
        .innerJoin('profiles', 'profiles.user_id', 'users.id')
        .selectAll()
        .where('users.id', '=', ownCustomer.userId)
        .executeTakeFirstOrThrow()
    const accountBefore = await loadAccount()
    const user = { ...forbiddenFields, email: newEmail(), password: 'outra senha' }
    const protectedFields = { ...forbiddenFields, name: 'Outra', user }
    const answer = await callTwice(
      await callAs(ownCustomer),
      ['PUT', `/profile/${ownCustomer.profileId}/`],
      protectedFields,
    )
    expect(answer.status).toBe(200)
    expect(await loadAccount()).toEqual(accountBefore)
  })
})

describe('a session cookie does not authenticate calls', () => {
  test.each(['/profile/', '/order/', '/signature/', '/expedition/', '/api/users_admins/'])(
    'returns 401 at %s, even with the cookie of a staff session',
    async (path) => {
      const token = await startSession(await makeStaff())
      const Cookie = await sessionCookie.serialize(token)
      expect((await new ApiClient().get(path, { headers: { Cookie } })).status).toBe(401)
    },
  )

  test('a token takes precedence over a cookie', async () => {
    const Cookie = await sessionCookie.serialize(await startSession(await makeStaff()))
    const customer = await callAs(await makeCustomer())
    expect((await customer.get('/expedition/', { headers: { Cookie } })).status).toBe(403)
  })
})

const searchTexts = [
  '%',
  '_',
  '\\',
  "' or 1=1 -- ",
  '"',
  '+*~<>()@-',
  '\0',
  '\ud800',
  '💩',
  'a'.repeat(5_000),
]

test.each([
  '/order/',
  '/profile/',
  '/publication/',
  '/signature/',
  '/expedition/',
  '/api/get_clients_expedition/',
])('a search of %s treats SQL characters as text', async (path) => {
  await makeOrder({ [await makePublication()]: 1 })
  const client = await openStaffClient()
  for (const search of searchTexts) {
    const { status, body } = await client.get(`${path}?${new URLSearchParams({ search })}`)
    expect.soft([search, status]).toEqual([search, 200])
    const count = Array.isArray(body) ? body.length : body.count
    if (/^[%_\\]$/.test(search)) expect.soft([search, count]).toEqual([search, 0])
  }
})

test('headers do not extend the scopes of an API key, and an altered key is rejected', async () => {
  const { key } = await createApiKey(await makeStaff(), { name: 'ERP', scopes: ['catalogue:read'] })
  const keyClient = new ApiClient(key)
  const headers = { 'X-Scopes': 'orders:read', 'X-User': '1' }
  expect((await keyClient.get('/order/', { headers })).status).toBe(403)
  for (const wrongKey of [`${key}x`, key.slice(0, -1), key.toUpperCase(), 'aero_'])
    expect((await new ApiClient(wrongKey).get('/publication/')).status).toBe(401)
})
