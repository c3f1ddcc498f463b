import type { ExpressionBuilder } from 'kysely'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { type Report, rowCounter } from '#app/models/reports/report.ts'
import { acceptedWithdrawalOfLine } from '#app/models/subscriptions/suspension.server.ts'

/** `start` is a registration, or its beginning if `isWhole` is false. */
export type OrdersByRegistrationFilter = { start: string; isWhole: boolean }

export type RegistrationRow = {
  lineId: number
  orderId: number
  status: number
  reason: string | null
  date: string
  /** centavos */
  total: number
  profileId: number
  isCompany: boolean
  name: string
  companyName: string | null
  phone: string | null
  publicationId: number
  publication: string
  /** revision at the time of sale */
  version: string
  registration: string | null
  serialNumber: string | null
  nfe: string | null
  withdrawal: number | null
}

/** Lists orders of any status, newest first. Selects the page before the joins because it then uses the index. */
export const ordersByRegistration: Report<OrdersByRegistrationFilter, RegistrationRow, { count: number }> = {
  totals(filter, reader = db) {
    return selectLinesWithRegistration(reader, filter)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  },

  ...rowCounter,

  rows(filter, place, reader = db) {
    const lastRow = 'after' in place ? place.after : undefined
    const pageLines = selectLinesWithRegistration(reader, filter)
      .select(['id', 'order_id'])
      .$if(lastRow !== undefined, (query) => query.where(isBeforeLine(lastRow ?? { orderId: 0, lineId: 0 })))
      .orderBy('order_id', 'desc')
      .orderBy('id', 'desc')
      .limit(place.limit)
      .$if('offset' in place, (query) => query.offset('offset' in place ? place.offset : 0))
    return reader
      .selectFrom(pageLines.as('found'))
      .innerJoin('order_lines', 'order_lines.id', 'found.id')
      .innerJoin('orders', 'orders.id', 'found.order_id')
      .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
      .select(['found.id as lineId', 'found.order_id as orderId', 'orders.status', 'reason', 'orders.date'])
      .select(['orders.total', 'orders.profile_id as profileId', 'phone'])
      .select(['is_company as isCompany', 'profiles.name', 'company_name as companyName'])
      .select(['publication_id as publicationId', 'order_lines.name as publication', 'order_lines.version'])
      .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
      .select(['nfe', acceptedWithdrawalOfLine.as('withdrawal')])
      .orderBy('found.order_id', 'desc')
      .orderBy('found.id', 'desc')
      .execute()
  },
}

function selectLinesWithRegistration(reader: DbOrTrx, { start, isWhole }: OrdersByRegistrationFilter) {
  return reader
    .selectFrom('order_lines')
    .where('airplane_registration', isWhole ? '=' : 'like', isWhole ? start : `${start}%`)
}

type LineBuilder = ExpressionBuilder<Database, 'order_lines'>

function isBeforeLine({ orderId, lineId }: Pick<RegistrationRow, 'orderId' | 'lineId'>) {
  return (eb: LineBuilder) =>
    eb.and([eb('order_id', '<=', orderId), eb.or([eb('order_id', '<', orderId), eb('id', '<', lineId)])])
}
