import { type RawBuilder, sql } from 'kysely'
import { compactText } from '#app/domain/platform/folded-text.ts'
import { matchesTitle } from '#app/models/catalogue/publication-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { clientRevision } from '#app/models/subscriptions/client-revision.server.ts'

const MAX_TITLES = 500
const MAX_REVISIONS = 5_000
/** A shorter word would match nearly every name. */
const MIN_WORD_LENGTH = 2

export type TitleMatch = {
  publicationIds: number[]
  revisions: { publicationId: number; version: string }[]
}

export const noTitleMatch: TitleMatch = { publicationIds: [], revisions: [] }

/** Finds publications by name, revision or both: 'manual da hélice', 'manual da hélice rev. 7'. */
export async function searchTitles(search: string): Promise<TitleMatch> {
  const [publicationIds, revisions] = await Promise.all([findIdsByName(search), findRevisions(search)])
  return { publicationIds, revisions }
}

async function findIdsByName(search: string): Promise<number[]> {
  if (compactText(search).length < MIN_WORD_LENGTH) return []
  const rows = await db
    .selectFrom('publications')
    .where(matchesTitle(search, ['publications.name']))
    .select('id')
    .orderBy('id', 'desc')
    .limit(MAX_TITLES)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns revisions whose version ends the search and whose publication matches the text before it. */
async function findRevisions(search: string): Promise<TitleMatch['revisions']> {
  const revisionsAtEnd = await db
    .selectFrom('revisions')
    .where(sql<boolean>`right(${search}, char_length(version)) = version`)
    .where('version', 'not in', ['', '-'])
    .select(['publication_id as publicationId', 'version'])
    .orderBy('id', 'desc')
    .limit(MAX_REVISIONS)
    .execute()
  const names = new Set(revisionsAtEnd.map(({ version }) => getNameBeforeRevision(search, version)))
  const idsByName = new Map<string, Set<number>>()
  for (const name of names) {
    const publicationIds = await findIdsByName(name)
    idsByName.set(name, new Set(publicationIds))
  }
  return revisionsAtEnd.filter(({ publicationId, version }) => {
    const name = getNameBeforeRevision(search, version)
    return name === '' || idsByName.get(name)?.has(publicationId)
  })
}

function getNameBeforeRevision(search: string, version: string): string {
  return search.slice(0, search.length - version.length).trim()
}

/** Returns SQL conditions on `subscriptions`, which the caller combines with OR. */
export function selectUnitsOfTitles({ publicationIds, revisions }: TitleMatch) {
  const unitConditions: RawBuilder<boolean>[] = []
  if (publicationIds.length > 0)
    unitConditions.push(sql<boolean>`subscriptions.publication_id in (${sql.join(publicationIds)})`)
  if (revisions.length === 0) return unitConditions
  const revisionConditions = revisions.map(
    ({ publicationId, version }) => sql`(subscriptions.publication_id = ${publicationId}
      and (order_lines.version = ${version} or ${clientRevision} = ${version}))`,
  )
  const ids = [...new Set(revisions.map(({ publicationId }) => publicationId))]
  unitConditions.push(
    sql<boolean>`(subscriptions.publication_id in (${sql.join(ids)}) and exists (select 1 from order_lines
      where order_lines.id = subscriptions.order_line_id and (${sql.join(revisionConditions, sql` or `)})))`,
  )
  return unitConditions
}
