import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { eachFromReplica } from '#app/http/replica.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { allByKey, listFile } from '#app/http/table-file.server.ts'
import { listStaffOrders } from '#app/models/orders/staff-order.server.ts'
import { orderColumns } from '#app/routes/admin/orders/order-columns.tsx'
import { staffOrderQuery } from '#app/routes/admin/orders/staff-order-list.server.ts'

const ROWS_AT_ONCE = 500

/** The orders of the list on the screen, all of them, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const query = staffOrderQuery(args.request)
  const rows = allByKey((place) => listStaffOrders({ ...query, ...place }, place.page, ROWS_AT_ONCE))
  return listFile(
    args,
    { name: `pedidos-${civilDateIn(new Date())}`, title: 'Pedidos', columns: orderColumns },
    eachFromReplica(args, rows),
  )
}
