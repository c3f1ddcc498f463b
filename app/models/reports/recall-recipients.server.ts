import { sql } from 'kysely'
import { addDays, toInstant } from '#app/domain/platform/calendar.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { isTaskOfRecipient } from '#app/models/reports/recall-notice.server.ts'
import type { Report } from '#app/models/reports/report.ts'

/** Selects notices that were written in the period; the ids can limit them to a notice or a publication. */
export type RecallFilter = Period & { noticeId: number | undefined; publicationId: number | undefined }

export type RecallRow = {
  noticeId: number
  createdAt: Date
  asker: string | null
  subject: string
  publicationId: number
  publication: string
  profileId: number
  isCompany: boolean
  name: string
  companyName: string | null
  email: string
  held: string
  sentAt: Date | null
  isRefused: boolean
}

type RecallTotals = { count: number; sent: number; unsent: number }

/** Lists recipients of notices and when each was informed. The newest notice comes first. */
export const recallRecipients: Report<RecallFilter, RecallRow, RecallTotals> = {
  async totals(filter, reader = db) {
    return selectRecipients(reader, filter)
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.count<number>('recipient.sent_at').as('sent'),
        sql<number>`count(if(${isRefused}, 1, null))`.as('unsent'),
      ])
      .executeTakeFirstOrThrow()
  },

  emptyTotals: { count: 0, sent: 0, unsent: 0 },
  addRow: ({ count, sent, unsent }, { sentAt, isRefused: isUnsent }) => ({
    count: count + 1,
    sent: sent + (sentAt === null ? 0 : 1),
    unsent: unsent + (isUnsent ? 1 : 0),
  }),

  async rows(filter, place, reader = db) {
    const lastRow = 'after' in place ? place.after : undefined
    const rows = await selectRecipients(reader, filter)
      .innerJoin('publications', 'publications.id', 'recall_notices.publication_id')
      .innerJoin('profiles', 'profiles.id', 'recipient.profile_id')
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .leftJoin('profiles as asker', 'asker.user_id', 'asked_by_user_id')
      .select([
        'recall_notices.id as noticeId',
        'recall_notices.created_at as createdAt',
        'asker.name as asker',
      ])
      .select([
        'recall_notices.subject',
        'publications.id as publicationId',
        'publications.name as publication',
      ])
      .select(['profiles.id as profileId', 'profiles.is_company as isCompany', 'profiles.name'])
      .select(['profiles.company_name as companyName', 'users.email', 'recipient.held'])
      .select(['recipient.sent_at as sentAt', isRefused.as('isRefused')])
      .$if(lastRow !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('recipient.notice_id', '<', lastRow?.noticeId ?? 0),
            eb.and([
              eb('recipient.notice_id', '=', lastRow?.noticeId ?? 0),
              eb('recipient.profile_id', '>', lastRow?.profileId ?? 0),
            ]),
          ]),
        ),
      )
      .orderBy('recipient.notice_id', 'desc')
      .orderBy('recipient.profile_id')
      .limit(place.limit)
      .$if('offset' in place, (query) => query.offset('offset' in place ? place.offset : 0))
      .execute()
    return rows.map((row) => ({ ...row, isRefused: Boolean(row.isRefused) }))
  },
}

const isRefused = sql<number>`(recipient.sent_at is null
  and (recipient.unsent_at is not null or task.refused_at is not null))`

function selectRecipients(reader: DbOrTrx, { start, end, noticeId, publicationId }: RecallFilter) {
  return reader
    .selectFrom('recall_recipients as recipient')
    .innerJoin('recall_notices', 'recall_notices.id', 'recipient.notice_id')
    .leftJoin('outbox as task', (join) => join.on(isTaskOfRecipient))
    .where('recall_notices.created_at', '>=', toInstant(start, '00:00'))
    .where('recall_notices.created_at', '<', toInstant(addDays(end, 1), '00:00'))
    .$if(noticeId !== undefined, (query) => query.where('recall_notices.id', '=', noticeId ?? 0))
    .$if(publicationId !== undefined, (query) =>
      query.where('recall_notices.publication_id', '=', publicationId ?? 0),
    )
}
