import { type RawBuilder, sql } from 'kysely'
import { compactText } from '#app/domain/platform/folded-text.ts'
import { suggestSpellings } from '#app/domain/platform/spelling.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeContainsPattern } from '#app/models/platform/like-pattern.ts'

const MAX_TERMS = 8
const MAX_TITLES = 5_000
/** Separators in models and numbers that people often omit when typing. */
const MARKS = [' ', '-', '.', '/', '‑', '–']

const titleColumns = {
  'publications.name': sql`publications.name`,
  'publications.applicability': sql`publications.applicability`,
  'publications.version': sql`publications.version`,
  'order_lines.name': sql`order_lines.name`,
  'order_lines.airplane_registration': sql`order_lines.airplane_registration`,
  'order_lines.airplane_serial_number': sql`order_lines.airplane_serial_number`,
}

type TitleColumn = keyof typeof titleColumns

/** Matches all words in any order, models without separators. Scans the table, since it is small. */
export function matchesTitle(search: string, columns: readonly TitleColumn[]): RawBuilder<boolean> {
  const terms = search.split(/\s+/).filter(Boolean).slice(0, MAX_TERMS)
  const isWord = terms.some((term) => compactText(term) !== '')
  const wantedTerms = terms.filter((term) => !isWord || compactText(term) !== '')
  if (wantedTerms.length === 0) return sql`true`
  const conditions = wantedTerms.map((term) => joinByOr(columns.flatMap((column) => matchTerm(term, column))))
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Returns similar searches that find more than `found` publications on sale, best first. */
export async function findSimilarSearches(search: string, found = 0): Promise<string[]> {
  const titles = await db
    .selectFrom('publications')
    .select(['publications.name', 'publications.applicability'])
    .where('active', '=', true)
    .orderBy('id', 'desc')
    .limit(MAX_TITLES)
    .execute()
  const near = suggestSpellings(
    search,
    titles.map(({ name, applicability }) => `${name} ${applicability}`),
    { isFound: found > 0 },
  )
  const counts = await Promise.all(near.map((each) => countOnSale(each, found + 1)))
  return near.filter((_, index) => (counts[index] ?? 0) > found)
}

async function countOnSale(search: string, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('publications')
    .select('id')
    .where('active', '=', true)
    .where(matchesTitle(search, ['publications.name', 'publications.applicability']))
    .limit(limit)
    .execute()
  return rows.length
}

function matchTerm(term: string, column: TitleColumn): RawBuilder<boolean>[] {
  const stands = sql<boolean>`${titleColumns[column]} like ${makeContainsPattern(term)}`
  const bare = compactText(term)
  const isModel = /\d/.test(bare) && /\p{L}/u.test(bare)
  const isMarked = bare !== '' && /[^\p{L}\p{N}]/u.test(term)
  return isModel || isMarked
    ? [stands, sql<boolean>`${withoutMarks(column)} like ${makeContainsPattern(bare)}`]
    : [stands]
}

function withoutMarks(column: TitleColumn): RawBuilder<string> {
  return MARKS.reduce<RawBuilder<string>>(
    (text, mark) => sql<string>`replace(${text}, ${mark}, '')`,
    sql<string>`${titleColumns[column]}`,
  )
}

function joinByOr(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` or `)})`
}
