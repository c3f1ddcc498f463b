import { type ExpressionBuilder, sql } from 'kysely'
import type { Effect } from '#app/domain/reports/effect.ts'
import { findPeopleByText, newestOf } from '#app/models/accounts/people-search.server.ts'
import type { MailState } from '#app/models/backoffice/mail.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { likeText } from '#app/models/platform/like-pattern.ts'
import { countRows, type ListPlace, readListPage } from '#app/models/platform/list-page.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { listDeliveryChanges } from '#app/models/shipments/delivery-change.server.ts'

const PER_PAGE = 50
/** People whose mails a name leads to, the newest. */
const MAX_PEOPLE = 1_000
/** Boletos, payments and the like of one order. */
const MAX_OF_ORDER = 200
/** Inner words of a subject are searched in the newest mails only. */
const MAX_SCANNED = 20_000

const orderJobs = [
  'mail-order-received',
  'mail-order-without-boleto',
  'mail-order-under-review',
  'mail-payment-confirmed',
  'mail-photo-approved',
  'mail-photo-rejected',
  'ask-staff-for-freight',
  'mail-staff-suspended-renewal',
  'mail-order-unpaid',
  'mail-order-cancelled',
] as const satisfies Effect[]
const boletoJobs = [
  'mail-boleto-ready',
  'mail-boleto-due',
  'mail-boleto-expired',
  'mail-boleto-renewed',
  'mail-boleto-registered',
  'mail-boleto-refused',
] as const satisfies Effect[]
const withdrawalJobs = ['forward-withdrawal', 'acknowledge-withdrawal'] as const satisfies Effect[]

export type MailFilter = { search: string; state?: MailState | undefined }

/** Newest first, with the total; `isCut` when the search may have missed some. */
export async function listMails(query: MailFilter & ListPlace) {
  const found = await searchMails(query.search)
  const matching = mailsOf(query, found)
  const list = await readListPage(query, {
    perPage: PER_PAGE,
    direction: 'descending',
    id: sql`mails.id`,
    read: ({ cursor, direction, limit, offset }) =>
      withFacts(matching.where(cursor)).orderBy('id', direction).limit(limit).offset(offset).execute(),
    name: found ? undefined : `mails ${query.state ?? ''}`,
    count: (limit) => countRows(matching, limit),
  })
  return { ...list, isCut: found?.isCut ?? false }
}

/** All pages, in portions, newest first. */
export async function* allMails(filter: MailFilter, atOnce = 500) {
  const found = await searchMails(filter.search)
  for (let before: number | undefined; ; ) {
    const rows = await mailsBefore(filter, { found, before, limit: atOnce })
    yield* rows
    before = rows.at(-1)?.id
    if (before === undefined || rows.length < atOnce) return
  }
}

type Part = { found: Search | undefined; before: number | undefined; limit: number }

function mailsBefore(filter: MailFilter, { found, before, limit }: Part) {
  return withFacts(mailsOf(filter, found))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

function mailsOf({ state }: MailFilter, found: Search | undefined) {
  return db
    .selectFrom('mails')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(found !== undefined, (query) => query.where((eb) => (found ? foundBy(eb, found) : eb.lit(true))))
}

function withFacts(query: ReturnType<typeof mailsOf>) {
  return query
    .select(['id', 'job', 'subject_ref', 'to_address', 'subject', 'state', 'error', 'attempts', 'sent_at'])
    .select('created_at')
}

type About = { jobs: readonly Effect[]; subjects: readonly string[] }
type Search = {
  words: string
  /** of the people whose name, document or phone it is */
  emails: string[]
  /** mails of the order whose number it is */
  about: About[]
  shipmentIds: number[]
  /** the oldest mail whose inner words are searched */
  scannedFrom: number
  isCut: boolean
}

/** Undefined without a search. `isCut` when older mails were not scanned, or more people have the name. */
async function searchMails(search: string): Promise<Search | undefined> {
  if (search === '') return undefined
  const number = /^(?:#|n[º°.]?\s*)?(\d{1,10})$/i.exec(search)?.[1]
  const [people, order, oldest] = await Promise.all([
    findEmailsOfPeople(search),
    number ? findOrderSubjects(Number(number)) : { about: [], shipmentIds: [] },
    db.selectFrom('mails').select('id').orderBy('id', 'desc').limit(1).offset(MAX_SCANNED).executeTakeFirst(),
  ])
  return {
    ...order,
    words: likeText(search),
    emails: people.emails,
    scannedFrom: (oldest?.id ?? 0) + 1,
    isCut: oldest !== undefined || people.isCut,
  }
}

/** As one set of ids, each way of searching by its own key: one condition of all would read the whole log. */
function foundBy(eb: ExpressionBuilder<Database, 'mails'>, search: Search) {
  const { words, emails, about, shipmentIds, scannedFrom } = search
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
    ...about.map(({ jobs, subjects }) =>
      mails.where('subject_ref', 'in', ['', ...subjects]).where('job', 'in', jobs),
    ),
    ...shipmentIds.map((id) =>
      mails.where('subject_ref', 'like', `${id}-%`).where('job', '=', 'mail-dispatched'),
    ),
  ]
  const byAddress = mails.where('to_address', 'like', `${words.toLowerCase()}%`)
  const all = ways.reduce((joined, way) => joined.union(way), byAddress)
  return eb('id', 'in', db.selectFrom(all.as('found')).select('found.id'))
}

async function findEmailsOfPeople(search: string) {
  const { ids, count } = await newestOf(await findPeopleByText(search), MAX_PEOPLE)
  if (ids.length === 0) return { emails: [], isCut: false }
  const people = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select('email')
    .where('profiles.id', 'in', ids)
    .execute()
  return { emails: people.map(({ email }) => email), isCut: count > ids.length }
}

async function findOrderSubjects(orderId: number) {
  const idsIn = (table: 'photo_requests' | 'withdrawal_requests' | 'boletos' | 'payments' | 'refunds') =>
    db.selectFrom(table).select('id').where('order_id', '=', orderId).limit(MAX_OF_ORDER).execute()
  const [photos, withdrawals, boletos, payments, refunds, answers, deliveries, shipments] = await Promise.all(
    [
      idsIn('photo_requests'),
      idsIn('withdrawal_requests'),
      idsIn('boletos'),
      idsIn('payments'),
      idsIn('refunds'),
      db
        .selectFrom('withdrawal_answers')
        .innerJoin('withdrawal_requests', 'withdrawal_requests.id', 'request_id')
        .select('withdrawal_answers.id')
        .where('order_id', '=', orderId)
        .limit(MAX_OF_ORDER)
        .execute(),
      listDeliveryChanges(orderId, MAX_OF_ORDER),
      db
        .selectFrom('shipment_orders')
        .select('shipment_id as id')
        .where('order_id', '=', orderId)
        .limit(MAX_OF_ORDER)
        .execute(),
    ],
  )
  const textsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => String(id))
  const about: About[] = [
    { jobs: orderJobs, subjects: [String(orderId)] },
    { jobs: ['mail-photo-request'], subjects: textsOf(photos) },
    { jobs: withdrawalJobs, subjects: textsOf(withdrawals) },
    { jobs: boletoJobs, subjects: textsOf(boletos) },
    { jobs: ['mail-staff-payment'], subjects: textsOf(payments) },
    { jobs: ['mail-refund', 'mail-refund-reversed'], subjects: textsOf(refunds) },
    { jobs: ['mail-withdrawal-answer'], subjects: textsOf(answers) },
    { jobs: ['mail-delivery-changed'], subjects: textsOf(deliveries) },
  ]
  const known = about.filter(({ subjects }) => subjects.length > 0)
  return { about: known, shipmentIds: shipments.map(({ id }) => id) }
}
