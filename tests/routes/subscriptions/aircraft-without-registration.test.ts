import { beforeEach, expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { addRenewalsToCart } from '#app/models/checkout/cart.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findCopy, requestUnitCopy } from '#app/models/subscriptions/download.server.ts'
import { listRenewalUnits } from '#app/models/subscriptions/renewal.server.ts'
import { paths } from '#app/paths.ts'
import { listJumpGroups } from '#app/routes/admin/quick-jump.server.ts'
import { listStampLines } from '#app/text/catalogue/stamp-labels.ts'
import { giveFile } from '#tests/factories/files.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePaidOrder, makeShipment, makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeSubscription } from '#tests/factories/subscriptions.ts'
import { makeWithdrawalRequest } from '#tests/factories/withdrawals.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

const today = toCivilDate(new Date())
const period = { start: '2026-01-01', end: today }

/** Creates a download that can be renewed, and printed copies, of aircraft without a registration. */
async function makeShop() {
  await openShop()
  const customer = await makeCustomer()
  const unit = await makeSubscription(customer, { due: addDays(today, 10), registration: 'PT-ABC' })
  const printed = await makePaidOrder(today)
  await db
    .updateTable('order_lines')
    .set({ airplane_registration: null, airplane_serial_number: '200512' })
    .execute()
  return { customer, unit, printed }
}

let shop: Awaited<ReturnType<typeof makeShop>>
let staff: Visitor
beforeEach(async () => {
  shop = await makeShop()
  staff = await loginAs({ userId: await makeStaff() })
})

test('a customer’s pages name an aircraft by its serial number', async () => {
  const { customer, unit, printed } = shop
  const renewals = await listRenewalUnits({ ...customer, ids: [unit.id], today })
  await addRenewalsToCart(customer.userId, renewals)
  const owner = await loginAs(customer)
  const readPage = async (path: string) => (await fetchPage(owner, path)).text
  expect(await readPage(paths.manage())).toMatch(/Baixar [^)]*\(nº de série 200512\)/)
  expect(await readPage(paths.download(unit.id))).toContain('Aeronave nº de série 200512')
  expect(await readPage(paths.renew(unit.id))).toContain('nº de série 200512')
  expect(await readPage(paths.certificate())).toContain('(nº de série 200512, até')
  expect(await readPage(paths.dueDates())).toContain('(nº de série 200512)')
  expect(await readPage(paths.cart())).toContain('Renovação da aeronave nº de série 200512, vence')
  expect(await readPage(paths.checkout())).toContain('(nº de série 200512)')
  const buyer = await loginAs(printed)
  expect((await fetchPage(buyer, paths.withdrawal(printed.orderId))).text).toContain(
    ', nº de série 200512: R$',
  )
})

test('staff pages name an aircraft by its serial number', async () => {
  const { customer, unit, printed } = shop
  const readPage = async (path: string) => (await fetchPage(staff, path)).text
  expect(await readPage(paths.admin.waiting())).toContain('nº de série 200512')
  expect(await readPage(paths.admin.signatures())).toContain('nº de série 200512')
  expect(await readPage(paths.admin.client(customer.profileId))).toContain('nº de série 200512')
  expect(await readPage(paths.admin.orderStatus(printed.orderId))).toContain(', nº de série 200512')
  expect(await readPage(paths.admin.report('signatures', period))).toContain('nº de série 200512')
  const found = await listJumpGroups(String(unit.id))
  expect(JSON.stringify(found)).toContain('nº de série 200512, até')
  const shipmentId = await makeShipment(printed)
  expect(await readPage(paths.admin.dispatch(shipmentId))).toContain('· nº de série 200512')
  expect(await readPage(paths.admin.report('expedition_list', period))).toContain('nº de série 200512')
  await makeWithdrawalRequest({ ...printed, lineIds: printed.lineIds.slice(0, 1) }, today)
  expect(await readPage(paths.admin.shipment(shipmentId))).toMatch(
    /, nº de série 200512: .* nº de série 200512/,
  )
  expect(await readPage(paths.admin.order(printed.orderId))).toContain(', nº de série 200512: R$')
})

test('the stamp names an aircraft by its serial number, also on the same copy again', async () => {
  const { customer, unit } = shop
  await giveFile(unit.publicationId)
  const requestFileId = () => requestUnitCopy(unit.id, customer, today)
  const fileId = (await requestFileId()) ?? 0
  const copy = await findCopy(fileId)
  if (!copy) throw new Error('no copy')
  const lines = listStampLines({ ...copy.stamp, number: copy.number, createdOn: copy.made_on })
  expect(lines[1]).toContain(` · Aeronave nº de série 200512 · `)
  expect(await requestFileId()).toBe(fileId)
})
