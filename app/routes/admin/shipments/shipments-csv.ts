import type { LoaderFunctionArgs } from '@remix-run/node'
import { everyPage, listFile } from '#app/http/csv.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { staffListQuery } from '#app/http/staff-list.ts'
import { expeditionSorts, listExpeditionRows } from '#app/models/shipments/expedition-list.server.ts'
import { shipmentColumns } from '#app/routes/admin/shipments/shipment-columns.tsx'
import { statusOptions } from '#app/text/shipments/expedition-words.ts'

/** The shipments of the filter on the screen, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const statuses = statusOptions.map(({ value }) => value)
  const query = staffListQuery(args.request, { sorts: expeditionSorts, statuses })
  const rows = everyPage((page) => listExpeditionRows({ ...query, page }))
  return listFile('expedicoes.csv', shipmentColumns, rows)
}
