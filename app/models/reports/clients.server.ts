import { type ExpressionBuilder, sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { makeContainsPattern } from '#app/models/platform/like-pattern.ts'
import type { Database } from '#app/models/platform/schema.ts'
import type { Report, ReportPlace } from '#app/models/reports/report.ts'
import { listReturnedLines, sumReturnedLines } from '#app/models/reports/returned-lines.server.ts'
import { selectSalesByClient } from '#app/models/reports/sales.server.ts'
import { acceptedWithdrawalOfLine } from '#app/models/subscriptions/suspension.server.ts'

/** `name` matches words of a person's or company's name without regard to accents and case. null matches all. */
export type ClientsFilter = Period & { name: string | null }

type Client = {
  profileId: number
  isCompany: boolean
  name: string
  companyName: string | null
  /** the name by which the list is sorted */
  shownName: string | null
  phone: string | null
}

type Line = {
  profileId: number
  lineId: number
  orderId: number
  date: string
  nfe: string | null
  publicationId: number
  publication: string
  version: string
  isSignature: boolean
  /** due date of the subscription that this line created or renewed */
  due: string | null
  timesRenewed: number | null
  /** in centavos */
  value: number
  linesInAll?: number
  withdrawal: number | null
  /** refunded part of `value` until now, in centavos */
  returned: number
}

/** A line of a client. `linesInAll` is the number of the client's lines and is present only on pages. */
export type ClientRow = Client & Line

/** Totals of the report. `count` is the number of clients, `rows` the number of lines. */
export type ClientsTotals = { count: number; rows: number; orders: number; value: number; returned: number }

const MAX_WORDS = 8

/** Maximum number of lines per client on a page, newest first. Files contain all lines. */
export const maxLinesPerClient = 200

/** Lists clients by name, each with lines of paid orders by date. Pages count clients, files count lines. */
export const clients: Report<ClientsFilter, ClientRow, ClientsTotals> = {
  async totals(filter, reader = db) {
    const { count, ...sums } = await selectBuyers(reader, filter)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .select((eb) => [
        eb.fn.sum<string | null>('sales.orders').as('orders'),
        eb.fn.sum<string | null>('sales.order_lines').as('rows'),
        eb.fn.sum<string | null>('sales.value').as('value'),
      ])
      .executeTakeFirstOrThrow()
    return {
      count,
      orders: Number(sums.orders),
      rows: Number(sums.rows),
      value: Number(sums.value),
      returned: await sumReturnedOfClients(reader, filter),
    }
  },

  emptyTotals: { count: 0, rows: 0, orders: 0, value: 0, returned: 0 },
  addRow: ({ count, rows, orders, value, returned }, line, previousLine) => ({
    count: count + Number(line.profileId !== previousLine?.profileId),
    rows: rows + 1,
    orders: orders + Number(line.orderId !== previousLine?.orderId),
    value: value + line.value,
    returned: returned + line.returned,
  }),

  async rows(filter, place, reader = db) {
    const clientRows = await listClients(reader, filter, place)
    const clientsById = new Map(clientRows.map((client) => [client.profileId, client]))
    const ids = [...clientsById.keys()]
    if (ids.length === 0) return []
    const lines =
      'after' in place
        ? await listNextLines(reader, filter, ids, place)
        : await listNewestLines(reader, filter, ids)
    const returnedLines = await listReturnedLines(reader, filter, ids)
    const returnedByLine = new Map(returnedLines.map(({ lineId, returned }) => [lineId, returned]))
    return lines.flatMap((line) => {
      const client = clientsById.get(line.profileId)
      return client ? [{ ...client, ...line, returned: returnedByLine.get(line.lineId) ?? 0 }] : []
    })
  },
}

type LinePlace = Extract<ReportPlace<ClientRow>, { after: ClientRow | undefined }>

function selectBuyers(reader: DbOrTrx, { name, ...period }: ClientsFilter) {
  return reader
    .selectFrom(selectSalesByClient(reader, period).as('sales'))
    .innerJoin('profiles', 'profiles.id', 'sales.profile_id')
    .where(hasName(name))
}

function hasName(name: string | null) {
  const words = (name ?? '').split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  return (eb: ExpressionBuilder<Pick<Database, 'profiles'>, 'profiles'>) =>
    eb.and(
      words.map((word) =>
        eb.or([
          eb('name', 'like', makeContainsPattern(word)),
          eb.and([eb('is_company', '=', true), eb('company_name', 'like', makeContainsPattern(word))]),
        ]),
      ),
    )
}

async function sumReturnedOfClients(reader: DbOrTrx, { name, ...period }: ClientsFilter): Promise<number> {
  const returnedLines = await listReturnedLines(reader, period)
  if (name === null || returnedLines.length === 0) return sumReturnedLines(returnedLines)
  const profileIds = new Set(returnedLines.map(({ profileId }) => profileId))
  const matchingProfiles = await reader
    .selectFrom('profiles')
    .where(hasName(name))
    .where('id', 'in', [...profileIds])
    .select('id')
    .execute()
  const matchingIds = new Set(matchingProfiles.map(({ id }) => id))
  return sumReturnedLines(returnedLines.filter(({ profileId }) => matchingIds.has(profileId)))
}

function listClients(reader: DbOrTrx, filter: ClientsFilter, place: ReportPlace<ClientRow>) {
  const after = 'after' in place ? place.after : undefined
  const name = after?.shownName ?? ''
  return (
    selectBuyers(reader, filter)
      .select(['profiles.id as profileId', 'is_company as isCompany', 'name', 'company_name as companyName'])
      .select(['shown_name as shownName', 'phone'])
      .$if(after !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('shown_name', '>', name),
            eb.and([eb('shown_name', '=', name), eb('profiles.id', '>=', after?.profileId ?? 0)]),
          ]),
        ),
      )
      .orderBy('shown_name')
      .orderBy('profiles.id')
      // A file continues with the client of the last line, who may have more lines.
      .limit('after' in place ? place.limit + 1 : place.limit)
      .$if('offset' in place, (query) => query.offset('offset' in place ? place.offset : 0))
      .execute()
  )
}

/** Returns the newest lines of each client with the number of all the client's lines. */
function listNewestLines(
  reader: DbOrTrx,
  filter: ClientsFilter,
  profileIds: number[],
): Promise<Omit<Line, 'returned'>[]> {
  const numberedLines = selectLines(reader, filter, profileIds)
    .select(
      sql<number>`row_number() over (partition by orders.profile_id
        order by orders.date desc, orders.id desc, order_lines.id)`.as('place'),
    )
    .select(sql<number>`count(*) over (partition by orders.profile_id)`.as('linesInAll'))
  return reader
    .selectFrom(numberedLines.as('numbered'))
    .selectAll()
    .where('place', '<=', maxLinesPerClient)
    .orderBy('shownName')
    .orderBy('profileId')
    .orderBy('place')
    .execute()
}

/** Returns the next lines of a file. `limit` clients suffice because each client has at least one line. */
function listNextLines(
  reader: DbOrTrx,
  filter: ClientsFilter,
  profileIds: number[],
  { limit, after }: LinePlace,
): Promise<Omit<Line, 'returned'>[]> {
  return selectLines(reader, filter, profileIds)
    .$if(after !== undefined, (lines) => lines.where(isAfterLine(after)))
    .orderBy('profiles.shown_name')
    .orderBy('profiles.id')
    .orderBy('orders.date', 'desc')
    .orderBy('orders.id', 'desc')
    .orderBy('order_lines.id')
    .limit(limit)
    .execute()
}

function isAfterLine(row: ClientRow | undefined) {
  return sql<boolean>`(profiles.id <> ${row?.profileId} or orders.date < ${row?.date} or (orders.date = ${row?.date}
    and (orders.id < ${row?.orderId} or (orders.id = ${row?.orderId} and order_lines.id > ${row?.lineId}))))`
}

function selectLines(reader: DbOrTrx, { start, end }: Period, profileIds: number[]) {
  return reader
    .selectFrom('orders')
    .where('orders.status', '=', orderStatus.confirmed)
    .where('orders.date', '>=', start)
    .where('orders.date', '<=', end)
    .where('orders.profile_id', 'in', profileIds)
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .leftJoin('subscriptions as made', 'made.order_line_id', 'order_lines.id')
    .leftJoin('subscriptions as renewed', 'renewed.id', 'order_lines.renews_subscription_id')
    .select(['orders.profile_id as profileId', 'profiles.shown_name as shownName'])
    .select(['order_lines.id as lineId', 'orders.id as orderId', 'orders.date', 'nfe'])
    .select(['order_lines.publication_id as publicationId', 'order_lines.name as publication'])
    .select(['order_lines.version', 'is_signature as isSignature', 'value'])
    .select(acceptedWithdrawalOfLine.as('withdrawal'))
    .select((eb) => [
      eb.fn.coalesce('made.due', 'renewed.due').as('due'),
      eb.fn.coalesce('made.times_renewed', 'renewed.times_renewed').as('timesRenewed'),
    ])
}
