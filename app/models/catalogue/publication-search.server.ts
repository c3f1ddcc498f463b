import { type RawBuilder, sql } from 'kysely'
import { compactText } from '#app/domain/platform/folded-text.ts'
import { suggestSpellings } from '#app/domain/platform/spelling.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeContainsPattern } from '#app/models/platform/like-pattern.ts'

const MAX_TERMS = 8
const MAX_TITLES = 5_000
/** Separators in models and numbers. People often omit them. */
const SEPARATORS = [' ', '-', '.', '/', '‑', '–']

const titleColumns = {
  'publications.name': sql`publications.name`,
  'publications.applicability': sql`publications.applicability`,
  'publications.version': sql`publications.version`,
  'order_lines.name': sql`order_lines.name`,
  'order_lines.airplane_registration': sql`order_lines.airplane_registration`,
  'order_lines.airplane_serial_number': sql`order_lines.airplane_serial_number`,
}

type TitleColumn = keyof typeof titleColumns

/** Matches titles with all words, in any order. Ignores separators in models. Scans the table, which is small. */
export function matchesTitle(search: string, columns: readonly TitleColumn[]): RawBuilder<boolean> {
  const terms = search.split(/\s+/).filter(Boolean).slice(0, MAX_TERMS)
  // Terms without letters and digits are ignored beside other terms.
  const hasWord = terms.some((term) => compactText(term) !== '')
  const wantedTerms = terms.filter((term) => !hasWord || compactText(term) !== '')
  if (wantedTerms.length === 0) return sql`true`
  const termConditions = wantedTerms.map((term) => {
    const columnConditions = columns.flatMap((column) => matchTerm(term, column))
    return joinByOr(columnConditions)
  })
  return sql`(${sql.join(termConditions, sql` and `)})`
}

/** Returns similar searches, best first. Each finds more than `foundCount` publications on sale. */
export async function findSimilarSearches(search: string, foundCount = 0): Promise<string[]> {
  const publications = await db
    .selectFrom('publications')
    .select(['publications.name', 'publications.applicability'])
    .where('active', '=', true)
    .orderBy('id', 'desc')
    .limit(MAX_TITLES)
    .execute()
  const titles = publications.map(({ name, applicability }) => `${name} ${applicability}`)
  const similarSearches = suggestSpellings(search, titles, { isFound: foundCount > 0 })
  const counts = await Promise.all(similarSearches.map((similar) => countOnSale(similar, foundCount + 1)))
  return similarSearches.filter((_, index) => (counts[index] ?? 0) > foundCount)
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
  const containsTerm = sql<boolean>`${titleColumns[column]} like ${makeContainsPattern(term)}`
  const compactTerm = compactText(term)
  const hasDigit = /\d/.test(compactTerm)
  const hasLetter = /\p{L}/u.test(compactTerm)
  const hasSeparators = compactTerm !== '' && /[^\p{L}\p{N}]/u.test(term)
  const isModel = hasDigit && hasLetter
  if (!isModel && !hasSeparators) return [containsTerm]
  const containsCompactTerm = sql<boolean>`${removeSeparators(column)} like ${makeContainsPattern(compactTerm)}`
  return [containsTerm, containsCompactTerm]
}

function removeSeparators(column: TitleColumn): RawBuilder<string> {
  let text = sql<string>`${titleColumns[column]}`
  for (const separator of SEPARATORS) text = sql<string>`replace(${text}, ${separator}, '')`
  return text
}

function joinByOr(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` or `)})`
}
