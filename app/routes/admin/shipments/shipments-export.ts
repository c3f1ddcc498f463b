import type { LoaderFunctionArgs } from '@remix-run/node'
import { staffListQuery } from '#app/http/backoffice/staff-list.ts'
import { eachFromReplica } from '#app/http/replica.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { allByKey, listFile } from '#app/http/table-file.server.ts'
import { listShipments, shipmentSorts } from '#app/models/shipments/shipment-list.server.ts'
import { shipmentColumns } from '#app/routes/admin/shipments/shipment-columns.tsx'
import { statusOptions } from '#app/text/shipments/shipment-labels.ts'

const ROWS_AT_ONCE = 500

/** The shipments of the filter on the screen, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const statuses = statusOptions.map(({ value }) => value)
  const query = staffListQuery(args.request, { sorts: shipmentSorts, statuses })
  const rows = allByKey((place) => listShipments({ ...query, ...place, perPage: ROWS_AT_ONCE }))
  return listFile(
    args,
    { name: 'expedicoes', title: 'Expedições', columns: shipmentColumns },
    eachFromReplica(args, rows),
  )
}
