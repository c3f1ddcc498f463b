import { orderStatus } from '#app/domain/order-status.ts'
import { orderSorts } from '#app/models/staff-order.server.ts'
import { staffListQuery } from '#app/web/staff-list.ts'

/** What the list of orders and its file show, as their address says. */
export function staffOrderQuery(request: Request) {
  return staffListQuery(request, { sorts: orderSorts, statuses: Object.values(orderStatus) })
}
