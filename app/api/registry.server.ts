import type { Operation } from '#app/api/operation.server.ts'
import { accountOperations } from '#app/api/operations/accounts/account-operations.server.ts'
import { catalogueOperations } from '#app/api/operations/catalogue/catalogue-operations.server.ts'
import { describeApi } from '#app/api/operations/describe-api.server.ts'
import { orderOperations } from '#app/api/operations/orders/order-operations.server.ts'
import { reportOperations } from '#app/api/operations/reports/report-operations.server.ts'
import { shipmentOperations } from '#app/api/operations/shipments/shipment-operations.server.ts'
import { subscriptionOperations } from '#app/api/operations/subscriptions/subscription-operations.server.ts'
import { webhookOperations } from '#app/api/operations/webhooks/webhook-operations.server.ts'

/** All operations of the API (storefront §7, back-office §7, D58). */
export const operations: readonly Operation[] = [
  describeApi(() => operations),
  ...accountOperations,
  ...catalogueOperations,
  ...subscriptionOperations,
  ...orderOperations,
  ...shipmentOperations,
  ...reportOperations,
  ...webhookOperations,
]
