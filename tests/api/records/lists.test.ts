import { beforeEach, describe, expect, test } from 'vitest'
import { settleSeconds } from '#app/domain/platform/record-changes.ts'
import { db } from '#app/models/platform/db.server.ts'
import { cancelShipment } from '#app/models/shipments/shipment-cancellation.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeDirectShipment, makePaidOrder, makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { type ApiClient, callAs } from '#tests/support/api-client.ts'

type Table = 'profiles' | 'publications' | 'orders' | 'subscriptions' | 'shipments'
type Row = { id: number; updated_at: string }

const lists: [path: string, table: Table, insert: () => Promise<unknown>][] = [
  ['/profile/', 'profiles', makeCustomer],
  ['/publication/', 'publications', makePublication],
  ['/order/', 'orders', makePaidOrder],
  ['/signature/', 'subscriptions', makePaidOrder],
  ['/expedition/', 'shipments', makeDirectShipmentOfSomebody],
]

async function makeDirectShipmentOfSomebody() {
  const { profileId } = await makePaidOrder()
  return makeDirectShipment(profileId)
}

let staff: ApiClient

beforeEach(async () => {
  await openShop()
  staff = await callAs({ userId: await makeStaff() })
})

const makeCursor = (...parts: (string | number)[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
const listIds = (answer: { body: { results: Row[] } }) => answer.body.results.map(({ id }) => id)

async function listAllIds(table: Table): Promise<number[]> {
  return (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
}

/**
 * Sets the last changes a minute apart, ending an hour ago; the two oldest are equal. Higher ids are older.
 * Returns the ids from the oldest change to the newest.
 */
async function spreadChanges(table: Table): Promise<number[]> {
  const ids = (await listAllIds(table)).reverse()
  const start = Date.now() - 3_600_000 - ids.length * 60_000
  for (const [index, id] of ids.entries())
    await setChange(table, id, new Date(start + Math.max(1, index) * 60_000))
  return ids
}

function setChange(table: Table, id: number, updated_at: Date) {
  return db.updateTable(table).set({ updated_at }).where('id', '=', id).execute()
}

/** Reads a list to its end. Runs `between` after each of the first three pages. */
async function readAllPages(path: string, between: () => Promise<unknown>) {
  const readIds: number[] = []
  const counts = new Set<number>()
  let next: string | null = ''
  for (let page = 1; next !== null; page++) {
    expect(page).toBeLessThan(50)
    const { status, body }: { status: number; body: { results: Row[]; count: number; next: string | null } } =
      await staff.get(`${path}&limit=2&cursor=${next}`)
    expect(status).toBe(200)
    readIds.push(...body.results.map(({ id }) => id))
    counts.add(body.count)
    next = body.next
    if (page <= 3) await between()
  }
  return { readIds, counts: [...counts] }
}

describe.each(lists)('list %s', (path, table, insert) => {
  beforeEach(async () => {
    for (let index = 0; index < 5; index++) await insert()
  })

  test('newest first by cursor: neither repeats nor skips records while others are added', async () => {
    const idsBefore = await listAllIds(table)
    const { readIds, counts } = await readAllPages(`${path}?ordering=-id`, insert)
    expect(readIds).toEqual(idsBefore.toReversed())
    expect(counts).toEqual([idsBefore.length])
  })

  test('oldest first by cursor: returns each record once, including those added meanwhile', async () => {
    const { readIds } = await readAllPages(`${path}?ordering=id`, insert)
    expect(readIds).toEqual(await listAllIds(table))
  })

  test('by last change: neither repeats nor skips records while others change and are added', async () => {
    const ids = await spreadChanges(table)
    const [, , changedId = 0] = ids
    const { readIds } = await readAllPages(`${path}?ordering=updated_at`, async () => {
      await insert()
      await setChange(table, changedId, new Date())
    })
    // Rows of the same time are sorted by id. The row changed meanwhile is too new to be listed yet.
    const [first = 0, second = 0] = ids
    const oldestIds = [first, second].sort((a, b) => a - b)
    expect(readIds).toEqual([
      ...oldestIds,
      ...ids.filter((id) => !oldestIds.includes(id) && id !== changedId),
    ])
    await setChange(table, changedId, new Date(Date.now() - 60_000))
    const since = new Date(Date.now() - 120_000).toISOString()
    expect(listIds(await staff.get(`${path}?ordering=updated_at&updated_at__gte=${since}`))).toContain(
      changedId,
    )
  })

  test('by last change: lists a changed row only after some seconds, unless newest first', async () => {
    const [first = 0] = await listAllIds(table)
    await spreadChanges(table)
    await setChange(table, first, new Date(Date.now() - (settleSeconds - 10) * 1_000))
    const listIdsBy = async (ordering: string) => listIds(await staff.get(`${path}?ordering=${ordering}`))
    expect(await listIdsBy('updated_at')).not.toContain(first)
    expect((await listIdsBy('-updated_at'))[0]).toBe(first)
    // By then, every transaction that began before the change has ended.
    await setChange(table, first, new Date(Date.now() - (settleSeconds + 1) * 1_000))
    expect((await listIdsBy('updated_at')).at(-1)).toBe(first)
  })

  test('filters by last change, id and old number', async () => {
    const ids = await spreadChanges(table)
    const newestId = ids.at(-1) ?? 0
    const { updated_at } = await db
      .selectFrom(table)
      .select('updated_at')
      .where('id', '=', newestId)
      .executeTakeFirstOrThrow()
    const changedAnswer = await staff.get(`${path}?updated_at__gte=${updated_at.toISOString()}`)
    expect(changedAnswer.body).toMatchObject({
      count: 1,
      results: [{ id: newestId, updated_at: updated_at.toISOString(), legacy_id: null }],
    })
    const existingIds = (await listAllIds(table)).sort((a, b) => a - b)
    const [thresholdId = 0] = existingIds.slice(-3)
    expect(listIds(await staff.get(`${path}?id__gt=${thresholdId}&ordering=id`))).toEqual(
      existingIds.slice(-2),
    )
    await db.updateTable(table).set({ legacy_id: 770_077 }).where('id', '=', thresholdId).execute()
    const oldAnswer = await staff.get(`${path}?legacy_id=770077`)
    expect(oldAnswer.body).toMatchObject({
      count: 1,
      results: [{ id: thresholdId, legacy_id: 770_077 }],
      next: null,
    })
    expect((await staff.get(`${path}?legacy_id=770078`)).body).toMatchObject({ count: 0, results: [] })
  })

  test.each([
    ['cursor=abc', 'cursor'],
    [`cursor=${makeCursor('-id', 0, 0, 1)}`, 'cursor'],
    [`ordering=id&cursor=${makeCursor('-id', 1, 0, 1)}`, 'cursor'],
    [`page=2&cursor=${makeCursor('-id', 1, 0, 1)}`, 'page'],
    ['updated_at__gte=2026-11-22', 'updated_at__gte'],
    ['updated_at__gte=9999-12-31T23:59:59-12:00', 'updated_at__gte'],
    [`ordering=updated_at&cursor=${makeCursor('updated_at', 1, 9e15, 0)}`, 'cursor'],
    ['id__gt=x', 'id__gt'],
    ['limit=1001', 'limit'],
    ['ordering=nonsense', 'ordering'],
    ['profile=2', 'profile'],
    ['id__gt=1&id__gt=2', 'id__gt'],
    ['unknown=', 'unknown'],
  ])('rejects %s with an error at the parameter', async (query, name) => {
    const answer = await staff.get(`${path}?${query}`)
    const { non_field_errors: _, ...errors } = answer.body
    expect([answer.status, errors]).toEqual([400, { [name]: [expect.any(String)] }])
  })
})

test('lists of client records can be filtered by client', async () => {
  const ownOrder = await makePaidOrder()
  const otherOrder = await makePaidOrder()
  for (const { profileId } of [ownOrder, otherOrder]) await makeDirectShipment(profileId)
  for (const path of ['/order/', '/signature/', '/expedition/']) {
    const { results } = (await staff.get(`${path}?profile__id=${ownOrder.profileId}`)).body
    expect(results.length).toBeGreaterThan(0)
    for (const row of results) expect((row.profile ?? row.client).id).toBe(ownOrder.profileId)
  }
})

test.each([
  ['/order/', 'date'],
  ['/expedition/', 'creation_date'],
  ['/publication/', 'date'],
])('%s can be filtered by %s, with both days included', async (path, field) => {
  await makeDirectShipmentOfSomebody()
  const fetchResults = async (query: string) => (await staff.get(`${path}?${query}`)).body.results
  const allRecords = await fetchResults('')
  const [{ [field]: day }] = allRecords
  expect(await fetchResults(`date__gte=${day}&date__lte=${day}`)).toEqual(
    allRecords.filter((row: Record<string, unknown>) => row[field] === day),
  )
  expect(await fetchResults('date__gte=2099-01-01')).toEqual([])
  expect(await fetchResults('date__lte=2000-01-01')).toEqual([])
})

test('a cancelled shipment is listed only when the list is filtered by last change', async () => {
  const { profileId } = await makePaidOrder()
  const id = await makeDirectShipment(profileId)
  await cancelShipment(id, null, byStaff)
  expect(listIds(await staff.get('/expedition/'))).toEqual([])
  const since = new Date(Date.now() - 60_000).toISOString()
  const { body } = await staff.get(`/expedition/?updated_at__gte=${since}`)
  expect(body.results).toMatchObject([{ id, cancelled: true }])
})

test('a customer’s filters and cursors return only the customer’s own records', async () => {
  const [ownOrder, otherOrder] = [await makePaidOrder(), await makePaidOrder()]
  const client = await callAs(ownOrder)
  for (const path of ['/order/', '/signature/', '/profile/'])
    for (const query of ['id__gt=0', 'updated_at__gte=2000-01-01T00:00:00Z', 'ordering=-updated_at']) {
      const { body } = await client.get(`${path}?${query}`)
      expect(body.results.length).toBeGreaterThan(0)
      for (const row of body.results) expect(row.profile?.id ?? row.id).toBe(ownOrder.profileId)
    }
  for (const path of ['/order/', '/signature/'])
    expect((await client.get(`${path}?profile__id=${otherOrder.profileId}`)).body.results).toEqual([])
  const cursor = makeCursor('id', 1, 0, 99)
  const { body } = await client.get(`/order/?ordering=id&cursor=${cursor}`)
  for (const row of body.results) expect(row.profile.id).toBe(ownOrder.profileId)
})

test('lists a customer’s units in the requested order', async () => {
  const { userId } = await makePaidOrder()
  const client = await callAs({ userId })
  const [first, ...furtherIds] = listIds(await client.get('/signature/?ordering=id'))
  expect(furtherIds.length).toBeGreaterThan(0)
  expect(listIds(await client.get('/signature/?ordering=-id')).at(-1)).toBe(first)
})
