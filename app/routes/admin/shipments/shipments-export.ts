import type { LoaderFunctionArgs } from '@remix-run/node'
import { exportStaffList } from '#app/http/backoffice/load-list.server.ts'
import { shipmentColumns } from '#app/routes/admin/shipments/shipment-columns.tsx'
import { shipmentList } from '#app/routes/admin/shipments/shipment-list.server.ts'

export function loader(args: LoaderFunctionArgs) {
  return exportStaffList(args, shipmentList, {
    name: 'expedicoes',
    title: 'Expedições',
    columns: shipmentColumns,
  })
}
