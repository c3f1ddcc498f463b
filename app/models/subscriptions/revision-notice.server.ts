import { sql } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { isDeactivated } from '#app/models/accounts/user.server.ts'
import { lockCurrentRevision, RevisionSuperseded } from '#app/models/catalogue/revision.server.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

/** Thrown if this round of the notice was requested before. */
export class NoticeRepeated extends Error {
  override name = 'NoticeRepeated'
}

/** Returns the number of people who receive the notice. Counts each person once. */
export async function countRecipients(publicationId: number, today: CivilDate): Promise<number> {
  const { count } = await selectRecipients(db, publicationId, today)
    .select((eb) => eb.fn.count<number>('subscriptions.profile_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns notices, newest round first, with the number of sent and rejected mails. */
export async function listNotices(revisionId: number) {
  const rows = await db
    .selectFrom('revision_notices')
    .leftJoin('profiles as asker', 'asker.user_id', 'asked_by_user_id')
    .leftJoin('revision_notice_recipients as recipient', 'recipient.notice_id', 'revision_notices.id')
    .leftJoin('outbox as task', (join) =>
      join
        .on('task.job', '=', 'mail-revision')
        .on('task.subject', '=', sql<string>`concat(recipient.notice_id, '/', recipient.profile_id)`),
    )
    .where('revision_id', '=', revisionId)
    .select([
      'revision_notices.id',
      'round',
      'revision_notices.created_at',
      'listed_at',
      'asker.name as asker',
    ])
    .select((eb) => [
      eb.fn.count<number>('recipient.profile_id').as('total'),
      eb.fn.count<number>('recipient.sent_at').as('sent'),
      sql<number>`count(if(sent_at is null, coalesce(unsent_at, task.refused_at), null))`.as('unsent'),
    ])
    .groupBy(['revision_notices.id', 'round', 'revision_notices.created_at', 'listed_at', 'asker.name'])
    .orderBy('round', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    ...row,
    isFinished: row.listed_at !== null && row.sent + row.unsent >= row.total,
  }))
}

type NoticeRequest = { publicationId: number; revisionId: number; round: number; actorUserId: number }

/** Requests a notice. The first `round` is 1. Throws RevisionSuperseded, or NoticeRepeated for an existing round. */
export function requestNotice({
  publicationId,
  revisionId,
  round,
  actorUserId,
}: NoticeRequest): Promise<number> {
  return withTransaction(async (trx) => {
    const currentRevision = await lockCurrentRevision(trx, publicationId)
    if (currentRevision?.id !== revisionId) throw new RevisionSuperseded()
    const { last } = await trx
      .selectFrom('revision_notices')
      .select((eb) => eb.fn.max<number | null>('round').as('last'))
      .where('revision_id', '=', revisionId)
      .executeTakeFirstOrThrow()
    if (round !== (last ?? 0) + 1) throw new NoticeRepeated()
    const insertion = await trx
      .insertInto('revision_notices')
      .values({ revision_id: revisionId, round, asked_by_user_id: actorUserId })
      .executeTakeFirstOrThrow()
    await addToOutbox(trx, ['notify-subscribers'], String(insertion.insertId))
    await recordHistory(trx, {
      entity: 'publication',
      entityId: publicationId,
      action: 'notice-asked',
      actorUserId,
      details: { version: currentRevision.version, round },
    })
    return Number(insertion.insertId)
  }).catch((error) => {
    throw isDuplicate(error, 'revision_notices_round') ? new NoticeRepeated() : error
  })
}

/** Adds the next recipients and returns their number, which is below `limit` in the last batch. Can be repeated. */
export function addNextRecipients(noticeId: number, today: CivilDate, limit: number): Promise<number> {
  return withTransaction(async (trx) => {
    const publicationId = await lockUnlistedNotice(trx, noticeId)
    if (publicationId === undefined) return 0
    const people = await selectRecipients(trx, publicationId, today)
      .select('subscriptions.profile_id')
      .distinct()
      .where('subscriptions.profile_id', '>', await findLastRecipientId(trx, noticeId))
      .orderBy('subscriptions.profile_id')
      .limit(limit)
      .execute()
    const rows = people.map(({ profile_id }) => ({ notice_id: noticeId, profile_id }))
    if (rows.length > 0) await trx.insertInto('revision_notice_recipients').values(rows).execute()
    for (const { profile_id } of rows) await addToOutbox(trx, ['mail-revision'], `${noticeId}/${profile_id}`)
    const isLastBatch = rows.length < limit
    if (isLastBatch) await markListed(trx, noticeId)
    return rows.length
  })
}

async function lockUnlistedNotice(trx: Trx, noticeId: number): Promise<number | undefined> {
  const notice = await trx
    .selectFrom('revision_notices')
    .innerJoin('revisions', 'revisions.id', 'revision_id')
    .select('publication_id')
    .where('revision_notices.id', '=', noticeId)
    .where('listed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return notice?.publication_id
}

async function findLastRecipientId(trx: Trx, noticeId: number): Promise<number> {
  const { last } = await trx
    .selectFrom('revision_notice_recipients')
    .select((eb) => eb.fn.max<number | null>('profile_id').as('last'))
    .where('notice_id', '=', noticeId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

async function markListed(trx: Trx, noticeId: number): Promise<void> {
  await trx
    .updateTable('revision_notices')
    .set({ listed_at: new Date() })
    .where('id', '=', noticeId)
    .execute()
}

/** Returns the data of the mail, or undefined if the person is not a recipient. */
export async function findNoticeMail(noticeId: number, profileId: number) {
  const row = await db
    .selectFrom('revision_notice_recipients as recipient')
    .innerJoin('revision_notices', 'revision_notices.id', 'recipient.notice_id')
    .innerJoin('revisions', 'revisions.id', 'revision_notices.revision_id')
    .innerJoin('publications', 'publications.id', 'revisions.publication_id')
    .innerJoin('profiles', 'profiles.id', 'recipient.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('recipient.notice_id', '=', noticeId)
    .where('recipient.profile_id', '=', profileId)
    .select(['recipient.sent_at', 'users.id as userId', 'users.email', 'profiles.name as contactName'])
    .select(['users.is_active', 'users.is_demonstration'])
    .select(['publications.name', 'applicability', 'is_download as isDownload', 'revisions.version'])
    .select(['revisions.date', 'changes', 'revisions.file_name'])
    .executeTakeFirst()
  return (
    row && {
      ...row,
      hasFile: row.file_name !== null,
      isSent: row.sent_at !== null,
      isClosed: isDeactivated(row),
    }
  )
}

export async function markNoticeSent(noticeId: number, profileId: number): Promise<void> {
  await updateRecipient(noticeId, profileId)
    .set({ sent_at: sql`coalesce(sent_at, ${new Date()})`, unsent_at: null })
    .execute()
}

/** Records that the mail was not sent. Ignores recipients who have received the mail. */
export async function markNoticeUnsent(noticeId: number, profileId: number): Promise<void> {
  await updateRecipient(noticeId, profileId)
    .set({ unsent_at: new Date() })
    .where('sent_at', 'is', null)
    .execute()
}

function updateRecipient(noticeId: number, profileId: number) {
  return db
    .updateTable('revision_notice_recipients')
    .where('notice_id', '=', noticeId)
    .where('profile_id', '=', profileId)
}

function selectRecipients(reader: DbOrTrx, publicationId: number, today: CivilDate) {
  return selectSubscriptionsInForce(reader, publicationId, today)
    .where('users.is_active', '=', true)
    .where(selectOpenWithdrawal(today), 'is', null)
}

const { downloadReleased, awaitingDispatch, sent, active } = subscriptionStatus

/** Selects paid subscriptions before their due date. One-off purchases have no due date. */
function selectSubscriptionsInForce(reader: DbOrTrx, publicationId: number, today: CivilDate) {
  return reader
    .selectFrom('subscriptions')
    .innerJoin('profiles', 'profiles.id', 'subscriptions.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('subscriptions.publication_id', '=', publicationId)
    .where('subscriptions.status', 'in', [downloadReleased, awaitingDispatch, sent, active])
    .where('suspended_at', 'is', null)
    .where('due', '>=', today)
}
