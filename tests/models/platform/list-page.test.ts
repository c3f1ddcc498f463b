import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import {
  countRows,
  type ListPart,
  type ListPlace,
  maxCounted,
  readListPage,
} from '#app/models/platform/list-page.server.ts'

const mailColumns = {
  job: 'mail-order-received',
  subject_ref: '0',
  to_address: 'ana@exemplo.test',
  subject: 'Pedido recebido',
  state: 'sent',
  attempts: 1,
} as const

type Direction = 'ascending' | 'descending'

async function insertMails(count: number, makeError: (id: number) => string | null = () => null) {
  const rows = Array.from({ length: count }, (_, index) => ({ id: index + 1, error: makeError(index + 1) }))
  for (let start = 0; start < count; start += 2_000)
    await db
      .insertInto('mails')
      .values(
        rows.slice(start, start + 2_000).map(({ id, error }) => ({
          id,
          error,
          outbox_id: id,
          ...mailColumns,
        })),
      )
      .execute()
}

function readMails(
  place: ListPlace,
  direction: Direction = 'descending',
  perPage = 20,
  recordedParts: ListPart[] = [],
) {
  return readListPage(place, {
    perPage,
    direction,
    id: sql`mails.id`,
    read: (part) => {
      recordedParts.push(part)
      return selectPage(part).execute()
    },
    count: (limit) => countRows(db.selectFrom('mails'), limit),
  })
}

function selectPage({ cursor, direction, limit, offset }: ListPart) {
  return db
    .selectFrom('mails')
    .select('id')
    .where(cursor)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
}

const listIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

test('counts up to ten thousand rows exactly, and more rows exactly only on request', async () => {
  await insertMails(maxCounted)
  expect(await readMails({ page: 1 })).toMatchObject({ count: maxCounted, isCountExact: true, pages: 500 })
  await db
    .insertInto('mails')
    .values({ ...mailColumns, id: maxCounted + 1, outbox_id: maxCounted + 1 })
    .execute()
  expect(await readMails({ page: 1 })).toMatchObject({
    count: maxCounted + 1,
    isCountExact: false,
    isOpenEnded: true,
    pages: 501,
  })
  expect(await readMails({ page: 1, counting: 'exact' })).toMatchObject({
    count: maxCounted + 1,
    isCountExact: true,
    isOpenEnded: false,
    pages: 501,
  })
})

test('finds the last page of a list whose count is not exact', async () => {
  await insertMails(maxCounted + 1)
  const lastPage = await readMails({ page: 501 })
  expect(listIds(lastPage.rows)).toEqual([1])
  expect(lastPage).toMatchObject({ pages: 501, isOpenEnded: false })
  const pageAfterLast = await readMails({ page: 600 })
  expect(pageAfterLast).toMatchObject({ rows: [], pages: 501, isCountExact: true })
})

test.each(['ascending', 'descending'] as const)(
  '%s: paging by key returns every row once in both directions',
  async (direction) => {
    await insertMails(95)
    const readIds: number[] = []
    let place: ListPlace = { page: 1 }
    for (;;) {
      const { rows, keys, pages } = await readMails(place, direction)
      readIds.push(...listIds(rows))
      expect(pages).toBe(5)
      if (place.page === pages) break
      place = { page: place.page + 1, after: keys?.last }
    }
    const allIds = Array.from({ length: 95 }, (_, index) => index + 1)
    expect(readIds).toEqual(direction === 'ascending' ? allIds : allIds.toReversed())
    const previousPage = await readMails({ page: 4, before: readIds[80] }, direction)
    expect(listIds(previousPage.rows)).toEqual(readIds.slice(60, 80))
  },
)

test('a row inserted between two pages neither repeats nor hides other rows', async () => {
  await insertMails(60)
  const firstPage = await readMails({ page: 1 })
  await db
    .insertInto('mails')
    .values({ ...mailColumns, id: 61, outbox_id: 61 })
    .execute()
  const secondPage = await readMails({ page: 2, after: firstPage.keys?.last })
  // The first page contained rows 60 to 41.
  expect(listIds(secondPage.rows)[0]).toBe(40)
  expect(secondPage.rows).toHaveLength(20)
})

test('reads the last pages backwards, and returns the rows of a deep middle page', async () => {
  await insertMails(3_010)
  const recordedParts: ListPart[] = []
  // With twenty rows a page, the last page of 3,010 rows contains the oldest ten.
  expect(listIds((await readMails({ page: 151 }, 'descending', 20, recordedParts)).rows)).toEqual([
    10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
  ])
  expect(recordedParts).toMatchObject([{ direction: 'asc', offset: 0, limit: 10 }])
  const middlePage = await readMails({ page: 60 })
  const earlierRowCount = 59 * 20
  expect(listIds(middlePage.rows)[0]).toBe(3_010 - earlierRowCount)
  expect(listIds((await readMails({ page: 150 })).rows)[0]).toBe(30)
})

/** Reads a list sorted by a column with equal and missing values. */
function readSorted(place: ListPlace, direction: Direction) {
  return readListPage(place, {
    perPage: 7,
    direction,
    id: sql`mails.id`,
    sort: { columns: [sql`mails.error`, sql`mails.attempts`], table: sql`mails` },
    read: ({ cursor, direction: sortDirection, limit, offset }) =>
      db
        .selectFrom('mails')
        .select('id')
        .where(cursor)
        .orderBy('error', sortDirection)
        .orderBy('attempts', sortDirection)
        .orderBy('id', sortDirection)
        .limit(limit)
        .offset(offset)
        .execute(),
    count: (limit) => countRows(db.selectFrom('mails'), limit),
  })
}

test.each(['ascending', 'descending'] as const)(
  '%s: pages by number and by key are equal for a column with equal and missing values',
  async (direction) => {
    const makeRepeatedOrMissing = (id: number) => (id % 4 === 0 ? null : `cause ${id % 3}`)
    await insertMails(40, makeRepeatedOrMissing)
    const readPage = (place: ListPlace) => readSorted(place, direction)
    const pagesByNumber: number[][] = []
    const pagesByKey: number[][] = []
    const pagesBefore: number[][] = []
    let after: number | undefined
    for (let page = 1; page <= 6; page++) {
      pagesByNumber.push(listIds((await readPage({ page })).rows))
      const { rows, keys } = await readPage({ page, after })
      pagesByKey.push(listIds(rows))
      if (page > 1) {
        const pageBefore = await readPage({ page: page - 1, before: keys?.first })
        pagesBefore.push(listIds(pageBefore.rows))
      }
      after = keys?.last
    }
    expect(pagesByNumber.flat()).toHaveLength(40)
    expect(pagesByKey).toEqual(pagesByNumber)
    const pagesExceptLast = pagesByNumber.slice(0, -1)
    expect(pagesBefore).toEqual(pagesExceptLast)
  },
)

test('exports the next rows of a file, even if the last exported row changed its place', async () => {
  await insertMails(20, (id) => (id <= 7 ? null : `cause ${id}`))
  const counting = 'none'
  const firstPortion = await readSorted({ page: 1, counting }, 'ascending')
  expect(listIds(firstPortion.rows)).toEqual([1, 2, 3, 4, 5, 6, 7])
  await db.updateTable('mails').set({ error: 'z' }).where('id', '=', 7).execute()
  const { last: after, cursorValues } = firstPortion.keys ?? {}
  const secondPortion = await readSorted({ page: 2, after, cursorValues, counting }, 'ascending')
  expect(secondPortion.rows).toHaveLength(7)
  expect(listIds(secondPortion.rows)).not.toContain(7)
})

test('reads the page by number when no row follows the key', async () => {
  await insertMails(50)
  // The newest rows come first: pages 1 and 2 contain rows 50 to 11.
  expect(listIds((await readMails({ page: 3, after: 1 })).rows)[0]).toBe(10)
})

test('caches the count of a long named list, but not of a short one', async () => {
  const countLimits: (number | undefined)[] = []
  const readPage = (name: string, count: number, place: Partial<ListPlace> = {}) =>
    readListPage(
      { page: 1, ...place },
      {
        perPage: 20,
        direction: 'descending',
        id: sql`mails.id`,
        name,
        read: (part) => selectPage(part).execute(),
        count: async (limit) => {
          countLimits.push(limit)
          return Math.min(limit ?? count, count)
        },
      },
    )
  await insertMails(30)
  for (const _read of [1, 2, 3])
    expect(await readPage('long', 70_000)).toMatchObject({ count: maxCounted + 1, isCountExact: false })
  expect(countLimits).toEqual([maxCounted + 1])
  expect(await readPage('long', 70_000, { counting: 'exact' })).toMatchObject({
    count: 70_000,
    isCountExact: true,
  })
  await readPage('short', 30)
  expect(await readPage('short', 30)).toMatchObject({ count: 30, isCountExact: true, pages: 2 })
  // One limited and one exact count of the long list, and two counts of the short list.
  expect(countLimits).toHaveLength(4)
})
