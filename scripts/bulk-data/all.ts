import { db } from '#app/models/platform/db.server.ts'
import { addHistory, addRenewals, addShipments } from './afterwards.ts'
import { analyzeTables } from './analyze.ts'
import { copyOrders } from './copies.ts'
import { addOrders } from './orders.ts'
import { addPeople } from './people.ts'

/** Above this number, orders are copied within the database. */
const MAX_WRITTEN_ORDERS = 100_000

/** Adds orders and users with their dependent rows to existing publications. Returns the counts. */
export async function addBulkData(orderCount: number, userCount: number) {
  if (orderCount <= MAX_WRITTEN_ORDERS) return addDataOnce(orderCount, userCount)
  const times = Math.ceil(orderCount / MAX_WRITTEN_ORDERS)
  const counts = await addDataOnce(Math.ceil(orderCount / times), userCount)
  await copyOrders(times - 1)
  await analyzeTables(db)
  return { ...counts, times }
}

async function addDataOnce(orderCount: number, userCount: number) {
  const people = await addPeople(userCount)
  const { orders, lines } = await addOrders(orderCount, people)
  const staffUser = await db
    .selectFrom('users')
    .select('id')
    .orderBy('is_staff', 'desc')
    .executeTakeFirstOrThrow()
  const unitCount = lines.filter(({ order }) => order.paidOn).length
  const renewals = await addRenewals(lines)
  const shipments = await addShipments(lines, staffUser.id)
  const history = await addHistory(orders, staffUser.id)
  await analyzeTables(db)
  return {
    users: people.length,
    orders: orders.length,
    lines: lines.length,
    subscriptions: unitCount,
    renewals,
    shipments,
    history,
  }
}
