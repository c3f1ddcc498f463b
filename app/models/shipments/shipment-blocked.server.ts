import { orderStatus } from '#app/domain/orders/order-status.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { compileQuery, expandList, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { isMovedOn } from '#app/models/shipments/shipped-revision.server.ts'
import { isInWithdrawal, selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

/**
 * Returns lines that block a shipment because the order is unpaid or the line is in a withdrawal (CDC art.
 * 49).
 */
export async function listBlockedLines(
  shipmentIds: readonly number[],
  reader: DbOrTrx = db,
  today: CivilDate = toCivilDate(new Date()),
) {
  const lines = await blockedLinesQuery.rows(reader, { shipmentIds: nonEmptyIds(shipmentIds), today })
  return lines.map(({ status, ...line }) => ({ ...line, isPaid: status === orderStatus.confirmed }))
}

type Slots = { shipmentIds: readonly number[]; today: CivilDate }

const blockedLinesQuery = compileQuery((value: ValueSlots<Slots>) =>
  db
    .selectFrom('shipment_lines')
    .innerJoin('order_lines', 'order_lines.id', 'shipment_lines.order_line_id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .leftJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
    .where('shipment_id', 'in', expandList(value('shipmentIds')))
    .where(({ not }) => not(isMovedOn))
    .where((eb) =>
      eb.or([
        eb('orders.status', '!=', orderStatus.confirmed),
        eb('suspended_at', 'is not', null),
        isInWithdrawal,
        eb(selectOpenWithdrawal(value('today')), 'is not', null),
      ]),
    )
    .select(['shipment_id as shipmentId', 'order_lines.id', 'order_lines.order_id as orderId'])
    .select(['order_lines.name', 'order_lines.version', 'orders.status'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .select(selectOpenWithdrawal(value('today')).as('withdrawal'))
    .orderBy('order_lines.id'),
)

export type BlockedLine = Awaited<ReturnType<typeof listBlockedLines>>[number]
