import { orderStatus } from '#app/domain/orders/order-status.ts'
import { staffList } from '#app/http/backoffice/load-list.server.ts'
import { staffListQuery, stateParams } from '#app/http/backoffice/staff-list.ts'
import { listStaffOrders, orderSorts } from '#app/models/orders/staff-order.server.ts'

export const staffOrderList = staffList({
  view: 'orders',
  query: (request) => ({
    ...staffListQuery(request, { sorts: orderSorts, statuses: Object.values(orderStatus) }),
    ...stateParams(request),
  }),
  read: ({ page, perPage, ...query }) => listStaffOrders(query, page, perPage),
})
