import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { createShipment, type NewShipment } from '#app/models/shipments/shipment.server.ts'
import { byStaff } from './actors.ts'
import { makeOrder, profileOf } from './orders.ts'
import { address, makeCustomer } from './people.ts'
import { makePublication } from './publications.ts'

export const trackCode = 'AA123456785BR'
export const otherTrackCode = 'AA100000003BR'

/** A paid order of a new customer: two copies of a one-off manual and one of a subscription, all printed. */
export async function makePaidOrder(paidOn = '2026-11-02') {
  const [manual, subscription] = [
    await makePublication({ name: 'Manual da Hélice' }),
    await makePublication({ name: 'Catálogo', is_signature: true }),
  ]
  const placed = await makeOrder({ [manual]: 2, [subscription]: 1 })
  await confirmPayment(placed.orderId, byStaff, paidOn)
  const lines = await db
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', placed.orderId)
    .orderBy('id')
    .execute()
  const profileId = await profileOf(placed.userId)
  return { ...placed, profileId, manual, subscription, lineIds: lines.map((line) => line.id) }
}

export type PaidOrder = Awaited<ReturnType<typeof makePaidOrder>>

/** A member of staff. */
export async function makeStaff(): Promise<number> {
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', userId).execute()
  return userId
}

/** A shipment of an order, under way, by PAC. */
export async function makeShipment(order: PaidOrder, overrides: Partial<NewShipment> = {}): Promise<number> {
  const shipment = {
    profileId: order.profileId,
    ownerUserId: await makeStaff(),
    type: 'PAC' as const,
    value: null,
    note: null,
    creationDate: '2026-11-04',
    contents: { orderIds: [order.orderId] },
    ...overrides,
  }
  return createShipment(shipment, byStaff)
}

/** A shipment to an address, without an order: a gift, a copy that was lost. */
export async function makeDirectShipment(profileId: number): Promise<number> {
  const shipment = {
    profileId,
    ownerUserId: await makeStaff(),
    type: 'SIMPLES' as const,
    value: null,
    note: null,
    creationDate: '2026-11-04',
    contents: { address },
  }
  return createShipment(shipment, byStaff)
}
