import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { isOverdue } from '#app/domain/subscriptions/subscription.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { type Report, type ReportPlace, rowCounter } from '#app/models/reports/report.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

/** Selects subscriptions by due date. Subscriptions that end before `today` are overdue. */
export type EndingFilter = Period & { today: CivilDate }

export type EndingRow = {
  id: number
  orderId: number
  profileId: number
  isCompany: boolean
  name: string
  companyName: string | null
  phone: string | null
  publicationId: number
  publication: string
  /** revision at the time of sale */
  version: string
  due: CivilDate
  isOverdue: boolean
  /** id of the open withdrawal request, or null */
  withdrawal: number | null
}

/** Lists subscriptions by due date, but no suspended ones. A renewed subscription has its new date. */
export const endingSubscriptions: Report<EndingFilter, EndingRow, { count: number }> = {
  totals(filter, reader = db) {
    return selectEnding(reader, filter)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  },

  ...rowCounter,

  async rows(filter, place, reader = db) {
    const rows = await reader
      .selectFrom(selectPage(reader, filter, place).as('page'))
      .innerJoin('order_lines', 'order_lines.id', 'page.order_line_id')
      .innerJoin('profiles', 'profiles.id', 'page.profile_id')
      .select([
        'page.id',
        'page.due',
        'page.withdrawal',
        'order_lines.order_id as orderId',
        'order_lines.version',
        'page.profile_id as profileId',
      ])
      .select(['publication_id as publicationId', 'order_lines.name as publication'])
      .select(['is_company as isCompany', 'profiles.name', 'company_name as companyName', 'phone'])
      .orderBy('page.due')
      .orderBy('page.id')
      .execute()
    return rows.flatMap(({ due, ...row }) =>
      due === null ? [] : [{ ...row, due, isOverdue: isOverdue(due, filter.today) }],
    )
  },
}

/** Returns the number of subscriptions that end on each day. Omits days on which no subscription ends. */
export async function countEndingByDay(filter: Period): Promise<Map<CivilDate, number>> {
  const rows = await selectEnding(db, filter)
    .select((eb) => ['due', eb.fn.countAll<number>().as('count')])
    .groupBy('due')
    .execute()
  return new Map(rows.flatMap(({ due, count }) => (due === null ? [] : [[due, count]])))
}

function selectPage(reader: DbOrTrx, filter: Period, place: ReportPlace<EndingRow>) {
  const lastRow = 'after' in place ? place.after : undefined
  return selectEnding(reader, filter)
    .select(['id', 'due', 'order_line_id', 'profile_id', selectOpenWithdrawal().as('withdrawal')])
    .$if(lastRow !== undefined, (query) =>
      query.where((eb) =>
        eb.and([
          eb('due', '>=', lastRow?.due ?? ''),
          eb.or([eb('due', '>', lastRow?.due ?? ''), eb('id', '>', lastRow?.id ?? 0)]),
        ]),
      ),
    )
    .orderBy('due')
    .orderBy('id')
    .limit(place.limit)
    .offset('offset' in place ? place.offset : 0)
}

function selectEnding(reader: DbOrTrx, { start, end }: Period) {
  return reader
    .selectFrom('subscriptions')
    .where('suspended_at', 'is', null)
    .where('due', '>=', start)
    .where('due', '<=', end)
}
