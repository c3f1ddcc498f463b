import { expect, test } from 'vitest'
import {
  type Aircraft,
  addAircraft,
  addMissingAircraft,
  addOrderedAircraft,
  changeAircraft,
  DuplicateAircraft,
  FleetFull,
  findAircraft,
  listAircraft,
  listFleet,
  listOrderedAircraft,
  maxAircraft,
  removeAircraft,
} from '#app/models/accounts/aircraft.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'

const ipanema: Aircraft = {
  registration: 'PT-ABC',
  isForeign: false,
  serialNumber: '200512',
  fuel: 2,
  nickname: 'Ipanema da fazenda',
}

test('only the owner stores, changes and deletes an aircraft', async () => {
  const [owner, stranger] = [await makeCustomer(), await makeCustomer()]
  await addAircraft(owner.profileId, ipanema)
  const [{ id } = { id: 0 }] = await listFleet(owner.profileId)
  expect(await findAircraft(id, owner.profileId)).toEqual({ id, ...ipanema })
  expect(await findAircraft(id, stranger.profileId)).toBeUndefined()
  const changedAircraft = { ...ipanema, serialNumber: '1' }
  expect(await changeAircraft({ id, profileId: stranger.profileId }, changedAircraft)).toBe('missing')
  expect(await removeAircraft({ id, profileId: stranger.profileId })).toBe(false)
  expect(await changeAircraft({ id, profileId: owner.profileId }, changedAircraft)).toBe('changed')
  expect(await changeAircraft({ id, profileId: owner.profileId }, changedAircraft)).toBe('same')
  expect(await findAircraft(id, owner.profileId)).toMatchObject({ serialNumber: '1' })
  expect(await removeAircraft({ id, profileId: owner.profileId })).toBe(true)
  expect(await listFleet(owner.profileId)).toEqual([])
})

test('a registration is unique within a fleet, but not across fleets', async () => {
  const [customer, otherCustomer] = [await makeCustomer(), await makeCustomer()]
  await addAircraft(customer.profileId, ipanema)
  await addAircraft(otherCustomer.profileId, ipanema)
  await expect(addAircraft(customer.profileId, { ...ipanema, fuel: 1 })).rejects.toThrow(DuplicateAircraft)
  await addAircraft(customer.profileId, { ...ipanema, registration: 'PR-XYZ' })
  const { id } = (await listFleet(customer.profileId)).find(
    ({ registration }) => registration === 'PR-XYZ',
  ) ?? {
    id: 0,
  }
  await expect(changeAircraft({ id, profileId: customer.profileId }, ipanema)).rejects.toThrow(
    DuplicateAircraft,
  )
})

test('stores one aircraft for a form sent twice', async () => {
  const { profileId } = await makeCustomer()
  await Promise.all([addAircraft(profileId, ipanema), addAircraft(profileId, ipanema)])
  expect(await listAircraft({ profileId, page: 1 })).toMatchObject({ count: 1, pages: 1 })
})

test('limits a fleet to five hundred aircraft under concurrent adds', async () => {
  const { profileId } = await makeCustomer()
  const aircraftRows = Array.from({ length: maxAircraft - 1 }, (_, index) => ({
    profile_id: profileId,
    registration: `N${index}`,
    is_foreign: true,
  }))
  await db.insertInto('aircraft').values(aircraftRows).execute()
  const results = await Promise.allSettled(
    ['PT-AAA', 'PT-AAB'].map((registration) => addAircraft(profileId, { ...ipanema, registration })),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(addAircraft(profileId, { ...ipanema, registration: 'PT-AAC' })).rejects.toThrow(FleetFull)
  expect(await listAircraft({ profileId, page: 10 })).toMatchObject({ count: maxAircraft, pages: 10 })
})

test('offers each ordered aircraft once, with the data of its last line, until it is saved', async () => {
  const publicationId = await makePublication({ has_airplane_info: true })
  const unit = { registration: 'PT-ABC', isForeign: false, serialNumber: 'old', fuel: 1, photo: null }
  const units = {
    [`${publicationId}-1`]: unit,
    [`${publicationId}-2`]: { ...unit, serialNumber: '200512', fuel: 2 },
    [`${publicationId}-3`]: { ...unit, registration: 'N123', isForeign: true, fuel: 0 },
  }
  const { userId } = await makeOrder({ [publicationId]: 3 }, { units })
  const { id: profileId } = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const stranger = await makeCustomer()
  expect(await listOrderedAircraft(stranger.profileId)).toEqual([])
  expect(await addOrderedAircraft(stranger.profileId, 'PT-ABC')).toBe(false)
  expect(await listOrderedAircraft(profileId)).toEqual([
    { registration: 'N123', isForeign: true, serialNumber: 'old', fuel: 0, nickname: null },
    { ...ipanema, nickname: null },
  ])
  expect(await addOrderedAircraft(profileId, 'PT-ABC')).toBe(true)
  expect(await addOrderedAircraft(profileId, 'PT-ABC')).toBe(true)
  expect((await listOrderedAircraft(profileId)).map(({ registration }) => registration)).toEqual(['N123'])
  expect(await listFleet(profileId)).toMatchObject([{ ...ipanema, nickname: null }])
})

test("adds an order's missing aircraft to the fleet once and up to its limit", async () => {
  const { profileId } = await makeCustomer()
  const makeAircraft = (index: number) => ({
    registration: `N${1000 + index}`,
    isForeign: true,
    serialNumber: null,
    fuel: 0 as const,
    nickname: null,
  })
  const fullFleet = Array.from({ length: maxAircraft - 1 }, (_, index) => makeAircraft(index))
  await withTransaction((trx) => addMissingAircraft(trx, profileId, [...fullFleet, makeAircraft(0)]))
  await withTransaction((trx) =>
    addMissingAircraft(trx, profileId, [makeAircraft(0), makeAircraft(600), makeAircraft(601)]),
  )
  const registrations = (await listFleet(profileId)).map(({ registration }) => registration)
  expect(registrations).toHaveLength(maxAircraft)
  expect(registrations).toContain('N1600')
  expect(registrations).not.toContain('N1601')
})
