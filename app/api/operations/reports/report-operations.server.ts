import type { Operation } from '#app/api/operation.server.ts'
import { reportOrdersByPrefix, reportPaidOrders } from '#app/api/operations/reports/order-reports.server.ts'
import {
  reportClients,
  reportProducts,
  reportPublicationPrices,
  reportShipments,
} from '#app/api/operations/reports/sales-reports.server.ts'
import {
  reportExpiredSignatures,
  reportMonthCount,
  reportSignatureOrders,
} from '#app/api/operations/reports/signature-reports.server.ts'

export const reportOperations: readonly Operation[] = [
  reportExpiredSignatures,
  reportMonthCount,
  reportOrdersByPrefix,
  reportPublicationPrices,
  reportPaidOrders,
  reportShipments,
  reportSignatureOrders,
  reportClients,
  reportProducts,
]
