import type { ExpressionBuilder } from 'kysely'
import { matchesTitle } from '#app/models/catalogue/publication-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

export const publicationSorts = ['id', 'name', 'version', 'date', 'price', 'price_signature'] as const
export type PublicationSort = (typeof publicationSorts)[number]

export const publicationStates = { active: 1, inactive: 2, removed: 3 } as const

export const staffPublicationsPerPage = 20

const RECORD_NUMBER = /^#?(\d{1,9})$/

export type PublicationListQuery = {
  search: string
  status: number | undefined
  sort: PublicationSort
  direction: 'ascending' | 'descending'
  page: number
}

export async function listPublicationsForStaff(query: PublicationListQuery) {
  const { page, sort } = query
  const order = query.direction === 'ascending' ? 'asc' : 'desc'
  const matchingRows = db
    .selectFrom('publications')
    .where(isInState(query.status))
    .where(matchesSearch(query.search))
  const [rows, { count }] = await Promise.all([
    matchingRows
      .select(['id', 'name', 'applicability', 'version', 'date', 'price', 'price_signature', 'active'])
      .select(['removed_at', 'has_photo_upload', 'photo_subject', 'photo_note'])
      .orderBy(sort, order)
      .orderBy('id', 'desc')
      .limit(staffPublicationsPerPage)
      .offset((page - 1) * staffPublicationsPerPage)
      .execute(),
    matchingRows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count, pages: Math.max(1, Math.ceil(count / staffPublicationsPerPage)) }
}

type PublicationBuilder = ExpressionBuilder<Database, 'publications'>

/** Returns the condition for a status. Without a status, all publications match that are not removed. */
export function isInState(status: number | undefined) {
  return (eb: PublicationBuilder) => {
    const isNotRemoved = eb('removed_at', 'is', null)
    if (status === publicationStates.removed) return eb('removed_at', 'is not', null)
    if (status === publicationStates.active) return eb.and([isNotRemoved, eb('active', '=', true)])
    if (status === publicationStates.inactive) return eb.and([isNotRemoved, eb('active', '=', false)])
    return isNotRemoved
  }
}

/** Requires each word in name, applicability or version. A number matches the id as well. */
function matchesSearch(search: string) {
  const matchesAllTerms = matchesTitle(search, [
    'publications.name',
    'publications.applicability',
    'publications.version',
  ])
  const id = RECORD_NUMBER.exec(search)?.[1]
  return (eb: PublicationBuilder) =>
    id ? eb.or([eb('id', '=', Number(id)), matchesAllTerms]) : matchesAllTerms
}
