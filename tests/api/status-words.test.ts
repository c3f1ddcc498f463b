import { expect, test } from 'vitest'
import { orderStatusInput, shipmentStatusInput, subscriptionStatusInput } from '#app/api/wire/codes.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { getCustomerStatus, getStaffStatus } from '#app/text/orders/order-labels.ts'
import { getShipmentStatus } from '#app/text/shipments/shipment-labels.ts'
import { subscriptionTexts } from '#app/text/subscriptions/subscription-labels.ts'

const labels = [
  ...Object.values(orderStatus).flatMap((code) =>
    [getCustomerStatus, getStaffStatus].map(
      (describeStatus) =>
        [orderStatusInput, describeStatus({ status: code, reason: null }).text, code] as const,
    ),
  ),
  ...Object.values(shipmentStatus).map(
    (code) => [shipmentStatusInput, getShipmentStatus(code).text, code] as const,
  ),
  ...Object.values(subscriptionStatus).map(
    (code) => [subscriptionStatusInput, subscriptionTexts[code].text, code] as const,
  ),
]

test('every status label parses back to its own status', () => {
  for (const [input, text, code] of labels) expect([text, input.parse(text)]).toEqual([text, code])
})
