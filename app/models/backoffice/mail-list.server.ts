import { type ExpressionBuilder, sql } from 'kysely'
import { findPeopleByText, listNewestPeople } from '#app/models/accounts/people-search.server.ts'
import type { MailState } from '#app/models/backoffice/mail.server.ts'
import { findOrderMails } from '#app/models/backoffice/mail-subjects.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { escapeLike } from '#app/models/platform/like-pattern.ts'
import { countRows, type ListPlace, readListPage } from '#app/models/platform/list-page.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

const PER_PAGE = 50
/** The maximum number of people found by a name; the newest are used. */
const MAX_PEOPLE = 1_000
/** Words within a subject are searched only in this number of newest mails. */
const MAX_SCANNED = 20_000

export type MailFilter = { search: string; state?: MailState | undefined }

/** Returns mails, newest first. `isCut` is true if the search may have missed some. */
export async function listMails(query: MailFilter & ListPlace) {
  const found = await searchMails(query.search)
  const matching = selectMails(query, found)
  const list = await readListPage(query, {
    perPage: PER_PAGE,
    direction: 'descending',
    id: sql`mails.id`,
    read: ({ cursor, direction, limit, offset }) =>
      withData(matching.where(cursor)).orderBy('id', direction).limit(limit).offset(offset).execute(),
    name: found ? undefined : `mails ${query.state ?? ''}`,
    count: (limit) => countRows(matching, limit),
  })
  return { ...list, isCut: found?.isCut ?? false }
}

export async function* iterateMails(filter: MailFilter, atOnce = 500) {
  const search = await searchMails(filter.search)
  for (let before: number | undefined; ; ) {
    const rows = await selectMailsBefore(filter, { search, before, limit: atOnce })
    yield* rows
    before = rows.at(-1)?.id
    if (before === undefined || rows.length < atOnce) return
  }
}

type Part = { search: Search | undefined; before: number | undefined; limit: number }

function selectMailsBefore(filter: MailFilter, { search, before, limit }: Part) {
  return withData(selectMails(filter, search))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

function selectMails({ state }: MailFilter, found: Search | undefined) {
  return db
    .selectFrom('mails')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(found !== undefined, (query) =>
      query.where((eb) => (found ? matchesSearch(eb, found) : eb.lit(true))),
    )
}

function withData(query: ReturnType<typeof selectMails>) {
  return query
    .select(['id', 'job', 'subject_ref', 'to_address', 'subject', 'state', 'error', 'attempts', 'sent_at'])
    .select('created_at')
}

type Search = {
  words: string
  /** addresses of people whose name, document or phone matches */
  emails: string[]
  /** jobs and subjects of mails about the order with this number */
  about: { jobs: string[]; subjects: string[] }[]
  /** id of the oldest mail whose subject is searched */
  scannedFrom: number
  isCut: boolean
}

/** Resolves the search; undefined if empty. `isCut` if older mails were not scanned or more people match. */
async function searchMails(search: string): Promise<Search | undefined> {
  if (search === '') return undefined
  const number = /^(?:#|n[º°.]?\s*)?(\d{1,10})$/i.exec(search)?.[1]
  const [people, about, oldest] = await Promise.all([
    findEmailsOfPeople(search),
    number ? findOrderMails(Number(number)) : [],
    db.selectFrom('mails').select('id').orderBy('id', 'desc').limit(1).offset(MAX_SCANNED).executeTakeFirst(),
  ])
  return {
    about,
    words: escapeLike(search),
    emails: people.emails,
    scannedFrom: (oldest?.id ?? 0) + 1,
    isCut: oldest !== undefined || people.isCut,
  }
}

/** Returns a union of ids, each part with its own index; one condition would scan the whole log. */
function matchesSearch(eb: ExpressionBuilder<Database, 'mails'>, search: Search) {
  const { words, emails, about, scannedFrom } = search
  const mails = db.selectFrom('mails').select('id')
  const ways = [
    mails.where('subject', 'like', `${words}%`),
    mails.where('to_address', 'in', ['', ...emails]),
    mails
      .where('id', '>=', scannedFrom)
      .where((inner) =>
        inner.or([
          inner('subject', 'like', `%${words}%`),
          inner('to_address', 'like', `%${words.toLowerCase()}%`),
        ]),
      ),
    ...about.map(({ jobs, subjects }) => mails.where('subject_ref', 'in', subjects).where('job', 'in', jobs)),
  ]
  const byAddress = mails.where('to_address', 'like', `${words.toLowerCase()}%`)
  const all = ways.reduce((joined, way) => joined.union(way), byAddress)
  return eb('id', 'in', db.selectFrom(all.as('found')).select('found.id'))
}

async function findEmailsOfPeople(search: string) {
  const { ids, count } = await listNewestPeople(await findPeopleByText(search), MAX_PEOPLE)
  if (ids.length === 0) return { emails: [], isCut: false }
  const people = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select('email')
    .where('profiles.id', 'in', ids)
    .execute()
  return { emails: people.map(({ email }) => email), isCut: count > ids.length }
}
