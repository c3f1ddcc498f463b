import { staffList } from '#app/http/backoffice/load-list.server.ts'
import { staffListQuery } from '#app/http/backoffice/staff-list.ts'
import { listShipments, shipmentSorts } from '#app/models/shipments/shipment-list.server.ts'
import { statusOptions } from '#app/text/shipments/shipment-labels.ts'

export const shipmentList = staffList({
  view: 'expeditions',
  query: (request) =>
    staffListQuery(request, { sorts: shipmentSorts, statuses: statusOptions.map(({ value }) => value) }),
  read: listShipments,
})
