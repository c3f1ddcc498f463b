import type { Operation } from '#app/api/operation.server.ts'
import { createExpedition } from '#app/api/operations/shipments/create-expedition.server.ts'
import {
  getClientsToSend,
  getExpedition,
  getOrdersToSend,
  listExpeditions,
} from '#app/api/operations/shipments/expeditions.server.ts'
import { updateExpedition } from '#app/api/operations/shipments/update-expedition.server.ts'

export const shipmentOperations: readonly Operation[] = [
  listExpeditions,
  getExpedition,
  createExpedition,
  updateExpedition,
  getOrdersToSend,
  getClientsToSend,
]
