import { orderStatus } from '#app/domain/orders/order-status.ts'
import { defineStaffListSource } from '#app/http/backoffice/load-list.server.ts'
import { parseStaffListQuery, parseStateParams } from '#app/http/backoffice/staff-list.ts'
import { listStaffOrders, orderSorts } from '#app/models/orders/staff-order.server.ts'

export const staffOrderList = defineStaffListSource({
  view: 'orders',
  query: (request) => ({
    ...parseStaffListQuery(request, { sorts: orderSorts, statuses: Object.values(orderStatus) }),
    ...parseStateParams(request),
  }),
  read: ({ page, perPage, ...query }) => listStaffOrders(query, page, perPage),
})
