import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { createShipment, type NewShipment } from '#app/models/shipments/shipment.server.ts'
import { byStaff } from './actors.ts'
import { getProfileId, placeNewOrder } from './orders.ts'
import { address, makeCustomer } from './people.ts'
import { insertPublications } from './publications.ts'
import { insertOrderRows } from './rows/orders.ts'

export const trackCode = 'AA123456785BR'
export const otherTrackCode = 'AA100000003BR'

/**
 * Inserts a paid order of a new customer: two copies of a one-off manual and one of a subscription, all
 * printed. `payNewOrder` creates it by the model functions.
 */
export function makePaidOrder(paidOn = '2026-11-02') {
  return withTransaction(async (trx) => {
    const [manual = 0, subscription = 0] = await insertPublications(trx, paidTitles)
    const paid = { on: paidOn, by: byStaff }
    const { placed, ...rows } = await insertOrderRows(trx, { [manual]: 2, [subscription]: 1 }, { paid })
    return { ...placed, ...rows, manual, subscription }
  })
}

const paidTitles = [{ name: 'Manual da Hélice' }, { name: 'Catálogo', is_signature: true }]

/** Creates the order of `makePaidOrder` by the model functions, for tests of their effects. */
export async function payNewOrder(paidOn = '2026-11-02'): Promise<PaidOrder> {
  const [manual = 0, subscription = 0] = await withTransaction((trx) => insertPublications(trx, paidTitles))
  const placed = await placeNewOrder({ [manual]: 2, [subscription]: 1 })
  await confirmPayment(placed.orderId, byStaff, paidOn)
  const lines = await db
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', placed.orderId)
    .orderBy('id')
    .execute()
  const profileId = await getProfileId(placed.userId)
  return { ...placed, profileId, manual, subscription, lineIds: lines.map((line) => line.id) }
}

export type PaidOrder = Awaited<ReturnType<typeof makePaidOrder>>

/** Creates a member of staff. Returns the user's id. */
export async function makeStaff(): Promise<number> {
  const { userId } = await makeCustomer({ flags: { is_staff: true } })
  return userId
}

/** Creates a packed shipment of an order, by PAC. */
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

/** Creates a shipment to an address, without an order: a gift, or a lost copy. */
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
