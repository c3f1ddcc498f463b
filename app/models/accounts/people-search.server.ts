import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { isRecordNumber, type PeopleTerm, parsePeopleTerms } from '#app/domain/accounts/people-terms.ts'
import {
  makePartToken,
  makeWordToken,
  maxTokenLength,
  minPartLength,
} from '#app/domain/accounts/person-text.ts'
import { db } from '#app/models/platform/db.server.ts'
import { escapeLike } from '#app/models/platform/like-pattern.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { listIdsByNumber } from '#app/models/platform/record-number.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

/** Maximum number of ids by which a list is filtered. With more people, it is faster to read the list in its order. */
export const maxListedPeople = 300
/** A word with more index entries counts as common and is not counted further. */
const MAX_COUNTED_ENTRIES = 1_000

const RECORD_NUMBER = /^\s*(#?)(\d{1,10})\s*$/
const EMAIL = /^[^\s@]+@[^\s@]+$/

const builder = expressionBuilder<Database>()

const profileColumns = {
  'profiles.id': sql`profiles.id`,
  'orders.profile_id': sql`orders.profile_id`,
  'subscriptions.profile_id': sql`subscriptions.profile_id`,
  'shipments.profile_id': sql`shipments.profile_id`,
}

/** The people that a search matches: their ids, or the search terms if too many people match. */
export type PeopleMatch = { ids: number[]; terms: PeopleTerm[] | null }

export const noPeople: PeopleMatch = { ids: [], terms: null }

/** Finds people by all words in any order (docs/decisions/0020). '12' and '#12' also match the id. */
export async function findPeople(search: string): Promise<PeopleMatch> {
  const recordNumber = RECORD_NUMBER.exec(search)
  if (!recordNumber) return findByWords(search)
  const [, numberSign, digits] = recordNumber
  const [numberedIds, textMatch] = await Promise.all([
    listIdsByNumber('profiles', Number(digits)),
    numberSign === '#' ? noPeople : findByWords(search),
  ])
  return { ...textMatch, ids: [...new Set([...numberedIds, ...textMatch.ids])] }
}

/** Finds people by text. Returns nobody for a short number, which is a record's number. */
export async function findPeopleByText(search: string): Promise<PeopleMatch> {
  return isRecordNumber(search) ? noPeople : findByWords(search)
}

async function findByWords(search: string): Promise<PeopleMatch> {
  const profileId = await findByEmail(search.trim().toLowerCase())
  if (profileId !== undefined) return { ids: [profileId], terms: null }
  const countedTerms = await Promise.all(
    parsePeopleTerms(search).map(async (term) => ({ term, count: await countEntries(term) })),
  )
  const rarestFirst = countedTerms.toSorted((term, otherTerm) => term.count - otherTerm.count)
  const terms = rarestFirst.map(({ term }) => term)
  const lowestCount = Math.min(...countedTerms.map(({ count }) => count))
  if (terms.length === 0 || lowestCount === 0) return noPeople
  // A single common word matches too many people for a list of ids.
  if (terms.length === 1 && lowestCount >= MAX_COUNTED_ENTRIES) return { ids: [], terms }
  const rows = await db
    .selectFrom(selectWordMatches(terms).limit(MAX_COUNTED_ENTRIES).as('words'))
    .select('profileId')
    .execute()
  const ids = [...new Set(rows.map((row) => row.profileId))]
  const isComplete = rows.length < MAX_COUNTED_ENTRIES && ids.length <= maxListedPeople
  return isComplete ? { ids, terms: null } : { ids: [], terms }
}

/** Finds the account with exactly this e-mail because 'ana@x' must not match mariana@x. */
async function findByEmail(text: string): Promise<number | undefined> {
  if (!EMAIL.test(text)) return undefined
  const row = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select('profiles.id')
    .where('email', '=', text)
    .executeTakeFirst()
  return row?.id
}

export function isEmptyMatch({ ids, terms }: PeopleMatch): boolean {
  return ids.length === 0 && terms === null
}

/** Returns a condition that MySQL evaluates for each row, because the list must be read in its own order. */
export function matchesPeople(
  { ids, terms }: PeopleMatch,
  columnName: keyof typeof profileColumns,
): RawBuilder<boolean> {
  const column = profileColumns[columnName]
  const hasListedId = sql<boolean>`${column} in (${sql.join(nonEmptyIds(ids))})`
  if (!terms) return hasListedId
  // LIMIT is needed because MySQL would convert the subquery to a join and read all people before the first row.
  const matchesText = sql<boolean>`(select 1 from person_texts where person_texts.profile_id = ${column}
    and ${matchesTerms(terms)} limit 1) is not null`
  return ids.length === 0 ? matchesText : sql`(${hasListedId} or ${matchesText})`
}

/** Returns all matching ids as an unordered table for counts. Reads the rarest word first. */
export function selectPeopleIds({ ids, terms }: PeopleMatch) {
  const listedProfiles = builder
    .selectFrom('profiles')
    .select('profiles.id as profileId')
    .where('profiles.id', 'in', nonEmptyIds(ids))
  return terms ? selectWordMatches(terms).union(listedProfiles).as('people') : listedProfiles.as('people')
}

/** Returns the ids of the newest matching people, at most `limit`, and the number of all matching people. */
export async function listNewestPeople(
  people: PeopleMatch,
  limit: number,
): Promise<{ ids: number[]; count: number }> {
  if (isEmptyMatch(people)) return { ids: [], count: 0 }
  const [rows, { count }] = await Promise.all([
    db
      .selectFrom('profiles')
      .select('id')
      .where(matchesPeople(people, 'profiles.id'))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
    db
      .selectFrom(selectPeopleIds(people))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map(({ id }) => id), count }
}

/** Selects a row for each matching word, so the same person may have several rows. */
function selectWordMatches(terms: readonly PeopleTerm[]) {
  const [rarestTerm] = terms
  const words = builder
    .selectFrom('person_words')
    .where(rarestTerm ? matchesWordStart(rarestTerm) : sql<boolean>`false`)
    .select('person_words.profile_id as profileId')
  if (terms.length === 1 && rarestTerm && isWholeInIndex(rarestTerm)) return words
  return words
    .innerJoin('person_texts', 'person_texts.profile_id', 'person_words.profile_id')
    .where(matchesTerms(terms))
}

/** Counts index entries up to MAX_COUNTED_ENTRIES because the search starts with the rarest term. */
async function countEntries(term: PeopleTerm): Promise<number> {
  const countedEntries = builder
    .selectFrom('person_words')
    .select('profile_id')
    .where(matchesWordStart(term))
    .limit(MAX_COUNTED_ENTRIES)
  const { count } = await db
    .selectFrom(countedEntries.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns true if the index contains the whole term. Longer terms are compared with the full text. */
function isWholeInIndex({ alternatives }: PeopleTerm): boolean {
  return alternatives.every((text) => [...text].length <= maxTokenLength)
}

function matchesWordStart({ alternatives, match }: PeopleTerm): RawBuilder<boolean> {
  const conditions = alternatives.flatMap((text) => {
    if (match === 'whole') return [sql`word = ${makeWordToken(text)}`]
    const inWords = sql`word like ${`${escapeLike(makeWordToken(text))}%`}`
    const inParts = sql`word like ${`${escapeLike(makePartToken(text))}%`}`
    if (match === 'email') return [inParts]
    return [...text].length < minPartLength ? [inWords] : [inWords, inParts]
  })
  return joinWithOr(conditions)
}

function joinWithOr(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` or `)})`
}

export function matchesTerms(terms: readonly PeopleTerm[]): RawBuilder<boolean> {
  const conditions = terms.map(({ alternatives, match }) =>
    joinWithOr(alternatives.map((text) => matchesTerm(text, match))),
  )
  return sql`(${sql.join(conditions, sql` and `)})`
}

function matchesTerm(typedText: string, match: PeopleTerm['match']): RawBuilder<boolean> {
  const text = escapeLike(typedText)
  if (match === 'whole') return sql`words like ${`% ${text} %`}`
  const inParts = sql<boolean>`parts like ${`%${text}%`}`
  if (match === 'email') return inParts
  const inWords = sql<boolean>`words like ${`% ${text}%`}`
  return [...typedText].length < minPartLength ? inWords : sql`(${inWords} or ${inParts})`
}
