import { beforeEach, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePaidOrder, makeShipment } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

/** The number in the former system, which no record of this shop has. */
const OLD = 77_777

let staff: Visitor
const own = { order: 0, profile: 0, shipment: 0, unit: 0 }

beforeEach(async () => {
  await openShop()
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true, is_superuser: true }).where('id', '=', userId).execute()
  staff = await loginAs({ userId })
  const order = await makePaidOrder()
  own.order = order.orderId
  own.profile = order.profileId
  own.shipment = await makeShipment(order)
  own.unit = (await db.selectFrom('subscriptions').select('id').executeTakeFirstOrThrow()).id
  for (const table of ['orders', 'profiles', 'shipments', 'subscriptions'] as const) {
    const ids = { orders: own.order, profiles: own.profile, shipments: own.shipment, subscriptions: own.unit }
    await db.updateTable(table).set({ legacy_id: OLD }).where('id', '=', ids[table]).execute()
  }
})

test.each([
  ['/admin/orders', () => `/admin/order/${own.order}`],
  ['/admin/users', () => `/admin/client/${own.profile}`],
  ['/admin/expeditions', () => `/admin/expedition/${own.shipment}`],
  ['/admin/signatures', () => `/admin/signature/${own.unit}`],
])('%s finds a record by its old number', async (list, formatPath) => {
  const { html } = await fetchPage(staff, `${list}?search=${OLD}`)
  expect(html).toContain(`"${formatPath()}`)
  expect((await fetchPage(staff, `${list}?search=${OLD + 1}`)).html).not.toContain(`"${formatPath()}`)
})

test('the quick jump finds each record by its old number', async () => {
  const { html } = await fetchPage(staff, `/admin/search?q=${OLD}`)
  for (const page of [
    `order/${own.order}`,
    `client/${own.profile}`,
    `expedition/${own.shipment}`,
    `signature/${own.unit}`,
  ])
    expect(html).toContain(`"/admin/${page}`)
})
