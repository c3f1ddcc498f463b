import { expect, test } from 'vitest'
import { iterateByKey } from '#app/http/table-file.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import {
  listSubscriptionsForStaff,
  type StaffSubscriptionQuery,
} from '#app/models/subscriptions/staff-subscription-list.server.ts'
import { company, makeCustomer } from '#tests/factories/people.ts'
import { makeSubscription } from '#tests/factories/subscriptions.ts'

const today = '2026-11-21'

function listSubscriptions(query: Partial<StaffSubscriptionQuery> = {}) {
  return listSubscriptionsForStaff({
    search: '',
    status: undefined,
    sort: 'id',
    direction: 'descending',
    page: 1,
    today,
    ...query,
  })
}

const listIds = async (query: Partial<StaffSubscriptionQuery> = {}) =>
  (await listSubscriptions(query)).rows.map(({ id }) => id)

/**
 * Creates an active subscription of a person, one of a company that is past due but not expired, and one with
 * a shipment.
 */
async function makeThreeUnits() {
  const [ana, asa] = [await makeCustomer(), await makeCustomer({ identity: company })]
  const first = await makeSubscription(ana, { due: '2027-03-01', registration: 'PT-ABC' })
  const expiredUnit = await makeSubscription(asa, { due: '2026-11-20', registration: 'PR-XYZ' })
  const printedUnit = await makeSubscription(ana, { due: '2027-01-01', is_download: false })
  const shipment = { track_code: 'AA123456785BR', status: 3, suspended_at: new Date() }
  await db.updateTable('subscriptions').set(shipment).where('id', '=', printedUnit.id).execute()
  return { ana, asa, first, expiredUnit, printedUnit }
}

test('lists all purchased units with their holder, newest first, including suspended ones', async () => {
  const { first, expiredUnit, printedUnit } = await makeThreeUnits()
  const { rows, count, pages } = await listSubscriptions()
  expect(rows.map(({ id }) => id)).toEqual([printedUnit.id, expiredUnit.id, first.id])
  expect({ count, pages }).toEqual({ count: 3, pages: 1 })
  expect(rows[1]).toMatchObject({
    orderId: expiredUnit.orderId,
    isCompany: true,
    companyName: company.companyName,
    registration: 'PR-XYZ',
    timesRenewed: 0,
  })
  expect(rows[0]?.suspendedAt).not.toBeNull()
})

test('searches orders, units, client words, and prefixes of registrations and tracking codes', async () => {
  const { ana, first, expiredUnit, printedUnit } = await makeThreeUnits()
  expect(await listIds({ search: String(expiredUnit.orderId) })).toContain(expiredUnit.id)
  expect(await listIds({ search: ana.email })).toEqual([printedUnit.id, first.id])
  expect(await listIds({ search: 'ANA INVENT' })).toEqual([printedUnit.id, first.id])
  expect(await listIds({ search: 'asa inv' })).toEqual([expiredUnit.id])
  expect(await listIds({ search: 'ptab' })).toEqual([first.id])
  expect(await listIds({ search: 'PR-XYZ' })).toEqual([expiredUnit.id])
  expect(await listIds({ search: 'aa 123 456' })).toEqual([printedUnit.id])
  expect(await listIds({ search: 'anab%' })).toEqual([])
  expect(await listIds({ search: 'inventada ana' })).toEqual([printedUnit.id, first.id])
  expect(await listSubscriptions({ search: 'nobody' })).toMatchObject({
    rows: [],
    count: 0,
    pages: 1,
    isCut: false,
  })
})

test('shows the status of today, even before the nightly run', async () => {
  const { first, expiredUnit, printedUnit } = await makeThreeUnits()
  expect(await listIds({ status: 4 })).toEqual([expiredUnit.id])
  expect(await listIds({ status: 1 })).toEqual([first.id])
  expect(await listIds({ status: 3, search: 'ana' })).toEqual([printedUnit.id])
})

test('sorts by due date in both directions, and the file has the same rows', async () => {
  const { first, expiredUnit, printedUnit } = await makeThreeUnits()
  expect(await listIds({ sort: 'due' })).toEqual([first.id, printedUnit.id, expiredUnit.id])
  expect(await listIds({ sort: 'due', direction: 'ascending' })).toEqual([
    expiredUnit.id,
    printedUnit.id,
    first.id,
  ])
  const file = { search: '', status: undefined, sort: 'id', direction: 'descending', today } as const
  const rows = iterateByKey((place) => listSubscriptionsForStaff({ ...file, ...place, perPage: 2 }))
  const ids: number[] = []
  for await (const { id } of rows) ids.push(id)
  expect(ids).toEqual([expiredUnit.id, printedUnit.id, first.id].toSorted((a, b) => b - a))
})
