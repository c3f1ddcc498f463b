import { orderStatus } from '#app/domain/orders/order-status.ts'
import { staffListQuery } from '#app/http/backoffice/staff-list.ts'
import { orderSorts } from '#app/models/orders/staff-order.server.ts'

/** What the list of orders and its file show, as their address says. */
export function staffOrderQuery(request: Request) {
  return staffListQuery(request, { sorts: orderSorts, statuses: Object.values(orderStatus) })
}
