import type { ExpressionBuilder } from 'kysely'
import type { SaleKind } from '#app/domain/checkout/sale-kind.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { type Report, type ReportPlace, rowCounter } from '#app/models/reports/report.ts'
import { acceptedWithdrawalOfLine } from '#app/models/subscriptions/suspension.server.ts'

export type SoldLinesFilter = Period & { kind: SaleKind }

export type SoldLineRow = {
  /** id of the order line */
  id: number
  orderId: number
  date: CivilDate
  profileId: number
  isCompany: boolean
  name: string
  companyName: string | null
  phone: string | null
  publicationId: number
  publication: string
  version: string
  registration: string | null
  serialNumber: string | null
  /** present due date; null for a purchase */
  due: CivilDate | null
  withdrawal: number | null
}

/** Lists the lines of a kind of sale in paid orders, by order date, newest first. */
export const soldLines: Report<SoldLinesFilter, SoldLineRow, { count: number }> = {
  totals(filter, reader = db) {
    return selectPaidOrders(reader, filter)
      .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
      .where(isLineOfKind(filter.kind))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  },

  ...rowCounter,

  rows(filter, place, reader = db) {
    const { kind } = filter
    return reader
      .selectFrom(selectPage(reader, filter, place).as('page'))
      .innerJoin('order_lines', 'order_lines.id', 'page.line_id')
      .innerJoin('profiles', 'profiles.id', 'page.profile_id')
      .leftJoin('subscriptions', (join) =>
        kind === 'renewal'
          ? join.onRef('subscriptions.id', '=', 'order_lines.renews_subscription_id')
          : join.onRef('subscriptions.order_line_id', '=', 'order_lines.id'),
      )
      .select([
        'order_lines.id',
        'order_lines.order_id as orderId',
        'order_lines.version',
        'page.date',
        'phone',
        'due',
      ])
      .select(['page.profile_id as profileId', 'order_lines.publication_id as publicationId'])
      .select(['is_company as isCompany', 'profiles.name', 'company_name as companyName'])
      .select('order_lines.name as publication')
      .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
      .select(acceptedWithdrawalOfLine.as('withdrawal'))
      .orderBy('page.date', 'desc')
      .orderBy('orderId', 'desc')
      .orderBy('order_lines.id', 'desc')
      .execute()
  },
}

/** Selects a page's lines. One more order than lines is read because the first may have no further line. */
function selectPage(reader: DbOrTrx, filter: SoldLinesFilter, place: ReportPlace<SoldLineRow>) {
  const after = 'after' in place ? place.after : undefined
  const offset = 'offset' in place ? place.offset : 0
  return reader
    .selectFrom(selectOrders(reader, filter, after, offset + place.limit + 1).as('some'))
    .innerJoin('order_lines', 'order_lines.order_id', 'some.id')
    .where(isLineOfKind(filter.kind))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('some.id', '!=', after?.orderId ?? 0), eb('order_lines.id', '<', after?.id ?? 0)]),
      ),
    )
    .select(['order_lines.id as line_id', 'some.date', 'some.profile_id'])
    .orderBy('some.date', 'desc')
    .orderBy('some.id', 'desc')
    .orderBy('order_lines.id', 'desc')
    .limit(place.limit)
    .offset(offset)
}

/** Returns a page's orders in index order. Begins with the previous row's order, which may have more lines. */
function selectOrders(
  reader: DbOrTrx,
  filter: SoldLinesFilter,
  after: SoldLineRow | undefined,
  count: number,
) {
  return selectPaidOrders(reader, filter)
    .where(hasLineOfKind(filter.kind))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.and([
          eb('date', '<=', after?.date ?? ''),
          eb.or([eb('date', '<', after?.date ?? ''), eb('orders.id', '<=', after?.orderId ?? 0)]),
        ]),
      ),
    )
    .select(['orders.id', 'date', 'profile_id'])
    .orderBy('date', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(count)
}

function selectPaidOrders(reader: DbOrTrx, { start, end }: SoldLinesFilter) {
  return reader
    .selectFrom('orders')
    .where('orders.status', '=', orderStatus.confirmed)
    .where('date', '>=', start)
    .where('date', '<=', end)
}

function isLineOfKind(kind: SaleKind) {
  return (eb: ExpressionBuilder<Pick<Database, 'order_lines'>, 'order_lines'>) => {
    if (kind === 'renewal') return eb('renews_subscription_id', 'is not', null)
    return eb.and([
      eb('renews_subscription_id', 'is', null),
      eb('order_lines.is_signature', '=', kind === 'subscription'),
    ])
  }
}

/** Returns a condition with a scalar subquery because `exists` would become a join that loses the index order. */
function hasLineOfKind(kind: SaleKind) {
  return (eb: ExpressionBuilder<Pick<Database, 'orders' | 'order_lines'>, 'orders'>) => {
    const line = eb
      .selectFrom('order_lines')
      .whereRef('order_lines.order_id', '=', 'orders.id')
      .where(isLineOfKind(kind))
      .select('order_lines.id')
      .limit(1)
    return eb(line, 'is not', null)
  }
}
