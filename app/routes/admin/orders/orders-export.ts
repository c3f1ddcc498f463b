import type { LoaderFunctionArgs } from '@remix-run/node'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { exportStaffList } from '#app/http/backoffice/load-list.server.ts'
import { orderColumns } from '#app/routes/admin/orders/order-columns.tsx'
import { staffOrderList } from '#app/routes/admin/orders/staff-order-list.server.ts'

export function loader(args: LoaderFunctionArgs) {
  const today = toCivilDate(new Date())
  return exportStaffList(args, staffOrderList, {
    name: `pedidos-${today}`,
    title: 'Pedidos',
    columns: orderColumns,
  })
}
