import { beforeEach, expect, test } from 'vitest'
import { publicationStates } from '#app/models/catalogue/publication-list.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { publicationPrices } from '#app/models/reports/publication-prices.server.ts'
import { readPortions } from '#app/models/reports/report.ts'
import { makePublication } from '#tests/factories/publications.ts'

/** Publications in the order of the report: by name. Two of them have the same name. */
const titles = [
  {
    name: 'Alfa',
    version: 'Rev. 1',
    weight: 0,
    date: '2026-01-02',
    price: 10_01,
    renewal: null,
    state: 'active',
  },
  {
    name: 'Beta',
    version: 'Rev. 3',
    weight: 1250,
    date: '2025-05-06',
    price: 80_00,
    renewal: 60_07,
    state: 'inactive',
  },
  {
    name: 'Beta',
    version: 'Rev. 2',
    weight: 700,
    date: '2026-03-04',
    price: 15_99,
    renewal: null,
    state: 'active',
  },
  {
    name: 'Círculo',
    version: 'A',
    weight: 30_000,
    date: '2026-01-02',
    price: 999_999_99,
    renewal: 1,
    state: 'active',
  },
  { name: 'Delta', version: 'B', weight: 1, date: '2026-01-02', price: 5, renewal: null, state: 'removed' },
]

let ids: number[]

beforeEach(async () => {
  ids = []
  for (const { name, version, weight, date, price, renewal, state } of titles) {
    const publicationFields = {
      name,
      version,
      weight,
      date,
      price,
      price_signature: renewal,
      is_signature: renewal !== null,
    }
    const removed_at = state === 'removed' ? new Date() : null
    ids.push(await makePublication({ ...publicationFields, active: state === 'active', removed_at }))
  }
})

const listExpected = (states: string[]) =>
  titles.flatMap(({ state, ...publicationFields }, index) =>
    states.includes(state) ? [{ id: ids[index], ...publicationFields }] : [],
  )

test.each([
  ['all that were not removed', undefined, ['active', 'inactive']],
  ['those on sale', publicationStates.active, ['active']],
  ['those not on sale', publicationStates.inactive, ['inactive']],
  ['the removed ones', publicationStates.removed, ['removed']],
] as const)('lists prices of %s, by name', async (_, status, states) => {
  const rows = await publicationPrices.rows({ status }, { limit: 100, offset: 0 })
  expect(rows).toEqual(listExpected([...states]))
  expect(await publicationPrices.totals({ status })).toEqual({ count: rows.length })
})

test.each([1, 2])('reading in portions of %i neither skips nor repeats a title', async (portionSize) => {
  const rows = []
  for await (const portion of readPortions(publicationPrices, { status: undefined }, portionSize))
    rows.push(...portion)
  expect(rows).toEqual(listExpected(['active', 'inactive']))
})

test('the price report is empty without publications', async () => {
  await db.deleteFrom('revisions').execute()
  await db.deleteFrom('publications').execute()
  expect(await publicationPrices.totals({ status: undefined })).toEqual({ count: 0 })
})
