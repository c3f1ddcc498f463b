import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { type Cell, csvResponse, everyPage } from '#app/http/csv.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listStaffOrders } from '#app/models/orders/staff-order.server.ts'
import { staffOrderQuery } from '#app/routes/admin/orders/staff-order-list.server.ts'
import { clientName } from '#app/text/accounts/client-words.ts'
import { statusForStaff } from '#app/text/orders/order-words.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

const ROWS_AT_ONCE = 500
const head = ['ID', 'Data', 'Cliente', 'NF-e', 'Situação', 'Total']

/** The orders of the list on the screen, all of them, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const query = staffOrderQuery(args.request)
  return csvResponse(`pedidos-${civilDateIn(new Date())}.csv`, head, rows(query))
}

async function* rows(query: ReturnType<typeof staffOrderQuery>): AsyncGenerator<Cell[]> {
  const read = async (page: number) => (await listStaffOrders(query, page, ROWS_AT_ONCE)).rows
  for await (const row of everyPage(read))
    yield [
      row.id,
      formatDate(row.date),
      clientName(row),
      row.nfe,
      statusForStaff(row).text,
      formatReais(row.total),
    ]
}
