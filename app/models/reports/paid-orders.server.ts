import { sql } from 'kysely'
import type { Receipts } from '#app/domain/charges/receipts.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { feesOfOrder, receivedOfOrder, toReceipts } from '#app/models/charges/order-receipts.server.ts'
import { returnedOfOrder } from '#app/models/charges/returned-money.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import type { Report } from '#app/models/reports/report.ts'

/** `by` selects the date that the period limits: the order's date, as on pages, or the payment's date. */
export type PaidOrdersFilter = Period & { by: 'date' | 'paid_on' }

export type PaidOrderRow = {
  id: number
  date: string
  paidOn: string | null
  profileId: number
  isCompany: boolean
  name: string
  companyName: string | null
  phone: string | null
  /** distinct titles */
  publications: string[]
  /** centavos */
  total: number
  nfe: string | null
  /** centavos refunded or reversed */
  returned: number
} & Receipts

/** `returned` contains the centavos that were refunded or reversed until now. */
export type PaidOrdersTotals = { count: number; total: number; returned: number }

/** Lists paid orders, newest first, with the exact sum. */
export const paidOrders: Report<PaidOrdersFilter, PaidOrderRow, PaidOrdersTotals> = {
  async totals(filter, reader = db) {
    const orders = selectPaidOrders(reader, filter).select(['total', returnedOfOrder.as('returned')])
    const row = await reader
      .selectFrom(orders.as('paid'))
      .select((eb) => [eb.fn.countAll<number>().as('count')])
      .select(sql<string | null>`sum(total)`.as('total'))
      .select(sql<string | null>`sum(returned)`.as('returned'))
      .executeTakeFirstOrThrow()
    return { count: row.count, total: Number(row.total ?? 0), returned: Number(row.returned ?? 0) }
  },

  emptyTotals: { count: 0, total: 0, returned: 0 },
  addRow: ({ count, total, returned }, order) => ({
    count: count + 1,
    total: total + order.total,
    returned: returned + order.returned,
  }),

  async rows(filter, place, reader = db) {
    const { by } = filter
    const after = 'after' in place ? place.after : undefined
    const previousDay = (by === 'date' ? after?.date : after?.paidOn) ?? ''
    const orders = await selectPaidOrders(reader, filter)
      .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
      .select(['orders.id', 'date', 'paid_on as paidOn', 'total', 'nfe'])
      .select(['orders.profile_id as profileId', 'phone'])
      .select([receivedOfOrder.as('received'), feesOfOrder.as('fees'), returnedOfOrder.as('returned')])
      .select(['is_company as isCompany', 'profiles.name', 'company_name as companyName'])
      .$if(after !== undefined, (query) =>
        query.where((eb) =>
          eb.and([
            eb(by, '<=', previousDay),
            eb.or([eb(by, '<', previousDay), eb('orders.id', '<', after?.id ?? 0)]),
          ]),
        ),
      )
      .orderBy(by, 'desc')
      .orderBy('orders.id', 'desc')
      .limit(place.limit)
      .$if('offset' in place, (query) => query.offset('offset' in place ? place.offset : 0))
      .execute()
    const orderIds = orders.map(({ id }) => id)
    const titles = await listTitles(reader, orderIds)
    return orders.map((order) => ({
      ...order,
      ...toReceipts(order),
      returned: Number(order.returned),
      publications: titles.get(order.id) ?? [],
    }))
  },
}

function selectPaidOrders(reader: DbOrTrx, { start, end, by }: PaidOrdersFilter) {
  return reader
    .selectFrom('orders')
    .where('status', '=', orderStatus.confirmed)
    .where(by, '>=', start)
    .where(by, '<=', end)
}

async function listTitles(reader: DbOrTrx, orderIds: number[]): Promise<Map<number, string[]>> {
  const titles = new Map<number, string[]>()
  if (orderIds.length === 0) return titles
  const rows = await reader
    .selectFrom('order_lines')
    .select(['order_id', 'name'])
    .where('order_id', 'in', orderIds)
    .groupBy(['order_id', 'name'])
    .orderBy('name')
    .execute()
  for (const { order_id, name } of rows) {
    const orderTitles = titles.get(order_id) ?? []
    titles.set(order_id, [...orderTitles, name])
  }
  return titles
}

/** Returns the sold copies by order id. */
export async function listSoldUnits(orderIds: number[], reader: DbOrTrx = db) {
  if (orderIds.length === 0) return new Map<number, SoldUnit[]>()
  const rows = await reader
    .selectFrom('order_lines')
    .select(['order_id as orderId', 'publication_id as publicationId', 'name as publication', 'version'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('id')
    .execute()
  const unitsByOrder = new Map<number, SoldUnit[]>()
  for (const { orderId, ...unit } of rows) {
    const orderUnits = unitsByOrder.get(orderId) ?? []
    unitsByOrder.set(orderId, [...orderUnits, unit])
  }
  return unitsByOrder
}

export type SoldUnit = {
  publicationId: number
  publication: string
  version: string
  registration: string | null
  serialNumber: string | null
}
