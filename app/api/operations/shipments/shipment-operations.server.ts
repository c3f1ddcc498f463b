import type { Operation } from '#app/api/operation.server.ts'
import { createShipment } from '#app/api/operations/shipments/create-shipment.server.ts'
import {
  getClientsToSend,
  getOrdersToSend,
  getShipment,
  listShipments,
} from '#app/api/operations/shipments/shipments.server.ts'
import { updateShipment } from '#app/api/operations/shipments/update-shipment.server.ts'

export const shipmentOperations: readonly Operation[] = [
  listShipments,
  getShipment,
  createShipment,
  updateShipment,
  getOrdersToSend,
  getClientsToSend,
]
