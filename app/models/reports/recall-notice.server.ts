import { sql } from 'kysely'
import { isDeactivated } from '#app/models/accounts/user.server.ts'
import { type DbOrTrx, db, isDuplicate, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addAllToOutbox } from '#app/models/platform/outbox.server.ts'
import {
  type HoldersFilter,
  holderKinds,
  publicationClients,
  type SubscribedUnit,
  type SubscribersFilter,
} from '#app/models/reports/publication-clients.server.ts'
import { readPortions } from '#app/models/reports/report.ts'

export type RecallText = { subject: string; body: string }

type RecallRequest = RecallText & { filter: SubscribersFilter; formKey: string; actorUserId: number }

const BATCH_SIZE = 500
const MAX_REVISIONS_LENGTH = 200
/** Value for clients without a revision, because null is stored for clients with any revision */
const NO_REVISION = ''

/** Thrown if the same form has already queued a notice. */
export class RecallRepeated extends Error {
  override name = 'RecallRepeated'
}

/** Queues a mail for each selected client and records the client's revisions. Returns the number of clients. */
export async function sendRecall({
  filter,
  subject,
  body,
  formKey,
  actorUserId,
}: RecallRequest): Promise<number> {
  const holders: { profileId: number; held: string }[] = []
  for await (const rows of readPortions(publicationClients, filter))
    holders.push(...rows.map(({ profileId, units }) => ({ profileId, held: formatRevisions(units) })))
  if (holders.length === 0) return 0
  const { publicationId, kind = null, held: filterHeld } = filter
  return withTransaction(async (trx) => {
    const insertion = await trx
      .insertInto('recall_notices')
      .values({
        publication_id: publicationId,
        kind,
        held: filterHeld === null ? NO_REVISION : (filterHeld ?? null),
        subject,
        body,
        form_key: formKey,
        asked_by_user_id: actorUserId,
      })
      .executeTakeFirstOrThrow()
    const notice_id = Number(insertion.insertId)
    for (let start = 0; start < holders.length; start += BATCH_SIZE) {
      const batch = holders.slice(start, start + BATCH_SIZE)
      const rows = batch.map(({ profileId, held }) => ({ notice_id, profile_id: profileId, held }))
      await trx.insertInto('recall_recipients').values(rows).execute()
      const subjects = batch.map(({ profileId }) => `${notice_id}/${profileId}`)
      await addAllToOutbox(trx, 'mail-recall', subjects)
    }
    await recordHistory(trx, {
      entity: 'publication',
      entityId: publicationId,
      action: 'recall-asked',
      actorUserId,
      details: { notice: notice_id },
    })
    return holders.length
  }).catch((error) => {
    throw isDuplicate(error, 'recall_notices_form') ? new RecallRepeated() : error
  })
}

function formatRevisions(units: readonly SubscribedUnit[]): string {
  const versions = new Set(units.flatMap(({ held }) => held ?? []))
  return [...versions].join('; ').slice(0, MAX_REVISIONS_LENGTH)
}

export type RecallSummary = Awaited<ReturnType<typeof listRecalls>>[number]

/** Returns notices, newest first. `unsent` counts rejected mails and jobs. */
export function listRecalls(publicationId: number, reader: DbOrTrx = db) {
  return reader
    .selectFrom('recall_notices')
    .innerJoin('recall_recipients as recipient', 'recipient.notice_id', 'recall_notices.id')
    .leftJoin('profiles as asker', 'asker.user_id', 'asked_by_user_id')
    .leftJoin('outbox as task', (join) => join.on(isTaskOfRecipient))
    .where('publication_id', '=', publicationId)
    .select(['recall_notices.id', 'recall_notices.created_at as createdAt', 'recall_notices.subject'])
    .select(['recall_notices.held', 'asker.name as asker'])
    .select((eb) => [
      eb.fn.count<number>('recipient.profile_id').as('total'),
      eb.fn.count<number>('recipient.sent_at').as('sent'),
      sql<number>`count(if(recipient.sent_at is null, coalesce(unsent_at, task.refused_at), null))`.as(
        'unsent',
      ),
    ])
    .groupBy(['recall_notices.id', 'recall_notices.created_at', 'recall_notices.subject'])
    .groupBy(['recall_notices.held', 'asker.name'])
    .orderBy('recall_notices.id', 'desc')
    .limit(50)
    .execute()
}

/** SQL condition over `recall_recipients as recipient` and `outbox as task` that joins a recipient's job */
export const isTaskOfRecipient = sql<boolean>`task.job = 'mail-recall'
  and task.subject = concat(recipient.notice_id, '/', recipient.profile_id)`

/** Returns the mail's data, or undefined if the person is no recipient. `filter` selects the affected copies. */
export async function findRecallMail(noticeId: number, profileId: number) {
  const row = await db
    .selectFrom('recall_recipients as recipient')
    .innerJoin('recall_notices', 'recall_notices.id', 'recipient.notice_id')
    .innerJoin('publications', 'publications.id', 'recall_notices.publication_id')
    .innerJoin('profiles', 'profiles.id', 'recipient.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('recipient.notice_id', '=', noticeId)
    .where('recipient.profile_id', '=', profileId)
    .select(['recipient.sent_at', 'recipient.held', 'users.email', 'profiles.name as contactName'])
    .select(['users.is_active', 'users.is_demonstration', 'is_company as isCompany'])
    .select(['company_name as companyName', 'publications.name', 'publications.id as publicationId'])
    .select(['recall_notices.subject', 'recall_notices.body'])
    .select(['recall_notices.kind as filterKind', 'recall_notices.held as filterHeld'])
    .executeTakeFirst()
  if (!row) return undefined
  const { filterKind, filterHeld, ...mail } = row
  const filter: HoldersFilter = {
    kind: holderKinds.find((holderKind) => holderKind === filterKind),
    held: filterHeld === NO_REVISION ? null : (filterHeld ?? undefined),
  }
  return { ...mail, filter, isSent: row.sent_at !== null, isClosed: isDeactivated(row) }
}

export async function markRecallSent(noticeId: number, profileId: number): Promise<void> {
  await updateRecipient(noticeId, profileId)
    .set({ sent_at: sql`coalesce(sent_at, ${new Date()})`, unsent_at: null })
    .execute()
}

/** Records that the mail was not sent. Ignores recipients who have received the mail. */
export async function markRecallUnsent(noticeId: number, profileId: number): Promise<void> {
  await updateRecipient(noticeId, profileId)
    .set({ unsent_at: new Date() })
    .where('sent_at', 'is', null)
    .execute()
}

function updateRecipient(noticeId: number, profileId: number) {
  return db
    .updateTable('recall_recipients')
    .where('notice_id', '=', noticeId)
    .where('profile_id', '=', profileId)
}
