import type { ExpressionBuilder } from 'kysely'
import { db } from '#app/models/db.server.ts'
import type { Database } from '#app/models/schema.ts'

const SHOP_COLUMNS = [
  'id',
  'name',
  'applicability',
  'version',
  'date',
  'price',
  'price_signature',
  'weight',
  'is_signature',
  'is_download',
  'has_airplane_info',
  'has_photo_upload',
] as const

export const publicationsPerPage = 20
const MOST_TERMS = 8

/** One page of the publications on sale, newest first, with the number of all that match (F28–F31). */
export async function listPublications({ search, page }: { search: string; page: number }) {
  const onSale = db.selectFrom('publications').where('active', '=', true).where(matches(search))
  const [rows, { count }] = await Promise.all([
    onSale
      .select(SHOP_COLUMNS)
      .orderBy('id', 'desc')
      .limit(publicationsPerPage)
      .offset((page - 1) * publicationsPerPage)
      .execute(),
    onSale.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count, pages: Math.max(1, Math.ceil(count / publicationsPerPage)) }
}

/** A publication on sale, or undefined. */
export function findPublication(id: number) {
  return db
    .selectFrom('publications')
    .select(SHOP_COLUMNS)
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
}

/** What is current: every publication on sale with its version and date, by name (D60). */
export function listCurrentVersions() {
  return db
    .selectFrom('publications')
    .select(['id', 'name', 'applicability', 'version', 'date'])
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .limit(5000)
    .execute()
}

/** Every word has to occur in name or applicability; the collation ignores accents and case (F30). */
function matches(search: string) {
  const terms = search.split(/\s+/).filter(Boolean).slice(0, MOST_TERMS)
  return (eb: ExpressionBuilder<Database, 'publications'>) =>
    eb.and(
      terms.map((term) =>
        eb.or([eb('name', 'like', containing(term)), eb('applicability', 'like', containing(term))]),
      ),
    )
}

function containing(term: string) {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`
}
