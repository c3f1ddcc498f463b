import { type RawBuilder, sql } from 'kysely'
import { isRecordNumber, type PeopleTerm, peopleTerms } from '#app/domain/people-terms.ts'
import { longestToken, shortestPart } from '#app/domain/person-text.ts'
import { db } from '#app/models/db.server.ts'

/**
 * Up to so many people, a list is read by their numbers. Of more, a page is found sooner by walking the list in its own
 * order and asking each row whose it is: of twenty thousand people every fortieth row is one at least.
 */
export const mostListedPeople = 300
/** Words that more than so many have are all common; which of them is the rarest makes no difference any more. */
const MOST_COUNTED = 1_000

/** Whom a search means: these numbers and, of more people than are listed, whoever meets the terms. */
export type FoundPeople = { ids: number[]; terms: PeopleTerm[] | null }

const nobody: FoundPeople = { ids: [], terms: null }

/**
 * Everybody a search means (docs/decisions/0016): who has all its words, in whatever order, accents and case, and for
 * '12' or '#12' the client of this number.
 */
export async function findPeople(search: string): Promise<FoundPeople> {
  const number = /^\s*(#?)(\d{1,10})\s*$/.exec(search)
  if (!number) return findByWords(search)
  const [, sign, digits] = number
  const [named, found] = await Promise.all([
    db.selectFrom('profiles').select('id').where('id', '=', Number(digits)).execute(),
    sign === '#' ? nobody : findByWords(search),
  ])
  return { ...found, ids: [...new Set([...named.map(({ id }) => id), ...found.ids])] }
}

/** The same where a number is that of the list's own records, unless it is long enough for a document or a phone. */
export async function findPeopleByText(search: string): Promise<FoundPeople> {
  return isRecordNumber(search) ? nobody : findByWords(search)
}

async function findByWords(search: string): Promise<FoundPeople> {
  const terms = await rarestFirst(peopleTerms(search))
  if (terms.length === 0) return nobody
  const rows = await gathered(terms)
    .limit(mostListedPeople + 1)
    .execute()
  if (rows.length > mostListedPeople) return { ids: [], terms }
  return { ids: rows.map((row) => row.profileId), terms: null }
}

/** Whether nobody was found. */
export function isNobody({ ids, terms }: FoundPeople): boolean {
  return ids.length === 0 && terms === null
}

/** Whether a row belongs to one of them, by the column of its profile; asked row by row, so that an order is kept. */
export function belongsTo({ ids, terms }: FoundPeople, profileId: string): RawBuilder<boolean> {
  const column = sql.ref(profileId)
  const isListed = sql<boolean>`${column} in (${sql.join([0, ...ids])})`
  if (!terms) return isListed
  // A subquery with a limit is not turned into a join, which would gather everybody before the first row.
  const isMeant = sql<boolean>`(select 1 from person_texts where person_texts.profile_id = ${column}
    and ${fitsTerms(terms)} limit 1) is not null`
  return ids.length === 0 ? isMeant : sql`(${isListed} or ${isMeant})`
}

/** The numbers of all of them as a table, gathered by the rarest word: for counting, where no order is kept. */
export function peopleTable({ ids, terms }: FoundPeople) {
  const listed = db
    .selectFrom('profiles')
    .select('profiles.id as profileId')
    .where('profiles.id', 'in', [0, ...ids])
  return terms ? gathered(terms).union(listed).as('people') : listed.as('people')
}

/** The newest of them, `limit` at the most, with how many there are. */
export async function newestOf(found: FoundPeople, limit: number): Promise<{ ids: number[]; count: number }> {
  if (isNobody(found)) return { ids: [], count: 0 }
  const [rows, { count }] = await Promise.all([
    db
      .selectFrom('profiles')
      .select('id')
      .where(belongsTo(found, 'profiles.id'))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
    db
      .selectFrom(peopleTable(found))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map(({ id }) => id), count }
}

function gathered(terms: readonly PeopleTerm[]) {
  const [rarest] = terms
  return db
    .selectFrom('person_words')
    .innerJoin('person_texts', 'person_texts.profile_id', 'person_words.profile_id')
    .where(rarest ? beginsSo(rarest) : sql<boolean>`false`)
    .where(fitsTerms(terms))
    .select('person_words.profile_id as profileId')
    .distinct()
}

/** The word fewest have is looked up; what it finds is compared with the others. */
async function rarestFirst(terms: readonly PeopleTerm[]): Promise<PeopleTerm[]> {
  if (terms.length < 2) return [...terms]
  const counted = await Promise.all(terms.map(async (term) => ({ term, count: await countUpTo(term) })))
  return counted.toSorted((a, b) => a.count - b.count).map(({ term }) => term)
}

async function countUpTo(term: PeopleTerm): Promise<number> {
  const some = db.selectFrom('person_words').select('profile_id').where(beginsSo(term)).limit(MOST_COUNTED)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** For the index of words. */
function beginsSo({ any, how }: PeopleTerm): RawBuilder<boolean> {
  const conditions = any.map((text) => {
    const token = [...text].slice(0, longestToken).join('')
    return how === 'whole' ? sql`word = ${token}` : sql`word like ${`${likeText(token)}%`}`
  })
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Whether the joined row of `person_texts` has all of it. */
export function fitsTerms(terms: readonly PeopleTerm[]): RawBuilder<boolean> {
  const conditions = terms.flatMap(({ any, how }) => [
    sql`(${sql.join(
      any.map((text) => fits(text, how)),
      sql` or `,
    )})`,
  ])
  return sql`(${sql.join(conditions, sql` and `)})`
}

function fits(typed: string, how: PeopleTerm['how']): RawBuilder<boolean> {
  const text = likeText(typed)
  if (how === 'whole') return sql`words like ${`% ${text} %`}`
  const inParts = sql<boolean>`parts like ${`%${text}%`}`
  if (how === 'email') return inParts
  const inWords = sql<boolean>`words like ${`% ${text}%`}`
  return [...typed].length < shortestPart ? inWords : sql`(${inWords} or ${inParts})`
}

function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
