import type { Effect } from '#app/domain/reports/effect.ts'
import { findPeopleByText, newestOf } from '#app/models/accounts/people-search.server.ts'
import type { MailState } from '#app/models/backoffice/mail.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { likeText } from '#app/models/platform/like-pattern.ts'

const PER_PAGE = 50
/** Newest mails per way of searching. */
const MAX_FOUND = 200
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
] as const satisfies Effect[]
const boletoJobs = [
  'mail-boleto-ready',
  'mail-boleto-due',
  'mail-boleto-expired',
  'mail-boleto-renewed',
  'mail-boleto-registered',
] as const satisfies Effect[]
const withdrawalJobs = ['forward-withdrawal', 'acknowledge-withdrawal'] as const satisfies Effect[]

export type MailFilter = { search: string; state?: MailState | undefined }

/** Newest first, with the total; `isCut` when the search may have missed some. */
export async function listMails({ page, ...filter }: MailFilter & { page: number }) {
  const found = await findMails(filter.search)
  const matching = mailsOf(filter, found?.ids)
  const [rows, { count }] = await Promise.all([
    withFacts(matching)
      .limit(PER_PAGE)
      .offset((page - 1) * PER_PAGE)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count, pages: Math.max(1, Math.ceil(count / PER_PAGE)), isCut: found?.isCut ?? false }
}

/** All pages, in portions, newest first. */
export async function* allMails(filter: MailFilter, atOnce = 500) {
  const found = await findMails(filter.search)
  for (let before: number | undefined; ; ) {
    const rows = await mailsBefore(filter, { ids: found?.ids, before, limit: atOnce })
    yield* rows
    before = rows.at(-1)?.id
    if (before === undefined || rows.length < atOnce) return
  }
}

type Part = { ids: number[] | undefined; before: number | undefined; limit: number }

function mailsBefore(filter: MailFilter, { ids, before, limit }: Part) {
  return withFacts(mailsOf(filter, ids))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .limit(limit)
    .execute()
}

function mailsOf({ state }: MailFilter, ids: number[] | undefined) {
  return db
    .selectFrom('mails')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids && ids.length > 0 ? ids : [0]))
}

function withFacts(query: ReturnType<typeof mailsOf>) {
  return query
    .select(['id', 'job', 'subject_ref', 'to_address', 'subject', 'state', 'error', 'attempts', 'sent_at'])
    .select('created_at')
    .orderBy('id', 'desc')
}

/** Undefined without a search. `isCut` when there may be more, or older mails were not scanned. */
async function findMails(search: string): Promise<{ ids: number[]; isCut: boolean } | undefined> {
  if (search === '') return undefined
  const newest = db.selectFrom('mails').select('id').orderBy('id', 'desc').limit(MAX_FOUND)
  const number = /^(?:#|n[º°.]?\s*)?(\d{1,10})$/i.exec(search)?.[1]
  const words = likeText(search)
  const scanned = db
    .selectFrom('mails')
    .select(['id', 'subject', 'to_address'])
    .orderBy('id', 'desc')
    .limit(MAX_SCANNED)
  const [beyond, ...found] = await Promise.all([
    db.selectFrom('mails').select('id').orderBy('id', 'desc').limit(1).offset(MAX_SCANNED).execute(),
    number ? findMailsOfOrder(Number(number)) : [],
    newest.where('to_address', 'like', `${words.toLowerCase()}%`).execute(),
    newest.where('subject', 'like', `${words}%`).execute(),
    findMailsToPeople(search),
    db
      .selectFrom(scanned.as('m'))
      .select('m.id')
      .where((eb) =>
        eb.or([
          eb('m.subject', 'like', `%${words}%`),
          eb('m.to_address', 'like', `%${words.toLowerCase()}%`),
        ]),
      )
      .limit(MAX_FOUND)
      .execute(),
  ])
  const isCut = beyond.length > 0 || found.some(({ length }) => length >= MAX_FOUND)
  return { ids: [...new Set(found.flat().map(({ id }) => id))], isCut }
}

async function findMailsToPeople(search: string) {
  const { ids } = await newestOf(await findPeopleByText(search), MAX_FOUND)
  if (ids.length === 0) return []
  const people = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select('email')
    .where('profiles.id', 'in', ids)
    .execute()
  return db
    .selectFrom('mails')
    .select('id')
    .where('to_address', 'in', ['', ...people.map(({ email }) => email)])
    .orderBy('id', 'desc')
    .limit(MAX_FOUND)
    .execute()
}

async function findMailsOfOrder(orderId: number) {
  const idsIn = (table: 'photo_requests' | 'withdrawal_requests' | 'boletos' | 'payments') =>
    db.selectFrom(table).select('id').where('order_id', '=', orderId).limit(MAX_FOUND).execute()
  const [photos, withdrawals, boletos, payments, shipments] = await Promise.all([
    idsIn('photo_requests'),
    idsIn('withdrawal_requests'),
    idsIn('boletos'),
    idsIn('payments'),
    db
      .selectFrom('shipment_orders')
      .select('shipment_id as id')
      .where('order_id', '=', orderId)
      .limit(MAX_FOUND)
      .execute(),
  ])
  const textsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => String(id))
  const found = await Promise.all([
    mailsAbout(orderJobs, [String(orderId)]),
    mailsAbout(['mail-photo-request'], textsOf(photos)),
    mailsAbout(withdrawalJobs, textsOf(withdrawals)),
    mailsAbout(boletoJobs, textsOf(boletos)),
    mailsAbout(['mail-staff-payment'], textsOf(payments)),
    ...shipments.map(({ id }) => mailsOfShipment(id)),
  ])
  return found.flat()
}

function mailsAbout(jobs: readonly Effect[], subjects: readonly string[]) {
  return db
    .selectFrom('mails')
    .select('id')
    .where('subject_ref', 'in', subjects.length > 0 ? subjects : [''])
    .where('job', 'in', jobs)
    .orderBy('id', 'desc')
    .limit(MAX_FOUND)
    .execute()
}

function mailsOfShipment(shipmentId: number) {
  return db
    .selectFrom('mails')
    .select('id')
    .where('subject_ref', 'like', `${shipmentId}-%`)
    .where('job', '=', 'mail-dispatched')
    .orderBy('id', 'desc')
    .limit(MAX_FOUND)
    .execute()
}
