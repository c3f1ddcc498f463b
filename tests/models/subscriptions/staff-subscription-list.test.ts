import { expect, test } from 'vitest'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
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
  const [person, companyOwner] = [await makeCustomer(), await makeCustomer({ identity: company })]
  const activeUnit = await makeSubscription(person, { due: '2027-03-01', registration: 'PT-ABC' })
  const expiredUnit = await makeSubscription(companyOwner, { due: '2026-11-20', registration: 'PR-XYZ' })
  const printedUnit = await makeSubscription(person, { due: '2027-01-01', is_download: false })
  const sentFields = {
    track_code: 'AA123456785BR',
    status: subscriptionStatus.sent,
    suspended_at: new Date(),
  }
  await db.updateTable('subscriptions').set(sentFields).where('id', '=', printedUnit.id).execute()
  return { person, activeUnit, expiredUnit, printedUnit }
}

test('lists all purchased units with their holder, newest first, including suspended ones', async () => {
  const { activeUnit, expiredUnit, printedUnit } = await makeThreeUnits()
  const { rows, count, pages } = await listSubscriptions()
  expect(rows.map(({ id }) => id)).toEqual([printedUnit.id, expiredUnit.id, activeUnit.id])
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
  const { person, activeUnit, expiredUnit, printedUnit } = await makeThreeUnits()
  expect(await listIds({ search: String(expiredUnit.orderId) })).toContain(expiredUnit.id)
  expect(await listIds({ search: person.email })).toEqual([printedUnit.id, activeUnit.id])
  expect(await listIds({ search: 'ANA INVENT' })).toEqual([printedUnit.id, activeUnit.id])
  expect(await listIds({ search: 'asa inv' })).toEqual([expiredUnit.id])
  expect(await listIds({ search: 'ptab' })).toEqual([activeUnit.id])
  expect(await listIds({ search: 'PR-XYZ' })).toEqual([expiredUnit.id])
  expect(await listIds({ search: 'aa 123 456' })).toEqual([printedUnit.id])
  expect(await listIds({ search: 'anab%' })).toEqual([])
  expect(await listIds({ search: 'inventada ana' })).toEqual([printedUnit.id, activeUnit.id])
  expect(await listSubscriptions({ search: 'nobody' })).toMatchObject({
    rows: [],
    count: 0,
    pages: 1,
    isCut: false,
  })
})

test('filters by the status of today, even before the nightly run stores it', async () => {
  const { activeUnit, expiredUnit, printedUnit } = await makeThreeUnits()
  expect(await listIds({ status: subscriptionStatus.expired })).toEqual([expiredUnit.id])
  expect(await listIds({ status: subscriptionStatus.downloadReleased })).toEqual([activeUnit.id])
  expect(await listIds({ status: subscriptionStatus.sent, search: 'ana' })).toEqual([printedUnit.id])
})

test('sorts by due date in both directions, and reads every row of a file once', async () => {
  const { activeUnit, expiredUnit, printedUnit } = await makeThreeUnits()
  expect(await listIds({ sort: 'due' })).toEqual([activeUnit.id, printedUnit.id, expiredUnit.id])
  expect(await listIds({ sort: 'due', direction: 'ascending' })).toEqual([
    expiredUnit.id,
    printedUnit.id,
    activeUnit.id,
  ])
  const fileQuery = { search: '', status: undefined, sort: 'id', direction: 'descending', today } as const
  const rows = iterateByKey((place) => listSubscriptionsForStaff({ ...fileQuery, ...place, perPage: 2 }))
  const ids: number[] = []
  for await (const { id } of rows) ids.push(id)
  expect(ids).toEqual([expiredUnit.id, printedUnit.id, activeUnit.id].toSorted((a, b) => b - a))
})
