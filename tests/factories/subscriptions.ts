import type { CivilDate } from '#app/domain/calendar.ts'
import { db } from '#app/models/db.server.ts'
import { placeOrder, type UnitFacts } from '#app/models/order-placement.server.ts'
import { confirmPayment } from '#app/models/order-status.server.ts'
import { makeCart, makeOrderRequest } from './orders.ts'
import type { makeCustomer } from './people.ts'
import { makePublication } from './publications.ts'

export const byStaff = { actorUserId: null, source: 'command-line' }

export type Customer = Awaited<ReturnType<typeof makeCustomer>>
type Publication = Parameters<typeof makePublication>[0]

export const flown = (prefix: string): UnitFacts => ({
  prefix,
  isForeign: false,
  serialNumber: '200512',
  fuel: 2,
  photo: null,
})

/** A paid subscription of R$ 80,00, R$ 60,00 a further year, of a download unless told otherwise, due on `due`. */
export async function makeSubscription(
  customer: Customer,
  { due, prefix, ...publication }: { due: CivilDate; prefix?: string } & Publication,
) {
  const publicationId = await makePublication({
    is_signature: true,
    is_download: true,
    has_airplane_info: prefix !== undefined,
    ...publication,
  })
  const units = prefix === undefined ? {} : { [`${publicationId}-1`]: flown(prefix) }
  const cart = await makeCart({ [publicationId]: 1 })
  const buyer = { ...customer, phone: '14999990000' }
  const { orderId } = await placeOrder(await makeOrderRequest(cart, { buyer, units }))
  await confirmPayment(orderId, byStaff, '2026-01-15')
  const { id } = await db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .select('subscriptions.id')
    .where('order_lines.order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  await db.updateTable('subscriptions').set({ due }).where('id', '=', id).execute()
  return { id, publicationId, orderId }
}

/** The row of a subscription as it is now. */
export function subscriptionRow(id: number) {
  return db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
