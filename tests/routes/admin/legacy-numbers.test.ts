import { beforeEach, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePaidOrder, makeShipment } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

/** A number of the former system, which no record of this shop has as its own number. */
const legacyNumber = 77_777

let staff: Visitor
const ids = { order: 0, profile: 0, shipment: 0, unit: 0 }

beforeEach(async () => {
  await openShop()
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true, is_superuser: true }).where('id', '=', userId).execute()
  staff = await loginAs({ userId })
  const order = await makePaidOrder()
  ids.order = order.orderId
  ids.profile = order.profileId
  ids.shipment = await makeShipment(order)
  ids.unit = (await db.selectFrom('subscriptions').select('id').executeTakeFirstOrThrow()).id
  for (const table of ['orders', 'profiles', 'shipments', 'subscriptions'] as const) {
    const idsByTable = {
      orders: ids.order,
      profiles: ids.profile,
      shipments: ids.shipment,
      subscriptions: ids.unit,
    }
    await db.updateTable(table).set({ legacy_id: legacyNumber }).where('id', '=', idsByTable[table]).execute()
  }
})

test.each([
  ['/admin/orders', () => `/admin/order/${ids.order}`],
  ['/admin/users', () => `/admin/client/${ids.profile}`],
  ['/admin/expeditions', () => `/admin/expedition/${ids.shipment}`],
  ['/admin/signatures', () => `/admin/signature/${ids.unit}`],
])('%s finds a record by its old number', async (listPath, formatPath) => {
  const { html } = await fetchPage(staff, `${listPath}?search=${legacyNumber}`)
  expect(html).toContain(`"${formatPath()}`)
  expect((await fetchPage(staff, `${listPath}?search=${legacyNumber + 1}`)).html).not.toContain(
    `"${formatPath()}`,
  )
})

test('the quick jump finds each record by its old number', async () => {
  const { html } = await fetchPage(staff, `/admin/search?q=${legacyNumber}`)
  for (const path of [
    `order/${ids.order}`,
    `client/${ids.profile}`,
    `expedition/${ids.shipment}`,
    `signature/${ids.unit}`,
  ])
    expect(html).toContain(`"/admin/${path}`)
})
