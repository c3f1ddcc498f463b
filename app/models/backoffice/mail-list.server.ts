import { type ExpressionBuilder, sql } from 'kysely'
import { findPeopleByText, listNewestPeople } from '#app/models/accounts/people-search.server.ts'
import type { MailState } from '#app/models/backoffice/mail.server.ts'
import { findOrderMails } from '#app/models/backoffice/mail-subjects.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { escapeLike } from '#app/models/platform/like-pattern.ts'
import { countRows, type ListPlace, readListPage } from '#app/models/platform/list-page.server.ts'
import { nonEmptyTexts } from '#app/models/platform/non-empty.ts'
import type { Database } from '#app/models/platform/schema.ts'

const PER_PAGE = 50
/** Maximum number of people that a name matches. The newest people are used. */
const MAX_PEOPLE = 1_000
/** Words within a subject are searched only in this number of newest mails. */
const MAX_SCANNED = 20_000
const ORDER_NUMBER = /^(?:#|n[º°.]?\s*)?(\d{1,10})$/i

export type MailFilter = { search: string; state?: MailState | undefined }

/** Returns mails, newest first. `isCut` is true if the search may have missed mails. */
export async function listMails(query: MailFilter & ListPlace) {
  const mailSearch = await resolveSearch(query.search)
  const matchingMails = selectMails(query, mailSearch)
  const list = await readListPage(query, {
    perPage: PER_PAGE,
    direction: 'descending',
    id: sql`mails.id`,
    read: ({ cursor, direction, limit, offset }) =>
      selectMailColumns(matchingMails.where(cursor))
        .orderBy('id', direction)
        .limit(limit)
        .offset(offset)
        .execute(),
    name: mailSearch ? undefined : `mails ${query.state ?? ''}`,
    count: (limit) => countRows(matchingMails, limit),
  })
  return { ...list, isCut: mailSearch?.isCut ?? false }
}

export async function* iterateMails(filter: MailFilter, batchSize = 500) {
  const mailSearch = await resolveSearch(filter.search)
  for (let before: number | undefined; ; ) {
    const rows = await selectMailsBefore(filter, { mailSearch, before, limit: batchSize })
    yield* rows
    before = rows.at(-1)?.id
    if (before === undefined || rows.length < batchSize) return
  }
}

type MailBatch = { mailSearch: MailSearch | undefined; before: number | undefined; limit: number }

function selectMailsBefore(filter: MailFilter, { mailSearch, before, limit }: MailBatch) {
  return selectMailColumns(selectMails(filter, mailSearch))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

function selectMails({ state }: MailFilter, mailSearch: MailSearch | undefined) {
  let mails = db.selectFrom('mails')
  if (state !== undefined) mails = mails.where('state', '=', state)
  if (mailSearch) mails = mails.where((eb) => matchesSearch(eb, mailSearch))
  return mails
}

function selectMailColumns(query: ReturnType<typeof selectMails>) {
  return query
    .select(['id', 'job', 'subject_ref', 'to_address', 'subject', 'state', 'error', 'attempts', 'sent_at'])
    .select('created_at')
}

type MailSearch = {
  words: string
  /** addresses of people whose name, document or phone matches */
  emails: string[]
  /** jobs and subjects of mails about the order with this number */
  orderMails: { jobs: string[]; subjects: string[] }[]
  /** id of the oldest mail whose subject is searched */
  scannedFrom: number
  isCut: boolean
}

/** Resolves the search. Returns undefined for an empty search. `isCut` is true if mails or people were omitted. */
async function resolveSearch(search: string): Promise<MailSearch | undefined> {
  if (search === '') return undefined
  const orderNumber = ORDER_NUMBER.exec(search)?.[1]
  const [people, orderMails, oldestUnscanned] = await Promise.all([
    findEmailsOfPeople(search),
    orderNumber ? findOrderMails(Number(orderNumber)) : [],
    db.selectFrom('mails').select('id').orderBy('id', 'desc').limit(1).offset(MAX_SCANNED).executeTakeFirst(),
  ])
  return {
    orderMails,
    words: escapeLike(search),
    emails: people.emails,
    scannedFrom: (oldestUnscanned?.id ?? 0) + 1,
    isCut: oldestUnscanned !== undefined || people.isCut,
  }
}

/** Matches the ids of a union whose queries each use an index, because a joint condition would scan the whole log. */
function matchesSearch(eb: ExpressionBuilder<Database, 'mails'>, search: MailSearch) {
  const { words, emails, orderMails, scannedFrom } = search
  const mails = db.selectFrom('mails').select('id')
  const queries = [
    mails.where('subject', 'like', `${words}%`),
    mails.where('to_address', 'in', nonEmptyTexts(emails)),
    mails
      .where('id', '>=', scannedFrom)
      .where((scannedMail) =>
        scannedMail.or([
          scannedMail('subject', 'like', `%${words}%`),
          scannedMail('to_address', 'like', `%${words.toLowerCase()}%`),
        ]),
      ),
    ...orderMails.map(({ jobs, subjects }) =>
      mails.where('subject_ref', 'in', subjects).where('job', 'in', jobs),
    ),
  ]
  const addressQuery = mails.where('to_address', 'like', `${words.toLowerCase()}%`)
  let union = addressQuery
  for (const query of queries) union = union.union(query)
  return eb('id', 'in', db.selectFrom(union.as('found')).select('found.id'))
}

async function findEmailsOfPeople(search: string) {
  const match = await findPeopleByText(search)
  const { ids, count } = await listNewestPeople(match, MAX_PEOPLE)
  if (ids.length === 0) return { emails: [], isCut: false }
  const people = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select('email')
    .where('profiles.id', 'in', ids)
    .execute()
  return { emails: people.map(({ email }) => email), isCut: count > ids.length }
}
