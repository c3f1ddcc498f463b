import { beforeEach, describe, expect, test } from 'vitest'
import { operations } from '#app/api/registry.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { address } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { type ApiClient, callAs } from '#tests/support/api-client.ts'

const ids = { orders: 0, profiles: 0, publications: 0, shipments: 0, subscriptions: 0 }
let staff: ApiClient
let customer: ApiClient

beforeEach(async () => {
  await openShop()
  staff = await callAs({ userId: await makeStaff() })
  const order = await makePaidOrder()
  customer = await callAs(order)
  ids.orders = order.orderId
  ids.profiles = order.profileId
  ids.publications = await makePublication()
  ids.shipments = await makeShipment(order)
  ids.subscriptions = (await staff.get('/signature/?limit=1')).body.results[0].id
})

type Table = keyof typeof ids

const records: [path: string, table: Table, changes: object, otherChanges: object][] = [
  ['/order/', 'orders', { note: 'Ligar antes' }, { note: 'Não ligar' }],
  ['/profile/', 'profiles', { phone: '(14) 98888-0000' }, { phone: '(14) 97777-0000' }],
  ['/publication/', 'publications', { applicability: 'Somente 202A' }, { applicability: 'Todas' }],
  ['/expedition/', 'shipments', { note: 'Frágil' }, { note: 'Pesada' }],
  ['/signature/', 'subscriptions', { notes: 'Renova por telefone.' }, { notes: 'Não renova.' }],
]

const makeMatchHeader = (tag: string) => ({ headers: { 'If-Match': tag } })

function raiseVersion(table: Table) {
  return db
    .updateTable(table)
    .set((eb) => ({ lock_version: eb('lock_version', '+', 1) }))
    .where('id', '=', ids[table])
    .execute()
}

describe.each(records)('a record at %s', (start, table, changes, otherChanges) => {
  const getPath = () => `${start}${ids[table]}/`

  test('returns its version as ETag; a change with that version succeeds once', async () => {
    const firstAnswer = await staff.get(getPath())
    const tag = firstAnswer.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^"\d+(\.\d+)?"$/)
    const savedAnswer = await staff.put(getPath(), changes, makeMatchHeader(tag))
    expect([savedAnswer.status, savedAnswer.body]).toEqual([200, expect.objectContaining({ id: ids[table] })])
    const nextTag = savedAnswer.headers.get('ETag') ?? ''
    expect(nextTag).not.toBe(tag)
    expect((await staff.get(getPath())).headers.get('ETag')).toBe(nextTag)
    const lostAnswer = await staff.put(getPath(), firstAnswer.body, makeMatchHeader(tag))
    expect([lostAnswer.status, lostAnswer.body]).toEqual([
      412,
      expect.objectContaining({ detail: expect.any(String) }),
    ])
    expect((await staff.get(getPath())).body).toEqual(savedAnswer.body)
  })

  test('accepts *, lists and weak tags in If-Match, or none, but no outdated versions', async () => {
    const tag = (await staff.get(getPath())).headers.get('ETag')
    await raiseVersion(table)
    const secondTag = (await staff.get(getPath())).headers.get('ETag')
    expect((await staff.put(getPath(), changes, makeMatchHeader('*'))).status).toBe(200)
    const newestTag = (await staff.get(getPath())).headers.get('ETag')
    expect((await staff.put(getPath(), changes, makeMatchHeader(`${tag}, ${newestTag}`))).status).toBe(200)
    expect((await staff.put(getPath(), changes, makeMatchHeader(`${tag}, ${secondTag}`))).status).toBe(412)
    expect((await staff.put(getPath(), changes, makeMatchHeader('3'))).status).toBe(412)
    const lastTag = (await staff.get(getPath())).headers.get('ETag')
    expect((await staff.put(getPath(), changes, makeMatchHeader(`W/${lastTag}`))).status).toBe(200)
    expect((await staff.put(getPath(), changes)).status).toBe(200)
  })

  test('one of two concurrent changes with the same version succeeds', async () => {
    const tag = (await staff.get(getPath())).headers.get('ETag') ?? ''
    const answers = await Promise.all(
      [changes, otherChanges].map((each) => staff.put(getPath(), each, makeMatchHeader(tag))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })
})

test('checks the version of a customer’s own change', async () => {
  const path = `/profile/${ids.profiles}/`
  const tag = (await customer.get(path)).headers.get('ETag') ?? ''
  const changes = { billing_address: { ...address, street: 'Rua Nova' } }
  expect((await customer.put(path, changes, makeMatchHeader(tag))).status).toBe(200)
  expect((await customer.put(path, { phone: '(14) 98888-0000' }, makeMatchHeader(tag))).status).toBe(412)
})

test.each([
  ['/publication/', 'publications'],
  ['/profile/', 'profiles'],
] as const)('DELETE %s with an outdated version removes nothing', async (start, table) => {
  const path = `${start}${ids[table]}/`
  const tag = (await staff.get(path)).headers.get('ETag') ?? ''
  await raiseVersion(table)
  const rejectedAnswer = await staff.delete(path, makeMatchHeader(tag))
  expect(rejectedAnswer.status).toBe(412)
  const unchangedAnswer = await staff.get(path)
  expect(unchangedAnswer.status).toBe(200)
  expect((await staff.delete(path, makeMatchHeader(unchangedAnswer.headers.get('ETag') ?? ''))).status).toBe(
    204,
  )
})

test.each(['order_update_status', 'order_update_nfe', 'order_reject'])(
  '%s rejects another version in If-Match',
  async (call) => {
    const bodies = {
      order_update_status: { status: 3 },
      order_update_nfe: { nfe: '12' },
      order_reject: { reason: 'x' },
    }
    const body = { order: ids.orders, ...Object.entries(bodies).find(([name]) => name === call)?.[1] }
    const rejectedAnswer = await staff.post(`/api/${call}/`, body, makeMatchHeader('"4000"'))
    expect(rejectedAnswer.status).toBe(412)
    expect((await staff.get(`/order/${ids.orders}/`)).body).toMatchObject({ status_code: 2, nfe: null })
  },
)

test('a status change creates a new version', async () => {
  const [order, shipment] = [`/order/${ids.orders}/`, `/expedition/${ids.shipments}/`]
  const [seenOrder, seenShipment] = [(await staff.get(order)).headers, (await staff.get(shipment)).headers]
  await db.updateTable('orders').set({ status: 1 }).where('id', '=', ids.orders).execute()
  await db.updateTable('shipments').set({ status: 2 }).where('id', '=', ids.shipments).execute()
  const statusChange = { order: ids.orders, status: 3 }
  const tag = makeMatchHeader(seenOrder.get('ETag') ?? '')
  expect((await staff.post('/api/order_update_status/', statusChange, tag)).status).toBe(412)
  expect((await staff.get(order)).body.status_code).toBe(1)
  const resultAnswer = await staff.put(
    shipment,
    { note: 'x' },
    makeMatchHeader(seenShipment.get('ETag') ?? ''),
  )
  expect(resultAnswer.status).toBe(412)
})

test('a created record returns an ETag that its first change accepts', async () => {
  const answer = await staff.post('/publication/', {
    name: 'Manual de Voo',
    applicability: 'Todas',
    version: 'Rev. 1',
    date: '2026-11-20',
    price: 80,
    is_download: true,
    is_signature: false,
  })
  expect(answer.status).toBe(201)
  const changedAnswer = await staff.put(
    `/publication/${answer.body.id}/`,
    { price: 81 },
    makeMatchHeader(answer.headers.get('ETag') ?? ''),
  )
  expect([changedAnswer.status, changedAnswer.body]).toEqual([200, expect.objectContaining({ price: 81 })])
})

test('every call that returns a single record returns its ETag', () => {
  const singleRecordOperations = operations.filter(
    ({ method, path }) =>
      /^\/(order|profile|publication|expedition|signature)\/\{id\}\/$/.test(path) && method !== 'POST',
  )
  expect(singleRecordOperations.filter(({ isVersioned }) => !isVersioned).map(({ id }) => id)).toEqual([])
  expect(singleRecordOperations.length).toBeGreaterThan(10)
})
