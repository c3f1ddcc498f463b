import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { UnitDetails } from '#app/models/orders/order-placement.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { byStaff } from './actors.ts'
import { makeOrder } from './orders.ts'
import type { makeCustomer } from './people.ts'
import { makePublication } from './publications.ts'

type UnitChange = { due?: CivilDate | null; status?: number; suspended_at?: Date; registration?: string }

const payment = { on: '2026-01-10', by: { actorUserId: null, source: 'test' } }

/**
 * Creates a paid subscription for each change, all of one publication and one new customer. Returns their ids and the
 * customer.
 */
export async function makeSubscriptions(
  changes: UnitChange[],
  publication: Parameters<typeof makePublication>[0] = {},
) {
  const publicationId = await makePublication({
    is_signature: true,
    name: 'Manual da Hélice',
    ...publication,
  })
  const order = await makeOrder({ [publicationId]: changes.length }, { paid: payment })
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .where('order_id', '=', order.orderId)
    .select(['subscriptions.id', 'profile_id', 'order_line_id'])
    .orderBy('subscriptions.id')
    .execute()
  for (const [index, { registration, ...change }] of changes.entries()) {
    const { id = 0, order_line_id: lineId = 0 } = rows[index] ?? {}
    // The unchanged id keeps the update valid if `change` is empty.
    await db
      .updateTable('subscriptions')
      .set({ id, ...change })
      .where('id', '=', id)
      .execute()
    if (registration !== undefined)
      await db
        .updateTable('order_lines')
        .set({ airplane_registration: registration })
        .where('id', '=', lineId)
        .execute()
  }
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', order.userId)
    .executeTakeFirstOrThrow()
  const [first] = rows
  return {
    ...order,
    email,
    publicationId,
    profileId: first?.profile_id ?? 0,
    ids: rows.map(({ id }) => id),
  }
}

/**
 * Creates 101 download subscriptions of one new customer with a renewal price of R$ 60,00. An order accepts only 100.
 */
export async function makeMoreUnitsThanAnOrder(due: CivilDate) {
  const download = { is_signature: true, is_download: true, price_signature: 60_00 }
  const order = await makeOrder(
    { [await makePublication(download)]: 99, [await makePublication(download)]: 2 },
    { paid: payment },
  )
  await db.updateTable('subscriptions').set({ due }).execute()
  const rows = await db.selectFrom('subscriptions').select(['id', 'profile_id']).orderBy('id').execute()
  return { ...order, profileId: rows[0]?.profile_id ?? 0, ids: rows.map(({ id }) => id) }
}

export type Customer = Awaited<ReturnType<typeof makeCustomer>>
type Publication = Parameters<typeof makePublication>[0]

export const aircraftUnit = (registration: string): UnitDetails => ({
  registration,
  isForeign: false,
  serialNumber: '200512',
  fuel: 2,
  photo: null,
})

/**
 * Creates a paid subscription of R$ 80,00 with a renewal price of R$ 60,00, by default of a download.
 */
export async function makeSubscription(
  customer: Customer,
  { due, registration, ...publication }: { due: CivilDate; registration?: string } & Publication,
) {
  const publicationId = await makePublication({
    is_signature: true,
    is_download: true,
    has_airplane_info: registration !== undefined,
    ...publication,
  })
  const units = registration === undefined ? {} : { [`${publicationId}-1`]: aircraftUnit(registration) }
  const buyer = { ...customer, phone: '14999990000' }
  const data = { buyer, units, paid: { on: '2026-01-15', by: byStaff } }
  const { orderId } = await makeOrder({ [publicationId]: 1 }, data)
  const { id } = await db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .select('subscriptions.id')
    .where('order_lines.order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  await db.updateTable('subscriptions').set({ due }).where('id', '=', id).execute()
  return { id, publicationId, orderId }
}

export function loadSubscription(id: number) {
  return db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
