import { defineStaffListSource } from '#app/http/backoffice/load-list.server.ts'
import { parseStaffListQuery } from '#app/http/backoffice/staff-list.ts'
import { listShipments, shipmentSorts } from '#app/models/shipments/shipment-list.server.ts'
import { statusOptions } from '#app/text/shipments/shipment-labels.ts'

export const shipmentList = defineStaffListSource({
  view: 'expeditions',
  query: (request) =>
    parseStaffListQuery(request, { sorts: shipmentSorts, statuses: statusOptions.map(({ value }) => value) }),
  read: listShipments,
})
